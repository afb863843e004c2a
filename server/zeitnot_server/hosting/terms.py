"""The items of a room's queue, and the parts of the server that a room uses."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol

from ..limits.long_reads import LongReads
from ..rooms.commands import Command, NewGameIds, PlayerCommand
from ..rooms.room import Actor, LogEntry, Room, Step
from ..store import Commit
from .mailbox import Owner
from .outbox import Viewer
from .tally import Tally


class Log(Protocol):
    """The part of the store that a room's actor uses."""

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
    """A viewer has said hello and has all events up to `since`. `known`: the room when the
    viewer was welcomed; None: not welcomed yet."""

    viewer: Viewer
    since: int
    known: Room | None = None


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A command of the server's own."""

    command: Command


@dataclass(frozen=True, slots=True)
class Retry:
    """Tries to go on with play that is halted."""


Item = ClientCommand | Joined | ServerCommand | Retry


def owner_by(seat_of: Callable[[Viewer], int | None]) -> Callable[[Item], Owner]:
    """Who has sent an item. `seat_of`: a viewer's seat, None: a spectator's."""

    def owner(item: Item) -> Owner:
        if not isinstance(item, ClientCommand | Joined):
            return None
        viewer = item.viewer
        if (seat := seat_of(viewer)) is not None:
            return seat
        return viewer.actor.account if viewer.actor else f"socket {viewer.number}"

    return owner


Admit = Callable[[Room, Step, Command, Viewer | None], Step]


@dataclass(frozen=True, slots=True)
class Hooks:
    """Callbacks of a room to the server; none of them may block or raise.

    `changed`: the game with this id has changed. `at_work`: marks the room while its rules run.
    `storing`, `began`: see `runs.Heartbeats`.
    `tally`: counters. `admit`: returns the step that a command of this viewer (None: the server)
    has led to, or a refusal in its place. `first_move`: this account has moved, in a game in which
    not everybody has. `loop_turn`: awaited after an item that has changed nothing. `long_reads`:
    the turns for reading long logs. `source`: the tag of a game's source that an actor is told
    (`Welcome.source`).
    """

    new_game_ids: Callable[[], NewGameIds]
    changed: Callable[[str], None]
    created: Callable[[Room], None]
    finished: Callable[[Room], None]
    at_work: Callable[[Room], AbstractContextManager[None]] = lambda room: nullcontext()
    storing: Callable[[str, int], AbstractContextManager[None]] = lambda game, at: nullcontext()
    began: Callable[[str, int | None], None] = lambda game, late_ms: None
    tally: Tally = field(default_factory=Tally)
    admit: Admit = lambda room, done, command, viewer: done
    first_move: Callable[[str, str], None] = lambda game, account: None
    loop_turn: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
    long_reads: LongReads = field(default_factory=LongReads)
    source: Callable[[str, Actor | None], str | None] = lambda game, actor: None
