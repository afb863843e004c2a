"""Files in MAT, as the tests read them."""

from zeitnot_engines.formats import mat
from zeitnot_engines.formats.record import BadGame, FileGame
from zeitnot_engines.formats.source import Source


def read(text: str) -> list[FileGame | BadGame]:
    return list(mat.read(Source.of_bytes(text.encode(), "m.mat")))


def games(text: str) -> list[FileGame]:
    found = read(text)
    assert not [bad.located("m.mat") for bad in found if isinstance(bad, BadGame)]
    return [game for game in found if isinstance(game, FileGame)]


def actions(game: FileGame) -> list[str]:
    """The moves and throws of the main line."""
    return [node.move or "".join(map(str, node.throw or ())) for node in game.main_line()]
