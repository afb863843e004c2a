"""The board of EinStein würfelt nicht! as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import Cell, grid
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import SEAT_STYLES


def _draw(position: str, marks: Marks) -> Text:
    side, die, *cells = position.split()
    if len(cells) != 12:
        raise ValueError("six blue and six red cells are expected")
    stones = {int(cell): Cell(f"B{n + 1}", SEAT_STYLES[0]) for n, cell in enumerate(cells[:6])}
    stones |= {int(cell): Cell(f"R{n + 1}", SEAT_STYLES[1]) for n, cell in enumerate(cells[6:])}
    rows = [
        ("", [(str(cell), stones.get(cell, Cell(str(cell)))) for cell in range(first, first + 5)])
        for first in range(1, 26, 5)
    ]
    throw = "" if die == "0" else f"   {'blue' if side == 'B' else 'red'} throws {die}"
    return Text("\n").join([grid(rows, marks), Text(throw)])


FACE = Face(
    ("B", "R"),
    _draw,
    ends={
        "goal reached": "the goal is reached",
        "all stones taken": "all stones are taken",
    },
)
