"""How a game on a ladder has ended, for the ladder."""

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from ..rooms.room import LogEntry, Room
from .ladder import Challenge


def outcome_of(room: Room, end: LogEntry, challenge: Challenge) -> wire.Outcome:
    """What the end of its game means for a challenge. A game without a result goes against the
    challenged member who has ended it, declined it, or not come although the challenger has."""
    finished = room.finished
    if finished is not None and finished.scores is not None and _both_sat(room, challenge):
        return _by_scores(finished, challenge.seat)
    other = 1 - challenge.seat
    challenger_came = room.seats[challenge.seat].actor is not None
    challenged_came = room.seats[other].actor is not None
    if end.seat == other and challenged_came:
        return "left"
    if room.has_declined and not challenged_came:
        return "declined"
    if end.seat is None and challenger_came and not challenged_came and _has_expired(finished):
        return "not_begun"
    return "ended"


def _both_sat(room: Room, challenge: Challenge) -> bool:
    """Whether those two have played the game, and nobody else."""
    actors = [seat.actor.account if seat.actor else None for seat in room.seats]
    pair = (challenge.challenger, challenge.challenged)
    return actors == list(pair if challenge.seat == 0 else reversed(pair))


def _by_scores(finished: p.Finished, seat: int) -> wire.Outcome:
    scores = finished.scores or []
    own, other = scores[seat], scores[1 - seat]
    if own == other:
        return "drawn"
    return "won" if own > other else "lost"


def _has_expired(finished: p.Finished | None) -> bool:
    """Whether the server has ended a game that nobody came to play; not the operator."""
    return finished is not None and finished.reason == "aborted" and finished.word is None
