"""How much exact value a bot's moves have lost."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import zeitnot_protocol as p
from zeitnot_engines.exact_values import MoveValue

from .page_store import GradedMove

NOISE = 0.01
"""A difference of expected gains up to this is an error of the approximate equilibrium."""


class PlayedMove(NamedTuple):
    """A move of the game as it ended, and the position before it."""

    ply: int
    seat: int
    move: str
    position: str


def played_moves(events: Sequence[p.RoomEvent], seats: Collection[int]) -> list[PlayedMove]:
    """The moves of these seats that were not taken back or made by the server, in their order."""
    played, position = list[PlayedMove | None](), ""
    for event in events:
        match event:
            case p.Started() | p.Threw():
                position = event.position
            case p.Moved():
                is_own = event.seat in seats and not event.by_server
                move = PlayedMove(event.ply, event.seat, event.move, position)
                played.append(move if is_own else None)
                position = event.position
            case p.TakenBack():
                del played[len(played) - event.plies :]
                position = event.position
    return [move for move in played if move is not None]


def grade(played: PlayedMove, values: Sequence[MoveValue]) -> GradedMove | None:
    """What this move lost. `values`: of all legal moves, for the side that moves. None: not known,
    because the move or one that may be better is not solved."""
    own = next((each for each in values if each.move == played.move), None)
    if own is None:
        return None
    if own.expected is not None:
        return _grade_expected(played, own.expected, values)
    if own.value is None or not _is_best_known(values):
        return None
    if own.margin is not None:
        best = max(values, key=lambda each: each.margin or 0)
        margin = best.margin or 0
        return _graded(played, best, (_sign(margin) - _sign(own.margin)) / 2, margin - own.margin)
    best = max(values, key=_rank)
    return _graded(played, best, ((best.value or 0) - own.value) / 2, 0.0)


def _grade_expected(
    played: PlayedMove, own: float, values: Sequence[MoveValue]
) -> GradedMove | None:
    """Like `grade`. An expected gain without a probability is how often best play wins."""
    if any(each.expected is None for each in values):
        return None
    best = max(values, key=lambda each: each.expected or 0.0)
    lost = (best.expected or 0.0) - own
    lost = lost if lost > NOISE else 0.0
    is_share = best.probability is None
    return _graded(played, best, *((lost, 0.0) if is_share else (0.0, lost)))


def _graded(
    played: PlayedMove, best: MoveValue, result_loss: float, margin_loss: float
) -> GradedMove:
    return GradedMove(
        played.ply, played.seat, played.move, best.move, played.position, result_loss, margin_loss
    )


def _is_best_known(values: Sequence[MoveValue]) -> bool:
    """Whether no move that is not solved could be better than all that are."""
    if all(each.value is not None for each in values):
        return True
    return any(each.value == 1 and each.margin is None for each in values)


def _rank(each: MoveValue) -> tuple[int, int]:
    """A win is better if sooner, and a loss if later."""
    value = -2 if each.value is None else each.value
    return value, -value * (each.distance or 0)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
