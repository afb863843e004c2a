"""Moves out of turn, which other programs allow."""

from ..games import History
from .position import Position

PASS, RESUME = "pass", "resume"


def with_turn(state: History, seat: int) -> History:
    """The same board with this seat to move, for programs in which a colour may move twice in a row
    or play on after the end. If the turn changes, the board has no history: no ko, no passes."""
    if RESUME in state.legal():
        state = state.play(RESUME)
    if state.turn == seat:
        return state
    return state.game.parse(Position.read(state.text).to_move(seat).text)
