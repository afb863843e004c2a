"""The items of a room's mailbox."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...rooms.commands import PlayerCommand
from ...rooms.room import Room
from ...rooms.timeouts import Timeout
from .send_queue import Viewer


@dataclass(frozen=True, slots=True)
class ClientCommand:
    """A player's command, stamped when its frame arrived."""

    viewer: Viewer
    command: PlayerCommand
    at_ms: int


@dataclass(frozen=True, slots=True)
class Subscribe:
    """A viewer has said hello and has all events up to `since`. `room_at_since`: the room after
    that event, if the viewer has been welcomed already; None: it has not."""

    viewer: Viewer
    since: int
    room_at_since: Room | None = None


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A command of the server's own."""

    command: Timeout


Item = ClientCommand | Subscribe | ServerCommand


def senders_of(items: Iterable[Item]) -> list[Viewer]:
    """The sockets from which these items came."""
    return [item.viewer for item in items if isinstance(item, ClientCommand | Subscribe)]
