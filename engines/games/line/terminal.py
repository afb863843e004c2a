"""The race on a line as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import EMPTY, Cell, grid
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE, SEAT_STYLES

PIECES = ("L", "R")


def _draw(position: str, marks: Marks) -> Text:
    """The row of squares with both stones, and their numbers below."""
    stones = [int(square) for square in position.split(" ")[:2]]
    squares = int(marks.settings.get("squares", max(*stones, 8)))
    cells = [(str(square), EMPTY) for square in range(1, squares + 1)]
    for seat in (0, 1):
        cells[stones[seat] - 1] = (str(stones[seat]), Cell(PIECES[seat], SEAT_STYLES[seat]))
    numbers = "".join(f"{square:>3} " for square in range(1, squares + 1))
    return Text("\n").join([grid([("", cells)], marks), Text(f"   {numbers}", QUIET_STYLE)])


FACE = Face(PIECES, _draw, ends={"across": "the other end is reached"})
