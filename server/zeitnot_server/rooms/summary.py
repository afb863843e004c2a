"""A room as one row in lists of games."""

from collections.abc import Sequence

import msgspec

import zeitnot_protocol as p

from .room import Now, Phase, Room


def summary(room: Room) -> p.GameSummary:
    """The row for this room, as spectators may see it."""
    game_setup, end = room.game_setup, room.finished
    return p.GameSummary(
        id=room.id,
        game_type=game_setup.rules.game,
        settings=game_setup.settings,
        control=game_setup.control,
        state=room.phase.value,
        seats=[seat.view() for seat in room.seats],
        moves=room.ply,
        position=room.position(None),
        created_at=game_setup.created_at,
        scores=end.scores if end else None,
        reason=end.reason if end else None,
        word=end.word if end else None,
        finished_at=end.at if end else None,
        first_move_ms=game_setup.setup.first_move_ms if room.phase is Phase.OPEN else None,
        rated=game_setup.setup.rated,
        imported=game_setup.facts is not None,
        facts=dict(game_setup.facts or {}),
    )


def turn_ends_at(room: Room, now: Now) -> int | None:
    """When the time of the seat to move is up (Unix ms); None: no clock runs."""
    deadline = room.clock.deadline_ms() if room.phase is Phase.RUNNING else None
    return None if deadline is None else now.wall + deadline - room.instant(now)


def summary_with_turn(
    room: Room, now: Now, absences_end_at: Sequence[int | None] = ()
) -> p.GameSummary:
    """The row for this room in its players' own lists. `absences_end_at`: as in the row."""
    return p.with_turn(summary(room), game_turn(room, now, absences_end_at))


def game_turn(room: Room, now: Now, absences_end_at: Sequence[int | None] = ()) -> p.GameTurn:
    """The part of a game's row in its players' own lists that moves, arrivals and departures
    change."""
    return p.GameTurn(
        game=room.id,
        moves=room.ply,
        position=room.position(None),
        turn=room.turn,
        turn_ends_at=turn_ends_at(room, now),
        absences_end_at=list(absences_end_at),
    )


def public_row(row: p.GameSummary) -> p.GameSummary:
    """A row of an account's own list as all see it: without its seats, and without the turn and
    who is absent, which rows of the public lists do not have."""
    return msgspec.structs.replace(
        row, you=None, your_seats=[], turn=None, turn_ends_at=None, absences_end_at=[]
    )


def turn_of_row(row: p.GameSummary) -> p.GameTurn:
    """The part of a row that a move changes."""
    return p.GameTurn(
        game=row.id,
        moves=row.moves,
        position=row.position,
        turn=row.turn,
        turn_ends_at=row.turn_ends_at,
        absences_end_at=row.absences_end_at,
    )
