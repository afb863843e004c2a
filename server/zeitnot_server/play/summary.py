"""A room as one row in lists of games."""

import zeitnot_protocol as p

from ..rooms.room import Phase, Room


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
    )
