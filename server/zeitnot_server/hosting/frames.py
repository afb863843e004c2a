"""The frames of a step: what each seat is sent. What is the same for all is encoded once."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ..rooms.room import LogEntry, Room
from ..rooms.view import judging, same_for_all, turn, view


def clock_and_turn_frames(room: Room, seat: int | None, clock_frame: str) -> list[str]:
    """`clock_frame`, and for the mover the frame with its legal moves."""
    legal_moves = turn(room, seat)
    return [clock_frame, p.encode(legal_moves)] if legal_moves else [clock_frame]


class Frames:
    """The frames of one step. `rooms`: the room after each entry; `clock_frame`: of the clock, if
    it is sent, too."""

    def __init__(
        self, entries: Sequence[LogEntry], rooms: Sequence[Room], clock_frame: str | None
    ) -> None:
        self.shown = [(e.event, room) for e, room in zip(entries, judging(rooms), strict=True)]
        self._room = rooms[-1]
        self._clock_frame = clock_frame
        self._for_all = [
            p.encode(event) if same_for_all(event, room) else None for event, room in self.shown
        ]

    def of(self, seat: int | None) -> list[str]:
        """The frames for this seat (None: a spectator): the events, then with a `clock_frame` those
        of `clock_and_turn_frames`."""
        frames = [
            frame or p.encode(view(event, room, seat))
            for frame, (event, room) in zip(self._for_all, self.shown, strict=True)
        ]
        if self._clock_frame is None:
            return frames
        return frames + clock_and_turn_frames(self._room, seat, self._clock_frame)
