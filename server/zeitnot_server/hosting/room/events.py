"""The facts about rooms that are published on the bus (`events.bus`).

They are published on the node that has the room, once each, when they are on disk and before the
sender of the command is acknowledged: a subscriber that takes a millisecond delays that by a
millisecond. A crash between the commit and the publication loses them; what must not be lost is
looked up in the database at the next start, too.
"""

from dataclasses import dataclass

from ...rooms.room import Room


@dataclass(frozen=True, slots=True)
class RoomCreated:
    """A room has been made and stored."""

    room: Room


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The state or the viewers of a room in memory have changed. Published at every move: a room
    keeps the one that it publishes."""

    game: str


@dataclass(frozen=True, slots=True)
class RoomFinished:
    """A game has ended; the room is as it ended, `room.finished` is set."""

    room: Room


@dataclass(frozen=True, slots=True)
class RoomUnloaded:
    """A room has left memory; another node may have it next."""

    room: Room


@dataclass(frozen=True, slots=True)
class RoomUnreadable:
    """A game cannot be loaded in this run of the server."""

    game: str


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A player has moved in a game in which not everybody had moved before."""

    game: str
    account: str
