"""What a room needs of its server: policies, heartbeats, counters (`Host`)."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence, Sized
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ...events.bus import Events
from ...limits.long_reads import LongReads
from ...rooms.commands import Command, NewGameIds
from ...rooms.players import StandIn
from ...rooms.room import Actor, LogEntry, Room, Step
from ...store import Commit, Histogram
from ...store.tally import SECONDS
from .merges import Merges
from .send_queue import Viewer

OmissionReason = Literal["form", "game", "allowance"]
"""Why part of an engine's report was not stored: an invalid text; the bound of the game; that of
the sender."""


class ServerTally:
    """The counters of one server. Only the event loop's thread adds to them.

    `ack_s`: from a frame's stamp until its acknowledgement is written, in whole milliseconds as
    stamps are; `lag_s`: how late the event loop ran the heartbeat.
    """

    def __init__(self) -> None:
        self.ack_s = Histogram(SECONDS)
        self.lag_s = Histogram(SECONDS)
        self.moves = 0
        self.disconnected = 0  # viewers disconnected because they did not read
        self.ended: Counter[str] = Counter()  # games, by reason
        self.refused: Counter[str] = Counter()  # by error code
        self.limits_reached: Counter[str] = Counter()  # by the name of the limit
        self.reports_left_out: Counter[OmissionReason] = Counter()  # whole or in part
        self.sockets: Counter[str] = Counter()  # open now, by kind
        self.connections: Sized = ()  # open now


class Log(Protocol):
    """The part of the store that a room's actor uses."""

    async def commit(self, commit: Commit) -> None: ...

    async def entries(self, game_id: str, since: int, limit: int = -1) -> list[LogEntry]: ...


class Policy(Protocol):
    """A check after the rules: may this command be carried out here and now?"""

    def __call__(self, room: Room, done: Step, command: Command, viewer: Viewer | None, /) -> Step:
        """Returns `done`, or a refusal in its place. `room`: before the step; `done`: the step of
        the command. `viewer`: the sender, None: the server. Must not block. Not called for
        moves."""


class Heartbeat(Protocol):
    """Notes what a later run has to know if this process crashes; each call takes microseconds."""

    def at_work(self, room: Room) -> AbstractContextManager[None]:
        """Marks the room while its rules run."""

    def storing(self, game: str, since_ms: int) -> AbstractContextManager[None]:
        """Notes that a move that arrived at this time is being stored."""

    def began(self, game: str, late_ms: int | None) -> None:
        """Notes that a turn has begun; see `store.runs.Heartbeats`."""


class NoHeartbeat:
    """Notes nothing, for rooms without a store."""

    def at_work(self, room: Room) -> AbstractContextManager[None]:
        return nullcontext()

    def storing(self, game: str, since_ms: int) -> AbstractContextManager[None]:
        return nullcontext()

    def began(self, game: str, late_ms: int | None) -> None:
        pass


FindStandIn = Callable[[Room, int, Mapping[str, str | None]], StandIn | None]
"""Finds a bot for the seat of a person who leaves, and reserves its slot; None: there is none. The
mapping: the addresses of the accounts that are connected, as bans use them; None: this machine."""
SourceOf = Callable[[str, Actor | None], str | None]
"""The tag of a game's source, as sent to an actor (`Welcome.source`)."""


@dataclass(frozen=True, slots=True)
class Host:
    """What a room needs of its server. `policies`: asked in this order; the first refusal counts.
    `stand_ins`: the first bot that one of them finds takes the seat of a person who leaves.
    `new_game_ids`: makes the id and the seed of a rematch. `next_tick`: awaited after an item that
    has changed nothing. `long_reads`: shares the reading of long logs among addresses. `merges`:
    the guests merged lately. `rates_one_address`: rated games count even if players share an
    address."""

    new_game_ids: Callable[[], NewGameIds]
    events: Events = field(default_factory=Events)
    policies: Sequence[Policy] = ()
    stand_ins: Sequence[FindStandIn] = ()
    heartbeat: Heartbeat = field(default_factory=NoHeartbeat)
    source_of: SourceOf = lambda game, actor: None
    tally: ServerTally = field(default_factory=ServerTally)
    next_tick: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
    long_reads: LongReads = field(default_factory=LongReads)
    rates_one_address: bool = False
    merges: Merges = field(default_factory=Merges)
