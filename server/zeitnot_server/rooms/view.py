"""What each viewer is told of an event: one frame a viewer, the same number for all.

The games of today hide nothing, so every frame is the event itself; a game that hides something
redacts here, and nowhere else.
"""

from zeitnot_client import protocol as p

from .room import Phase, Room


def view(event: p.RoomEvent, room: Room, viewer: int | None) -> p.RoomEvent:
    """The event as this seat (None: a spectator) may see it; `room` is the room after it."""
    return event


def turn(room: Room, viewer: int | None) -> p.Turn | None:
    """The legal moves, for the seat to move alone and only while clocks run."""
    if viewer is None or room.phase is not Phase.RUNNING or room.turn != viewer:
        return None
    return p.Turn(game=room.id, ply=room.ply, legal=list(room.charter.rules.legal(room.state)))
