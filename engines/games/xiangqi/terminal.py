"""The board of xiangqi as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import fen_rows, file_names, grid
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE


def _draw(position: str, marks: Marks) -> Text:
    """Draws the board with the river in the middle; N is a horse, B an elephant."""
    rows = fen_rows(position, 9, range(9, -1, -1), marks.turned)
    river = Text("   " + "  ~ " * 9, QUIET_STYLE)
    banks = [grid(rows[:5], marks), river, grid(rows[5:], marks)]
    return Text("\n").join([*banks, file_names(9, marks.turned)])


FACE = Face(
    ("K", "k"),
    _draw,
    ends={
        "stalemate": "no legal move",
        "no capture": "too many moves without a capture",
        "perpetual check": "perpetual check",  # replaces "by repetition"
    },
)
