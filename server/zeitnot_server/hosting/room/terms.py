"""The items of a room's queue, and the parts of the server that a room uses."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence, Sized
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ...events.bus import Events
from ...limits.long_reads import LongReads
from ...rooms.commands import Command, NewGameIds, PlayerCommand
from ...rooms.room import Actor, LogEntry, Room, Step
from ...rooms.timeouts import Timeout
from ...store import Commit, Histogram
from ...store.tally import SECONDS
from .send_queue import Viewer

Why = Literal["form", "game", "allowance"]
"""Why part of a report was left out: an invalid text; the bound of the game; that of the
sender."""


class Tally:
    """The counters of one server. Only the loop's thread adds to them.

    `ack_s`: from a frame's stamp until its acknowledgement is written, in whole milliseconds as
    stamps are; `lag_s`: how late the loop ran its heartbeat.
    """

    def __init__(self) -> None:
        self.ack_s = Histogram(SECONDS)
        self.lag_s = Histogram(SECONDS)
        self.moves = 0
        self.cut = 0  # viewers cut off because they did not read
        self.ended: Counter[str] = Counter()  # games, by reason
        self.refused: Counter[str] = Counter()  # by error code
        self.limits_reached: Counter[str] = Counter()  # by the name of the limit
        self.reports_left_out: Counter[Why] = Counter()  # engines' reports, wholly or in part
        self.sockets: Counter[str] = Counter()  # open now, by kind
        self.connections: Sized = ()  # open now


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
class Subscribe:
    """A viewer has said hello and has all events up to `since`. `known`: the room when the
    viewer was welcomed; None: not welcomed yet."""

    viewer: Viewer
    since: int
    known: Room | None = None


@dataclass(frozen=True, slots=True)
class ServerCommand:
    """A command of the server's own."""

    command: Timeout


Item = ClientCommand | Subscribe | ServerCommand


class Policy(Protocol):
    """Judges what the rules allow: may this command be carried out here and now?"""

    def __call__(self, room: Room, done: Step, command: Command, viewer: Viewer | None, /) -> Step:
        """`done`, or a refusal in its place. `room`: before the step; `done`: to what the command
        of this viewer (None: the server) has led. Must not block. Not asked about moves."""


class Heartbeat(Protocol):
    """Notes what a later run has to know if this process crashes; each call takes microseconds."""

    def at_work(self, room: Room) -> AbstractContextManager[None]:
        """Marks the room while its rules run."""

    def storing(self, game: str, since_ms: int) -> AbstractContextManager[None]:
        """Notes that a move that came at this time is being stored."""

    def began(self, game: str, late_ms: int | None) -> None:
        """Notes that a turn has begun; see `store.runs.Heartbeats`."""


class NoHeartbeat:
    """Notes nothing: for rooms without a store."""

    def at_work(self, room: Room) -> AbstractContextManager[None]:
        return nullcontext()

    def storing(self, game: str, since_ms: int) -> AbstractContextManager[None]:
        return nullcontext()

    def began(self, game: str, late_ms: int | None) -> None:
        pass


SourceOf = Callable[[str, Actor | None], str | None]
"""The tag of a game's source that an actor is told (`Welcome.source`)."""


@dataclass(frozen=True, slots=True)
class Host:
    """What a room needs of its server. `policies`: asked in this order; the first refusal counts.
    `new_game_ids`: of a rematch. `loop_turn`: awaited after an item that has changed nothing.
    `long_reads`: the turns for reading long logs."""

    new_game_ids: Callable[[], NewGameIds]
    events: Events = field(default_factory=Events)
    policies: Sequence[Policy] = ()
    heartbeat: Heartbeat = field(default_factory=NoHeartbeat)
    source_of: SourceOf = lambda game, actor: None
    tally: Tally = field(default_factory=Tally)
    loop_turn: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
    long_reads: LongReads = field(default_factory=LongReads)
