"""What goes into a hosted room and what it needs of the server around it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol

from ..rooms.commands import Command, NewGameIds, PlayerCommand
from ..rooms.room import Actor, LogEntry, Room, Step
from ..store import Commit
from .long_reads import LongReads
from .outbox import Viewer
from .tally import Tally


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
    """Play is halted; perhaps it can go on now."""


Item = ClientCommand | Joined | ServerCommand | Retry
Admit = Callable[[Room, Step, Command, Viewer | None], Step]


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the server does when something happens in a room; none of them may block or raise.

    `changed`: the game with this id. `at_work`: marks the room for as long as its rules are at
    work. `tally` counts. `admit`: a step of a room that this command of this viewer (None: the
    server's) has led to, or a refusal in its place. `first_move`: this account has moved, in a game
    in which not all have. `loop_turn`: waited for after something that came to nothing.
    `long_reads`: the turns of who reads much. `source`: what somebody is told of where a game comes
    from (`Welcome.source`).
    """

    fresh: Callable[[], NewGameIds]
    changed: Callable[[str], None]
    created: Callable[[Room], None]
    finished: Callable[[Room], None]
    at_work: Callable[[Room], AbstractContextManager[None]] = lambda room: nullcontext()
    tally: Tally = field(default_factory=Tally)
    admit: Admit = lambda room, done, command, viewer: done
    first_move: Callable[[str, str], None] = lambda game, account: None
    loop_turn: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
    long_reads: LongReads = field(default_factory=LongReads)
    source: Callable[[str, Actor | None], str | None] = lambda game, actor: None
