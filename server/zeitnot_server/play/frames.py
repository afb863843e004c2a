"""The frames that tell of a step: one for each seat and event, and one event encoded once."""

from collections.abc import Sequence

from zeitnot_client import protocol as p

from ..rooms.room import Room, Row
from ..rooms.view import moments, turn, view


def state_frames(room: Room, seat: int | None, clock: str) -> list[str]:
    """How the room stands: the clock (its frame), and to the mover its legal moves."""
    legal = turn(room, seat)
    return [clock, p.encode(legal)] if legal else [clock]


class Frames:
    """Makes frames of events; most games hide nothing, so the last one often serves again."""

    def __init__(self) -> None:
        self._last: tuple[p.RoomEvent, str] | None = None

    def news(
        self, before: Room, rows: Sequence[Row], after: Room, seat: int | None, clock: str | None
    ) -> list[str]:
        """What tells this seat of these rows, and then how the room stands if `clock` (its frame)
        is given."""
        told = moments(before, rows, after)
        frames = [self.encoded(view(event, then, seat)) for event, then in told]
        return frames if clock is None else frames + state_frames(after, seat, clock)

    def encoded(self, event: p.RoomEvent) -> str:
        """An event's frame; the same event is encoded once."""
        if self._last is None or self._last[0] is not event:
            self._last = (event, p.encode(event))
        return self._last[1]
