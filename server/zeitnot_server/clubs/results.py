"""How a game on a ladder has ended, for the ladder."""

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from ..rooms.room import LogEntry, Room, Seat
from .ladder import Challenge


def outcome_of(room: Room, end: LogEntry, challenge: Challenge) -> wire.Outcome:
    """What the end of its game means for a challenge. A game without a result counts against the
    challenged member who has ended or declined it, or has not come although the challenger has."""
    finished = room.finished
    if finished is not None and finished.scores is not None:
        is_theirs = _both_sat(room, challenge)
        return _by_scores(finished, challenge.seat) if is_theirs else "ended"
    if (declined := outcome_of_declined(room, challenge)) is not None:
        return declined
    if end.seat is not None:
        return "left" if end.seat == 1 - challenge.seat else "ended"
    return "not_begun" if _is_awaited(room, challenge) and _has_expired(finished) else "ended"


def _is_awaited(room: Room, challenge: Challenge) -> bool:
    """Whether the challenger waits for the other, at the end of the time; or has come, but the
    other has not, or only without being ready."""
    challenger, challenged = room.seats[challenge.seat], room.seats[1 - challenge.seat]
    if challenger.salt is not None and challenged.salt is None:
        return True
    came = room.tally.sittings.keys() - room.tally.unready.keys()
    return challenge.challenger in came and challenge.challenged not in came


def outcome_of_declined(room: Room, challenge: Challenge) -> wire.Outcome | None:
    """What it means for a challenge that a player has declined its game; None: neither has."""
    if _is_given_up(room.seats[challenge.seat]):
        return "ended"
    return "declined" if _is_given_up(room.seats[1 - challenge.seat]) else None


def _is_given_up(seat: Seat) -> bool:
    """Whether the player for whom the seat was kept has declined."""
    return seat.actor is None and seat.invited is None


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
