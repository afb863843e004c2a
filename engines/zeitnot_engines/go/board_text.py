"""The board as text for people, for `showboard`."""

from .points import COLUMNS
from .position import BLACK, Position


def board_text(position: Position) -> str:
    """The rows from the top between coordinates, X for Black and O for White; then the side to
    move."""
    size = position.size
    letters = "   " + " ".join(COLUMNS[:size])
    rows = []
    for row in range(size):
        stones = (position.stones.get((column, row)) for column in range(size))
        cells = " ".join("." if s is None else "X" if s == BLACK else "O" for s in stones)
        rows.append(f"{size - row:2} {cells} {size - row}")
    return "\n".join([letters, *rows, letters, f"{('Black', 'White')[position.side]} to move"])
