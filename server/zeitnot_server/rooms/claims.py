"""When a game without a clock may be claimed, because the seat to move does not move."""

from .room import Phase, Room

CLAIM_MS = 3 * 24 * 3_600_000


def is_claimable(room: Room, seat: int, wall_ms: int) -> bool:
    """Whether `seat` has waited long enough for another seat to move. Never before everybody has
    moved: until then the game can be aborted."""
    opponent_to_move = room.phase is Phase.RUNNING and room.turn not in (None, seat)
    if not opponent_to_move or room.clock.budget_ms is not None or not room.all_have_moved:
        return False
    return wall_ms - room.turn_at >= CLAIM_MS
