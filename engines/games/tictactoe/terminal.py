"""Tic-tac-toe's board as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import EMPTY, Cell, file_names, grid, rows_of
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import SEAT_STYLES

_KINDS = {"x": Cell("X", SEAT_STYLES[0]), "o": Cell("O", SEAT_STYLES[1]), ".": EMPTY}


def _draw(position: str, marks: Marks) -> Text:
    rows = rows_of(position.split()[0], _KINDS, (3, 2, 1))
    return Text("\n").join([grid(rows, marks), file_names(3)])


FACE = Face(("X", "O"), _draw, ends={"full board": "the board is full"})
