"""The frames of a step, for each seat. A frame that is the same for all viewers is encoded once."""

from collections.abc import Sequence

import zeitnot_protocol as p

from ...rooms.room import LogEntry, Room
from ...rooms.view import shown, turn, view


class Frames:
    """The frames of one step. `rooms`: the room after each entry; `clock`: the clocks, if they
    are sent."""

    def __init__(
        self, entries: Sequence[LogEntry], rooms: Sequence[Room], clock: p.Clock | None
    ) -> None:
        self._mover = rooms[-1].clock.running
        self.shown = shown(entries, rooms)
        legal_moves = turn(rooms[-1], self._mover) if clock else None
        self._for_all = [p.encode(event) if same else None for event, _, same in self.shown]
        self._clock = [p.encode(clock)] if clock else []
        self._legal_moves = [p.encode(legal_moves)] if legal_moves else []

    def for_seat(self, seat: int | None) -> list[str]:
        """The frames for this seat (None: a spectator): the events, the clocks, and for the mover
        the legal moves."""
        frames = [
            frame or p.encode(view(event, room, seat))
            for frame, (event, room, _) in zip(self._for_all, self.shown, strict=True)
        ]
        is_mover = seat is not None and seat == self._mover
        return [*frames, *self._clock, *(self._legal_moves if is_mover else ())]
