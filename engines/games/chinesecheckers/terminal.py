"""The star of Chinese checkers as text; pure."""

import re

from rich.text import Text

from zeitnot_client.terminal.drawing import CELL_WIDTH, Cell, marked_cell
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE, seat_style

_PEGS = "ABCDEF"
_WIDEST = 13


def _owners(row: str) -> list[str]:
    """The letter of each cell's peg, empty where there is none."""
    signs: list[str] = re.findall(r"[A-F]|\d+", row)
    return [owner for sign in signs for owner in ([sign] if sign in _PEGS else [""] * int(sign))]


def _draw(position: str, marks: Marks) -> Text:
    """Draws rows q to a, with seat 0's home at the bottom and numbers on empty cells."""
    lines = []
    for letter, row in zip("abcdefghijklmnopq", position.split()[0].split("/"), strict=True):
        owners = _owners(row)
        indent = " " * ((_WIDEST - len(owners)) * CELL_WIDTH // 2)
        cells = [
            marked_cell(_cell(owner, number), f"{letter}{number}", marks)
            for number, owner in enumerate(owners, 1)
        ]
        lines.append(Text.assemble((f"{letter} ", QUIET_STYLE), indent, *cells))
    return Text("\n").join(reversed(lines))


def _cell(owner: str, number: int) -> Cell:
    if not owner:
        return Cell(str(number))
    return Cell(owner, seat_style(_PEGS.index(owner)))


FACE = Face(
    tuple(_PEGS),
    _draw,
    ends={
        "home": "all pegs at their goal",
        "others have left": "all others have left",
        "400 plies a seat": "400 moves a player in all",
    },
)
