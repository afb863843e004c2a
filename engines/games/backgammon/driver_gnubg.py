"""Positions of backgammon for GNU Backgammon, in FIBS's format. Pure.

FIBS's line is `board:` followed by fields between colons: names, the match, the checkers from the
mover's bar, the turn, the dice, the cube. Only single games without the cube are supported, because
for them the line contains all relevant information.
"""

from zeitnot_client.drivers.failures import Unsupported
from zeitnot_client.drivers.situation import Start
from zeitnot_client.notations import find_moves

from .notation import NOTATION

PLAYS = "single games of backgammon without the cube"
_POINTS = 26  # with both bars
_SUPPORTED = {"match": "single", "cube": "off"}


def check(start: Start) -> None:
    """Raises Unsupported for settings that FIBS's line cannot tell."""
    for name, value in _SUPPORTED.items():
        if start.settings.get(name, value) != value:
            raise Unsupported(f"gnubg plays only {PLAYS}.")


def fibs_board(text: str) -> str:
    """An XGID of a single game as a FIBS board, from the side to move.

    That side moves from 24 down to 1, has positive numbers of checkers, and its bar is 25; the
    opponent's bar is 0. Both dice are 0 before the throw.
    """
    checkers, _, _, turn, dice, *_ = text.removeprefix("XGID=").split(":")
    board = [_count(sign) for sign in checkers]
    if turn == "-1":
        board = [-count for count in reversed(board)]
    own_off = 15 - sum(count for count in board if count > 0)
    other_off = 15 + sum(count for count in board if count < 0)
    thrown = dice if dice.isdecimal() else "00"
    fields = ["board", "X", "O", 0, 0, 0, *board, 1, *thrown, 0, 0, 1, 1, 1, 0, 1, -1, 0, 25]
    bars = [board[_POINTS - 1], -board[0]]
    return ":".join(map(str, [*fields, own_off, other_off, *bars, 0, 0, 0, 0]))


def find_play(position: str, legal: tuple[str, ...], text: str) -> str | None:
    """The legal move that the program's play means; None if it means none, or several."""
    found = find_moves(NOTATION, position, legal, text)
    return found[0] if len(found) == 1 else None


def _count(sign: str) -> int:
    if sign == "-":
        return 0
    return ord(sign) - ord("A") + 1 if sign.isupper() else -(ord(sign) - ord("a") + 1)
