"""What is looked at: a hosted room."""

from dataclasses import dataclass
from typing import Protocol

from ..rooms.room import Room


class Scene(Protocol):
    """As who looks at it knows it."""

    room: Room

    def seat_online(self, seat: int) -> bool:
        """Whether a socket of this seat's player is connected."""


@dataclass(slots=True)
class Closed:
    """Stands in for the actor of a room that has left memory: nobody is there any more."""

    room: Room

    def seat_online(self, seat: int) -> bool:
        """Nobody's is."""
        return False


def a_player_is_online(scene: Scene) -> bool:
    """Whether anybody who plays there is connected."""
    return any(map(scene.seat_online, range(len(scene.room.seats))))
