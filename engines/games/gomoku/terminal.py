"""The board of gomoku as text; pure."""

from string import ascii_lowercase

from rich.text import Text

from zeitnot_client.terminal.drawing import CELL_WIDTH, Cell, file_names, grid, stone_rows
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import SEAT_STYLES

_BLACK, _WHITE = "●", "○"
_STONES = {"x": Cell(_BLACK, SEAT_STYLES[0]), "o": Cell(_WHITE, SEAT_STYLES[1])}
_MAX_WIDE_SIZE = 19
"""Columns that fit in a terminal of 80 at the usual width."""


def _stars(size: int) -> frozenset[str]:
    """The cells with dots (star points)."""
    near = 4 if size >= 13 else 3
    lines = {near, size + 1 - near} if size >= 9 else set()
    dots = {(x, y) for x in lines for y in lines}
    if size % 2 == 1:
        dots.add(((size + 1) // 2, (size + 1) // 2))
    return frozenset(f"{ascii_lowercase[x - 1]}{y}" for x, y in dots)


def _draw(position: str, marks: Marks) -> Text:
    """Does not mark legal cells, because nearly all cells are legal."""
    last = Marks(marks.last, frozenset(), marks.move, marks.seat, marks.settings)
    size = position.count("/") + 1
    rows = stone_rows(position, ascii_lowercase, _stars(size), _STONES)
    width = CELL_WIDTH if size <= _MAX_WIDE_SIZE else CELL_WIDTH - 1
    return Text("\n").join([file_names(size, width=width), grid(rows, last, width)])


FACE = Face(
    (_BLACK, _WHITE),
    _draw,
    has_number=lambda _: True,
    ends={"full board": "the board is full", "only fouls left": "Black has only fouls left"},
)
