"""The frames of a step: one for each seat and event; equal ones are encoded once."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..rooms.room import LogEntry, Room
from ..rooms.view import turn, view, with_room_after


def state_frames(room: Room, seat: int | None, clock: str) -> list[str]:
    """The room's state: `clock` (a frame), and for the mover its legal moves."""
    legal = turn(room, seat)
    return [clock, p.encode(legal)] if legal else [clock]


class Frames:
    """Makes frames of events. Most games hide nothing but engines' analysis, so the last event's
    two frames, with it and without, can often be reused."""

    def __init__(self) -> None:
        self._event: p.RoomEvent | None = None
        self._frames: dict[bool, str] = {}

    def news(
        self,
        before: Room,
        entries: Sequence[LogEntry],
        after: Room,
        seat: int | None,
        clock: str | None,
    ) -> list[str]:
        """The frames of these entries for this seat, then of the room's state if `clock` (a frame)
        is given."""
        pairs = with_room_after(before, entries, after)
        frames = [self._encoded(event, room, seat) for event, room in pairs]
        return frames if clock is None else frames + state_frames(after, seat, clock)

    def _encoded(self, event: p.RoomEvent, room: Room, seat: int | None) -> str:
        seen_event = view(event, room, seat)
        if room.game_setup.rules.hidden is not None and seen_event is not event:
            return p.encode(seen_event)  # another one for each seat
        if self._event is not event:
            self._event, self._frames = event, {}
        is_public = seen_event is event
        if is_public not in self._frames:
            self._frames[is_public] = p.encode(seen_event)
        return self._frames[is_public]
