"""Battleship's waters as text: the opponent's and one's own side by side; pure.

A position (docs/reference/games.md) is the waters of both seats, 100 cells each, and the turn.
"""

from collections.abc import Sequence

from rich.text import Text

from zeitnot_client.terminal.drawing import EMPTY, Cell, Row, file_names, grid
from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import SEAT_STYLES

COLUMNS = "ABCDEFGHIJ"
WIDTH = len(COLUMNS)
CELL_WIDTH = 3
SIDE_WIDTH = 37
LENGTHS = (5, 4, 3, 3, 2)
_MISS, _HIT = Cell("o"), Cell("x", "bold red")


def _draw(position: str, marks: Marks) -> Text:
    """Draws the opponent's waters on the left. Raises ValueError for text of another form."""
    both, turn = position.split(" ")
    waters = both.split("/")
    if [len(one) for one in waters] != [WIDTH * WIDTH, WIDTH * WIDTH]:
        raise ValueError("there are two waters of 100 cells")
    order = (0, 1) if marks.seat is None else (1 - marks.seat, marks.seat)
    # The last shot was at the waters of the seat to move.
    drawn = [_waters(waters[seat], seat, marks, int(turn) == seat) for seat in order]
    return Text("\n").join(Text.assemble(*pair) for pair in zip(*drawn, strict=True))


def _waters(waters: str, seat: int, marks: Marks, is_target: bool) -> list[Text]:
    """The lines of one side's waters, padded to equal width."""
    board = Text("\n").join(
        [
            Text(_title(seat, marks.seat, waters)),
            file_names(WIDTH, files=COLUMNS, width=CELL_WIDTH),
            grid(_rows(waters, seat), marks if is_target else Marks(), CELL_WIDTH),
        ]
    )
    lines = list(board.split("\n"))
    for line in lines:
        line.pad_right(SIDE_WIDTH - len(line.plain))
    return lines


def _title(seat: int, viewer: int | None, waters: str) -> str:
    """The owner of these waters and the ships sunk."""
    whose = (
        f"waters of {FACE.pieces[seat]}"
        if viewer is None
        else ("your waters" if seat == viewer else "their waters")
    )
    ships = zip("ABCDE", LENGTHS, strict=True)
    sunk = [str(length) for sign, length in ships if _is_sunk(waters, sign)]
    return f"{whose}; sunk: {', '.join(sunk)}" if sunk else whose


def _is_sunk(waters: str, sign: str) -> bool:
    return sign in waters and sign.lower() not in waters


def _rows(waters: str, seat: int) -> Sequence[Row]:
    return [
        (
            str(row + 1),
            [
                (f"{COLUMNS[column]}{row + 1}", _cell(waters, WIDTH * row + column, seat))
                for column in range(WIDTH)
            ],
        )
        for row in range(WIDTH)
    ]


def _cell(waters: str, at: int, seat: int) -> Cell:
    """A ship by its length; hit `x`, sunk `#`."""
    sign = waters[at]
    match sign:
        case "." | "?":
            return EMPTY
        case "o":
            return _MISS
        case "x":
            return _HIT
    if sign.islower():
        return Cell(str(LENGTHS["abcde".index(sign)]), SEAT_STYLES[seat])
    return Cell("#", "bold red") if _is_sunk(waters, sign) else _HIT


def _played(move: str, after: str) -> str | None:
    """Describes a move: `a ship`, `E5 miss`; None for a ship of one's own."""
    if move == "?":
        return "a ship"
    if _is_placement(move):
        return None
    both, turn = after.split(" ")
    waters = both.split("/")[int(turn)]
    sign = waters[WIDTH * (int(move[1:]) - 1) + COLUMNS.index(move[0])]
    if sign == "o":
        return f"{move} miss"
    if _is_sunk(waters, sign):
        return f"{move} sunk: ship of {LENGTHS['ABCDE'.index(sign)]}"
    return f"{move} hit"


def _is_placement(move: str) -> bool:
    """Whether this move places a ship, such as `A1h5`."""
    return move[-2:-1] in ("h", "v")


FACE = Face(("1", "2"), _draw, played=_played, places_piece=_is_placement)
