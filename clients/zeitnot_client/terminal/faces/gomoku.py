"""The board of gomoku as text; pure."""

import re
from collections.abc import Iterable
from string import ascii_lowercase

from rich.text import Text

from ..drawing import CELL_WIDTH, EMPTY, Cell, Row, file_names, grid
from ..face import Face, Marks
from ..styles import SEAT_STYLES

_BLACK, _WHITE = "●", "○"
_STONES = {"x": Cell(_BLACK, SEAT_STYLES[0]), "o": Cell(_WHITE, SEAT_STYLES[1])}
_STAR = Cell("+")
_MOST_WIDE = 19
"""Columns that fit in a terminal of 80 at the usual width."""


def _stars(size: int) -> frozenset[str]:
    """The cells that boards have dots on."""
    near = 4 if size >= 13 else 3
    lines = {near, size + 1 - near} if size >= 9 else set()
    dots = {(x, y) for x in lines for y in lines}
    if size % 2 == 1:
        dots.add(((size + 1) // 2, (size + 1) // 2))
    return frozenset(f"{ascii_lowercase[x - 1]}{y}" for x, y in dots)


def _rows(position: str) -> Iterable[Row]:
    """From the top, with a sign for each cell."""
    rows = position.split()[0].split("/")
    stars = _stars(len(rows))
    for row, text in zip(range(len(rows), 0, -1), rows, strict=True):
        signs = re.sub(r"\d+", lambda gap: "." * int(gap[0]), text)
        if len(signs) != len(rows):
            raise ValueError(f"{len(signs)} cells in a row of {len(rows)}")
        names = [f"{file}{row}" for file in ascii_lowercase[: len(rows)]]
        empties = [_STAR if name in stars else EMPTY for name in names]
        yield (
            str(row),
            [(n, _STONES.get(s, e)) for n, s, e in zip(names, signs, empties, strict=True)],
        )


def _draw(position: str, marks: Marks) -> Text:
    """Legal cells are not marked: they are nearly all."""
    last = Marks(marks.last, frozenset(), marks.move, marks.seat, marks.settings)
    rows = list(_rows(position))
    width = CELL_WIDTH if len(rows) <= _MOST_WIDE else CELL_WIDTH - 1
    return Text("\n").join([file_names(len(rows), width=width), grid(rows, last, width)])


FACE = Face(
    (_BLACK, _WHITE),
    _draw,
    has_number=lambda _: True,
    ends={"full board": "the board is full", "only fouls left": "Black has only fouls left"},
)
