"""Othello's board as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import EMPTY, Cell, file_names, grid, rows_of
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import SEAT_STYLES

_KINDS = {"X": Cell("●", SEAT_STYLES[0]), "O": Cell("○", SEAT_STYLES[1]), "-": EMPTY}


def _draw(position: str, marks: Marks) -> Text:
    cells = position.split()[0]
    size = {64: 8, 36: 6}[len(cells)]
    rows = rows_of(cells, _KINDS, range(1, size + 1))
    count = f"   ● {cells.count('X')}   ○ {cells.count('O')}"
    return Text("\n").join([file_names(size), grid(rows, marks), Text(count)])


def _counts(position: str) -> tuple[int, int]:
    cells = position.split()[0]
    return cells.count("X"), cells.count("O")


FACE = Face(("●", "○"), _draw, ends={"wipeout": "all discs of one colour"}, counts=_counts)
