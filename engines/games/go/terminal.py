"""The board of Go as text; pure."""

import re

from rich.text import Text

from zeitnot_client.terminal.drawing import FILES_WITHOUT_I, Cell, file_names, grid, stone_rows
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE, SEAT_STYLES

_FILES = FILES_WITHOUT_I.upper()
_KINDS = {
    "x": Cell("●", SEAT_STYLES[0]),
    "o": Cell("○", SEAT_STYLES[1]),
    "X": Cell("×●", SEAT_STYLES[0]),
    "O": Cell("×○", SEAT_STYLES[1]),
}
_BLACK, _WHITE = "●", "○"
_CAPTURED = "captured: {black}, {white}"
_MARKING = "dead stones (×) are being marked: dead D4, then done; or resume. Done: {done}"


def _stars(size: int) -> frozenset[str]:
    """The star points."""
    near = 3 if size < 13 else 4
    middle = [(size + 1) // 2] if size >= 13 else []
    lines = [near, *middle, size + 1 - near]
    return frozenset(f"{_FILES[column - 1]}{row}" for column in lines for row in lines)


def _last(marks: Marks) -> Marks:
    """Marks the point of `dead D4`, and no legal points, because nearly all points are legal."""
    point = marks.move.removeprefix("dead ")
    return Marks(frozenset({point}), frozenset(), marks.move, marks.seat, marks.settings)


def _draw(position: str, marks: Marks) -> Text:
    words = position.split()
    size = len(words[0].split("/"))
    board = grid(stone_rows(position, _FILES, _stars(size), _KINDS), _last(marks))
    black, white = words[4].split(",")
    lines = [file_names(size, files=_FILES), board]
    captured = _CAPTURED.format(black=f"{_BLACK} {black}", white=f"{_WHITE} {white}")
    lines.append(Text("   " + captured))
    if len(words) == 7:
        done = words[6].replace("x", _BLACK).replace("o", _WHITE)
        lines.append(Text("   " + _MARKING.format(done=done), QUIET_STYLE))
    return Text("\n").join(lines)


def _has_number(move: str) -> bool:
    """Whether a record of Go numbers this move: a stone or a pass."""
    return move == "pass" or re.fullmatch("[a-zA-Z]+[0-9]+", move) is not None


FACE = Face((_BLACK, _WHITE), _draw, ends={"0": "equal areas"}, has_number=_has_number)
