"""Reads strategies for small games with hidden information, which `zeitnot strategy solve` has
written. The core does not open files: it gets the bytes."""

from functools import lru_cache
from pathlib import Path

import click

from ._core import Game, GameTree, Strategy, games_with_small_tree
from .games import load
from .text_files import BadFile, read_bytes

MAX_BYTES = 1 << 26  # of a strategy file, because a user may name any file


class BadStrategy(click.ClickException, ValueError):
    """A strategy file is missing, damaged or for another game; the message is a sentence with its
    path. A command that does not handle the exception prints it and exits with 2."""

    exit_code = 2


@lru_cache(maxsize=16)
def tree_of(game: Game) -> GameTree:
    """The complete tree of a game, built once. Raises BadStrategy for a game that has none."""
    if game.name not in games_with_small_tree():
        raise BadStrategy(
            f"{game.name} has no strategies; games with strategies: "
            f"{', '.join(games_with_small_tree())}."
        )
    return GameTree(game)


def strategy_in(path: Path, name: str | None = None) -> Strategy:
    """The strategy in a file, with the file's settings, for this game or, if None, for the game
    that the file names. Raises BadStrategy."""
    data = strategy_bytes(path)
    try:
        game, words = Strategy.header(data)
        if name is not None and game != name:
            raise ValueError(f"This is a strategy for {game}, not for {name}.")
        settings = dict(word.split("=", 1) for word in words.split())
        return Strategy(tree_of(load(game, settings)), data)
    except ValueError as bad:
        raise BadStrategy(f"{path}: {bad}") from None


def strategy_for(path: Path, game: Game, data: bytes | None = None) -> Strategy:
    """The strategy in a file, for this game and its settings; settings that do not change a hand
    may differ. `data`: the file's contents, if they were read already. Raises BadStrategy."""
    tree, data = tree_of(game), strategy_bytes(path) if data is None else data
    try:
        return Strategy(tree, data)
    except ValueError as bad:
        raise BadStrategy(f"{path}: {bad}") from None


def fitted(strategy: Strategy, game: Game) -> Strategy | None:
    """The strategy for other settings of its game; None if they change a hand."""
    if strategy.game == game:
        return strategy
    try:
        return Strategy(tree_of(game), strategy.write())
    except ValueError:
        return None


def strategy_bytes(path: Path) -> bytes:
    """The contents of a strategy file, unchecked. Raises BadStrategy."""
    try:
        return read_bytes(path, MAX_BYTES)
    except BadFile as bad:
        raise BadStrategy(f"{path}: {bad}") from None
    except OSError as bad:
        raise BadStrategy(f"{path}: {bad.strerror}.") from None
