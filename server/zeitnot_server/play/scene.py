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
