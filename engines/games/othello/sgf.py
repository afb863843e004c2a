"""Othello in SGF (GM[2]). Its programs (Edax, Cassio, OthelloTk) write `B[f5]`, and `PA` for a pass
or nothing; `B[fe]` is read, too. The four discs of the start are on the board."""

import math

from zeitnot_engines.games import History, Value
from zeitnot_engines.sgf_form import Point, SgfForm, SgfHead, SgfStart, Stones, start_of

GAME = "othello"
PASS = "pass"
_DISCS = "XO"  # by seat


def _start(head: SgfHead) -> SgfStart:
    settings: dict[str, Value] = {"size": head.size}
    return SgfStart(settings, start_of(GAME, FORM, settings, head))


def _stones(text: str) -> Stones:
    cells, side = text.split()
    size = math.isqrt(len(cells))
    at = {(i % size, i // size): _DISCS.index(c) for i, c in enumerate(cells) if c in _DISCS}
    return Stones(size, at, _DISCS.index(side))


def _position(_: str, board: Stones) -> str:
    cells = ["-"] * board.size**2
    for (column, row), seat in board.at.items():
        cells[row * board.size + column] = _DISCS[seat]
    return f"{''.join(cells)} {_DISCS[board.seat]}"


def _move(point: Point, _: int) -> str:
    return f"{chr(ord('a') + point[0])}{point[1] + 1}"


def _point(move: str, _: int) -> Point | None:
    return None if move == PASS else (ord(move[0]) - ord("a"), int(move[1:]) - 1)


def _to_turn(state: History, seat: int) -> list[str] | None:
    return [PASS] if state.turn == 1 - seat and state.legal() == [PASS] else None


FORM = SgfForm(
    number=2,
    size=8,
    start=_start,
    stones=_stones,
    position=_position,
    move=_move,
    point=_point,
    passing=PASS,
    pass_value="PA",
    reads_typed=True,
    writes_typed=True,
    to_turn=_to_turn,
)
