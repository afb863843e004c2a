"""What goes into a hosted room and what it needs of the server around it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from ..rooms.commands import Command, NewGameIds, PlayerCommand
from ..rooms.room import Actor, LogEntry, Refusal, Room, Step
from ..store import Commit
from .long_reads import LongReads
from .outbox import Viewer
from .tally import Tally

if TYPE_CHECKING:
    from .room_actor import RoomActor


class Log(Protocol):
    """What a room's actor needs of the store."""

    async def commit(self, commit: Commit) -> None: ...

    async def entries(self, game_id: str, since: int, limit: int = -1) -> list[LogEntry]: ...


@dataclass(frozen=True, slots=True)
class ClientCommand:
    """A player's command, stamped as its frame arrived."""

    viewer: Viewer
    command: PlayerCommand
    at_ms: int


@dataclass(frozen=True, slots=True)
class Joined:
    """A viewer has said hello and has all events up to `since`. `known`: it has been welcomed, and
    this is the room as it was then."""

    viewer: Viewer
    since: int
    known: Room | None = None


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """The server's own command."""

    command: Command


@dataclass(frozen=True, slots=True)
class Retry:
    """Play stands still; perhaps it can go on now."""


Item = ClientCommand | Joined | ServerCommand | Retry


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the server does when something happens in a room; none of them may block or raise.

    `at_work`: the room whose rules are about to work; None: they have come back. `tally` counts.
    `disk_low`: whether the disk's last space is for the games that are on (`disk`). `admit`: a step
    of a room, or a refusal of it in its place. `judge`: why this viewer may not have done what the
    rules allow and what leads to this room; None: it may. `first_move`: this account has moved, in
    a game in which not all have. `loop_turn`: waited for after something that came to nothing.
    `long_reads`: the turns of who reads much. `source`: what somebody is told of where a game comes
    from (`Welcome.source`).
    """

    fresh: Callable[[], NewGameIds]
    changed: Callable[["RoomActor"], None]
    created: Callable[[Room], None]
    finished: Callable[[Room], None]
    at_work: Callable[[Room | None], None] = lambda room: None
    tally: Tally = field(default_factory=Tally)
    disk_low: Callable[[], bool] = lambda: False
    admit: Callable[[Room, Step], Step] = lambda room, done: done
    judge: Callable[[Room, PlayerCommand, Viewer], Refusal | None] = lambda room, told, viewer: None
    first_move: Callable[[str, str], None] = lambda game, account: None
    loop_turn: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
    long_reads: LongReads = field(default_factory=LongReads)
    source: Callable[[str, Actor | None], str | None] = lambda game, actor: None
