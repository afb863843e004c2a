"""The board of English draughts as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import Cell, grid
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE, SEAT_STYLES

_MEN, _KINGS = ("●", "○"), ("◆", "◇")
_LIGHT = Cell("")


def _pieces(text: str, seat: int) -> dict[int, Cell]:
    """The pieces of a side, such as `W21,K32`, by square."""
    names = [name for name in text[1:].split(",") if name]
    return {
        int(name.removeprefix("K")): Cell(
            (_KINGS if name.startswith("K") else _MEN)[seat], SEAT_STYLES[seat]
        )
        for name in names
    }


def _draw(position: str, marks: Marks) -> Text:
    """Draws the board with 1 in the top row and numbers on empty squares. It is rotated for black,
    like every board for the first seat."""
    _, white, black = position.split(":")[:3]
    pieces = _pieces(black, 0) | _pieces(white, 1)
    turned = marks.seat == 0
    rows = []
    for row in reversed(range(8)) if turned else range(8):
        cells = [
            (str(square), pieces.get(square, Cell(str(square))))
            for square in range(4 * row + 1, 4 * row + 5)
        ]
        # The first square of a row is light in every other row, beginning with the first.
        line = [pair for cell in cells for pair in _beside(cell, row % 2 == 0)]
        rows.append(("", line[::-1] if turned else line))
    counts = [len(_pieces(side, 0)) for side in (black, white)]
    count = Text(f"   ● {counts[0]}   ○ {counts[1]}   ◆ ◇ kings", QUIET_STYLE)
    return Text("\n").join([grid(rows, marks), count])


def _beside(cell: tuple[str, Cell], light_first: bool) -> list[tuple[str, Cell]]:
    """A dark square with the light one to its left or right."""
    light = ("", _LIGHT)
    return [light, cell] if light_first else [cell, light]


FACE = Face(
    _MEN,
    _draw,
    ends={
        "no move": "no move is left",
        "forty moves": "forty moves without a capture or a man's move",
    },
)
