"""The board of chess as text; pure."""

from rich.text import Text

from zeitnot_client.terminal.drawing import fen_rows, file_names, grid
from zeitnot_client.terminal.face import Face, Marks


def _draw(position: str, marks: Marks) -> Text:
    rows = fen_rows(position, 8, range(8, 0, -1), marks.turned)
    return Text("\n").join([grid(rows, marks), file_names(8, marks.turned)])


FACE = Face(("K", "k"), _draw, ends={"fifty moves": "fifty moves without progress"})
