"""How a game of black and white stones is written in SGF (Smart Game Format): the `SgfForm` that
the folder of each such game defines.

A point is a column and a row, both from 0, from the top left, as in SGF.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from .games import History, Value, load

Point = tuple[int, int]
_SIDES = "xo"  # by seat
_RUN = re.compile(r"[0-9]+|.")


@dataclass(frozen=True, slots=True)
class Stones:
    """A board. `at`: the seat of each stone; `seat`: the one to move."""

    size: int
    at: Mapping[Point, int]
    seat: int

    def of(self, seat: int) -> list[Point]:
        """The points of this seat's stones, by rows from the top."""
        return sorted((at for at, owner in self.at.items() if owner == seat), key=_by_rows)

    def set_up(self, placed: Iterable[tuple[int | None, Point]], seat: int | None) -> "Stones":
        """The board after these stones are put on it, in order (None: the point is emptied).
        `seat`: the one to move then, None if it stays the same."""
        at = dict(self.at)
        for owner, point in placed:
            at.pop(point, None)
            if owner is not None:
                at[point] = owner
        return Stones(self.size, at, self.seat if seat is None else seat)


@dataclass(frozen=True, slots=True)
class SgfHead:
    """A file's game up to its first move. `texts`: its properties with one value; `placed`: the
    seat (None: the point is emptied) and point of each stone put on the board, in order; `seat`:
    the one that begins, None if the file does not say it; `leading`: the stones that Black plays
    one after the other before White's first move, if there are several."""

    size: int
    texts: Mapping[str, str]
    placed: tuple[tuple[int | None, Point], ...]
    seat: int | None
    leading: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class SgfStart:
    """Where a file's game begins. `notes`: where this differs from the file, for people; `facts`:
    what else the file says, by PGN's tags; `taken`: how many of the leading stones are already on
    the board."""

    settings: dict[str, Value]
    state: History
    notes: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    taken: int = 0


def _no_turn(state: History, seat: int) -> list[str] | None:
    return None


def _no_head(settings: Mapping[str, Value]) -> dict[str, str]:
    return {}


def _no_rules(settings: Mapping[str, Value]) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SgfForm:
    """How SGF writes a game.

    `number`: the game's number in GM; `size`: the board's in a file without SZ.
    `start`: the start of a file's game; raises ValueError.
    `stones`: the board of a position; `position`: a position with another board.
    `move`: the move to a point, on a board of this size; `point`: the point of a move, None if it
    places no stone. `passing`: our move that passes, None if there is none; `pass_value`: how SGF
    writes it.
    `reads_typed`: whether other programs also write points as the wire does (`f5`);
    `writes_typed`: whether nearly all do, so that we write points in this way, too.
    `to_turn`: moves that a file may leave out, such as forced passes, after which this seat is to
    move; None if there are none. `any_turn`: whether a side may then move out of turn.
    `head`: properties of the root that say the settings; `rules`: the property RU of a game that
    was played here, if `head` has none.
    `unplayed`: by move, the comment that replaces a move that is neither a stone nor a pass.
    `territory`: the points of black's and white's territory in a counted position.
    """

    number: int
    size: int
    start: Callable[[SgfHead], SgfStart]
    stones: Callable[[str], Stones]
    position: Callable[[str, Stones], str]
    move: Callable[[Point, int], str]
    point: Callable[[str, int], Point | None]
    head: Callable[[Mapping[str, Value]], dict[str, str]] = _no_head
    rules: Callable[[Mapping[str, Value]], str] = _no_rules
    passing: str | None = None
    pass_value: str = ""
    reads_typed: bool = False
    writes_typed: bool = False
    to_turn: Callable[[History, int], list[str] | None] = _no_turn
    any_turn: bool = False
    unplayed: Mapping[str, str] = field(default_factory=dict)
    territory: Callable[[str], tuple[list[Point], list[Point]]] | None = None


def start_of(game: str, form: SgfForm, settings: dict[str, Value], head: SgfHead) -> History:
    """The usual start of a game, unless the head has stones or another side to move. Raises
    ValueError for a bad setting or an impossible position."""
    start = load(game, settings).start()
    if not head.placed and head.seat in (None, start.turn):
        return start
    board = form.stones(start.text)
    if (changed := board.set_up(head.placed, head.seat)) == board:
        return start
    return start.game.parse(form.position(start.text, changed))


def read_rows(text: str) -> Stones:
    """The board of a position whose text is rows from the top, of `x`, `o` and numbers of empty
    points, and then the side to move. Case is ignored."""
    rows, side, *_ = text.split()
    at: dict[Point, int] = {}
    for row, runs in enumerate(rows.lower().split("/")):
        for column, stone in _cells(runs):
            at[column, row] = _SIDES.index(stone)
    return Stones(rows.count("/") + 1, at, _SIDES.index(side))


def _cells(runs: str) -> Iterator[tuple[int, str]]:
    column = 0
    for run in _RUN.findall(runs):
        if run.isdecimal():
            column += int(run)
            continue
        yield column, run
        column += 1


def write_rows(board: Stones) -> str:
    """The text of a board, as `read_rows` reads it."""
    rows = []
    for row in range(board.size):
        stones = (board.at.get((column, row)) for column in range(board.size))
        cells = "".join("." if seat is None else _SIDES[seat] for seat in stones)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
    return f"{'/'.join(rows)} {_SIDES[board.seat]}"


def _by_rows(point: Point) -> Point:
    return point[1], point[0]
