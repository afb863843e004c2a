"""Reads learnt weights: the package's files `GAME.weights` in the games' folders, and files that
`zeitnot train` has written.

The core does not open files: it gets the bytes, and unpacks them once for all engines.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path

import click

from ._core import Weights, games_with_weights
from .text_files import BadFile, read_bytes

MAX_BYTES = 1 << 26  # of a file of weights, because a user may name any file


class BadWeights(click.ClickException, ValueError):
    """A file of weights is missing, damaged or for another game; the message is a sentence with its
    path. A command that does not handle the exception prints it and exits with 2."""

    exit_code = 2


@cache
def package_weights(game: str) -> Weights | None:
    """The package's weights of a game, read and unpacked once; None for a game without any.

    Raises BadWeights.
    """
    if game not in games_with_weights():
        return None
    path = files("zeitnot.games").joinpath(game, f"{game}.weights")
    try:
        return _unpacked(str(path), path.read_bytes(), game)
    except OSError as bad:
        raise BadWeights(f"{path}: {bad.strerror}; is the package completely installed?") from None


def weights_in(path: Path, game: str | None = None, data: bytes | None = None) -> Weights:
    """The weights in a file, for this game or, if None, for the game that the file names. `data`:
    the file's contents, if they were read already.

    Raises BadWeights.
    """
    if game is not None and game not in games_with_weights():
        raise BadWeights(f"{game} takes no weights.")
    return _unpacked(str(path), weights_bytes(path) if data is None else data, game)


def weights_bytes(path: Path) -> bytes:
    """The contents of a file of weights, unchecked. Raises BadWeights."""
    try:
        return read_bytes(path, MAX_BYTES)
    except BadFile as bad:
        raise BadWeights(f"{path}: {bad}") from None
    except OSError as bad:
        raise BadWeights(f"{path}: {bad.strerror}.") from None


def _unpacked(path: str, data: bytes, game: str | None) -> Weights:
    try:
        weights = Weights(data)
    except ValueError as bad:
        raise BadWeights(f"{path}: {bad}") from None
    if game not in (None, weights.game):
        raise BadWeights(f"{path} has weights for {weights.game}, not for {game}.")
    return weights
