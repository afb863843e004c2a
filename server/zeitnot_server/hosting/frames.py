"""The frames of a step: for each event one per seat, where equal frames are encoded once."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..rooms.room import LogEntry, Room
from ..rooms.view import turn, view, with_room_after


def clock_and_turn_frames(room: Room, seat: int | None, clock_frame: str) -> list[str]:
    """`clock_frame`, and for the mover the frame with its legal moves."""
    legal_moves = turn(room, seat)
    return [clock_frame, p.encode(legal_moves)] if legal_moves else [clock_frame]


class Frames:
    """Encodes events as frames. Most games hide nothing but engines' analysis. So the frames of the
    last event, one with the analysis and one without, are kept for the next seat."""

    def __init__(self) -> None:
        self._event: p.RoomEvent | None = None
        self._frames: dict[bool, str] = {}

    def event_frames(
        self,
        before: Room,
        entries: Sequence[LogEntry],
        after: Room,
        seat: int | None,
        clock_frame: str | None,
    ) -> list[str]:
        """The frames of these entries for this seat; with a `clock_frame`, then those of
        `clock_and_turn_frames`."""
        pairs = with_room_after(before, entries, after)
        frames = [self._encode(event, room, seat) for event, room in pairs]
        if clock_frame is None:
            return frames
        return frames + clock_and_turn_frames(after, seat, clock_frame)

    def _encode(self, event: p.RoomEvent, room: Room, seat: int | None) -> str:
        seen_event = view(event, room, seat)
        if room.game_setup.rules.hidden is not None and seen_event is not event:
            return p.encode(seen_event)  # may differ for each seat
        if self._event is not event:
            self._event, self._frames = event, {}
        is_public = seen_event is event
        if is_public not in self._frames:
            self._frames[is_public] = p.encode(seen_event)
        return self._frames[is_public]
