"""The part of a room's actor that its parts (deadline, absence, audience) use."""

from dataclasses import dataclass
from typing import Protocol

from ..rooms.room import Room


class HostedRoom(Protocol):
    """The room, and who of its players is connected."""

    room: Room

    def seat_online(self, seat: int) -> bool:
        """Whether a socket of this seat's player is connected."""


@dataclass(slots=True)
class ClosedRoom:
    """Replaces the actor of a room that has left memory, in which no player is connected."""

    room: Room

    def seat_online(self, seat: int) -> bool:
        """Always False."""
        return False


def any_player_online(hosted: HostedRoom) -> bool:
    """Whether any player of the room is connected."""
    return any(map(hosted.seat_online, range(len(hosted.room.seats))))
