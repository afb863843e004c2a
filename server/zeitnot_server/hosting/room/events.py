"""The facts about rooms that are published on the bus (`events.bus`).

Each is published once, on the node that has the room, after the commit and before the sender of the
command is acknowledged: a subscriber that takes a millisecond delays that by a millisecond. A crash
between the commit and the publication loses the fact; subscribers that must not miss one also read
the database at the next start.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import zeitnot_protocol as p

from ...rooms.room import LogEntry, Room


@dataclass(frozen=True, slots=True)
class RoomCreated:
    """A room has been created and stored."""

    room: Room


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """The state or the viewers of a room in memory have changed. Published at every move, so each
    room has one instance that it publishes again and again."""

    game: str


@dataclass(frozen=True, slots=True)
class RoomFinished:
    """A game has ended; `room` is its last state, with `room.finished` set."""

    room: Room


@dataclass(frozen=True, slots=True)
class InvitationDeclined:
    """A player for whom a seat was reserved will not come; `room` is the room after that.
    `has_answered`: it has said so; False: its time to answer is over."""

    room: Room
    has_answered: bool = True

    @classmethod
    def of(cls, room: Room, entries: Sequence[LogEntry]) -> "InvitationDeclined":
        """The fact of these entries of the log, after which the room is as here."""
        seated = [each.event for each in entries if isinstance(each.event, p.Seated)]
        declined = [event.declined for event in seated if event.declined is not None]
        return cls(room, any(each.reason is not None for each in declined))


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
    """A player has moved in a game in which not every seat had moved before."""

    game: str
    account: str
