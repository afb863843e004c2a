"""A side to move out of turn, as other programs allow it."""

from ..games import History
from .position import Position

PASS, RESUME = "pass", "resume"


def with_turn(state: History, seat: int) -> History:
    """The same board with this seat to move, for programs that let a colour move twice in a row or
    play on after the end. The board is then taken without its past: no ko, no passes."""
    if RESUME in state.legal():
        state = state.play(RESUME)
    if state.turn == seat:
        return state
    return state.game.parse(Position.read(state.text).to_move(seat).text)
