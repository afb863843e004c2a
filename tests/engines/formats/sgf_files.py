"""SGF files in tests."""

import random
from collections.abc import Mapping

from zeitnot_engines.formats import sgf
from zeitnot_engines.formats.record import BadGame, FileGame, Node
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import Value, load


def read_all(text: str | bytes) -> list[FileGame | BadGame]:
    data = text.encode() if isinstance(text, str) else text
    return list(sgf.read(Source.of_bytes(data, "x.sgf")))


def read(text: str | bytes) -> FileGame:
    """The only game."""
    [game] = read_all(text)
    assert isinstance(game, FileGame), game
    return game


def problem(text: str | bytes) -> str:
    """What is wrong with the first game."""
    bad = read_all(text)[0]
    assert isinstance(bad, BadGame), bad
    return bad.located("x.sgf")


def moves(game: FileGame) -> list[str]:
    """The moves of the main line, `+` before those that the file does not have."""
    return [("+" if node.is_implied else "") + node.move for node in game.main_line()]


def shape(game: FileGame) -> str:
    """The whole tree, in the manner of SGF: `C3(D2 B4)(A5)`."""
    words, todo = list[str](), list[Node | str]([game.root])
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            words.append(item)
            continue
        words.append(item.move)
        for child in reversed(item.children):
            todo += [")", child, "("] if len(item.children) > 1 else [child, " "]
    return "".join(words).strip()


def random_line(
    rng: random.Random, game: str, settings: Mapping[str, Value] | None = None, max_moves: int = 200
) -> list[str]:
    """The first moves of a random game."""
    state, line = load(game, settings).start(), list[str]()
    while state.result is None and state.uncharged is None and len(line) < max_moves:
        line.append(rng.choice(state.legal()))
        state = state.play(line[-1])
    return line
