"""Backgammon's board as text; pure.

The position is an XGID (docs/reference/games.md). The viewer's home is at the bottom right, and the
points have that side's numbers. The points of the last move are in brackets.
"""

import re
from collections.abc import Iterable

from rich.text import Text

from zeitnot_client.terminal.face import Face, Marks
from zeitnot_client.terminal.styles import QUIET_STYLE, SEAT_STYLES

CHECKERS = ("○", "●")
SIDES = ("white", "black")
MAX_DRAWN = 5  # checkers drawn on a point; more are shown as a number
_TOP = (*range(13, 19), 0, *range(19, 25))
_BOTTOM = (*range(12, 6, -1), 25, *range(6, 0, -1))

Stack = tuple[int, int]
"""The number of checkers on a point, and their seat."""


def _draw(position: str, marks: Marks) -> Text:
    """The board with cube, dice and score. Raises ValueError for text that is not an XGID."""
    fields = position.removeprefix("XGID=").split(":")
    if len(fields) != 10 or len(fields[0]) != 26:
        raise ValueError("an XGID has ten fields, the first of 26 signs")
    stacks = _stacks(fields[0], marks.turned)
    marked = _points_of(marks.move, marks.turned, fields[3])
    top = [_row(_TOP, stacks, depth) for depth in range(MAX_DRAWN)]
    bottom = [_row(_BOTTOM, stacks, depth) for depth in reversed(range(MAX_DRAWN))]
    lines = [_labels(_TOP, marked), *top, Text(""), *bottom, _labels(_BOTTOM, marked)]
    return Text("\n").join([*lines, Text(_status_line(fields))])


def _stacks(signs: str, turned: bool) -> list[Stack]:
    """The stack of each point, numbered as the viewer counts; 0 is the other side's bar, 25 the
    viewer's."""
    stacks = [(0, 0) if sign == "-" else (_count(sign), int(sign.islower())) for sign in signs]
    return stacks[::-1] if turned else stacks


def _count(sign: str) -> int:
    return ord(sign.lower()) - ord("a") + 1


def _points_of(move: str, turned: bool, turn: str) -> set[int]:
    """The points of the last move, which the side that is not to move has made."""
    if "/" not in move or turn == "0":
        return set()
    words = (re.sub(r"\(\d\)", "", word).replace("*", "") for word in move.split())
    points = {int(p) for word in words for p in word.split("/") if p.isdecimal()}
    is_own = (turn == "1") == turned
    return points if is_own else {25 - point for point in points}


def _row(points: Iterable[int], stacks: list[Stack], depth: int) -> Text:
    return Text.assemble(*(_checker(*stacks[point], depth, point) for point in points))


def _checker(count: int, seat: int, depth: int, point: int) -> tuple[str, str]:
    if count <= depth:
        return ("  | " if point in (0, 25) else "  · "), QUIET_STYLE
    text = str(count) if depth == MAX_DRAWN - 1 and count > MAX_DRAWN else CHECKERS[seat]
    return f"{text:>3} ", SEAT_STYLES[seat]


def _labels(points: Iterable[int], marked: set[int]) -> Text:
    names = ("bar" if point in (0, 25) else str(point) for point in points)
    shown = (
        f"[{name}]".rjust(4) if name.isdecimal() and int(name) in marked else f"{name:>3} "
        for name in names
    )
    return Text("".join(shown), QUIET_STYLE)


def _status_line(fields: list[str]) -> str:
    """Checkers borne off, the cube, the dice, the score."""
    signs, cube, owner, turn, dice, first, second, crawford, length, _ = fields
    on_board = [
        sum(_count(sign) for sign in signs if sign.isalpha() and sign.islower() == bool(seat))
        for seat in (0, 1)
    ]
    words = [f"off {CHECKERS[seat]} {15 - on_board[seat]}" for seat in (0, 1)]
    if cube != "0":
        words.append(f"cube {2 ** int(cube)} of {SIDES[owner == '-1']}")
    side = SIDES[turn == "-1"]
    if dice == "D":
        words.append(f"{side} doubles")
    elif dice == "B":
        words.append(f"{SIDES[turn != '-1']} beavers")
    elif dice.isdecimal() and dice != "00":
        words.append(f"{side} throws {dice[0]} {dice[1]}")
    if length != "0":
        words.append(f"score {first}-{second} to {length}" + " (Crawford)" * (crawford == "1"))
    return "  " + "   ".join(words)


def _counts(position: str) -> tuple[int, ...]:
    """The points of a match; none of a single game."""
    *_, first, second, _, length, _ = position.split(":")
    return () if length == "0" else (int(first), int(second))


FACE = Face(
    CHECKERS,
    _draw,
    ends={
        "all borne off": "all checkers are borne off",
        "double dropped": "the double was dropped",
    },
    counts=_counts,
)
