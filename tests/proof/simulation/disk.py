"""The durable data, and a model of `Store` on it.

`Disk` holds the data: durable rows in order, games, runs, and the heartbeat file. One server
process accesses it through a `ModelStore`, which is sometimes slow and sometimes fails. When the
process crashes, a random subset of the pending commits survives, and the `ModelStore` no longer has
any effect.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

import zeitnot_protocol as p
from zeitnot_server.events.bus import Events
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, GameSetup, LogEntry, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit, Conflict, Credential, Loaded, WriteFailed
from zeitnot_server.store.heartbeat_file import Heartbeat
from zeitnot_server.store.nodes import OneNode

_event: msgspec.json.Decoder[p.RoomEvent] = msgspec.json.Decoder(p.RoomEvent)


@dataclass(frozen=True, slots=True)
class DiskFaults:
    """`usual_s`, `slowest_s`: durations of a commit. `slow`, `lost`, `unknown`: probabilities of a
    slow commit, of a failed one, and of one that fails after it was written. `full_s`: begin and
    end of the time in which the disk is full."""

    usual_s: float = 0.002
    slow: float = 0.0
    slowest_s: float = 2.0
    lost: float = 0.0
    unknown: float = 0.0
    full_s: tuple[float, float] = (0.0, 0.0)


class DurableEntry:
    """A log entry on the disk, with the event's bytes as in a file."""

    __slots__ = ("body", "entry")

    def __init__(self, entry: LogEntry) -> None:
        self.entry = entry
        self.body = p.encode(entry.event)

    def read(self) -> LogEntry:
        """Decodes a copy of the entry from its bytes."""
        return replace(self.entry, event=_event.decode(self.body))


@dataclass
class Disk:
    """The files. `people`: accounts by token. `crashed_in`: the games whose rules ran at a
    crash. `mark`: the run and the game whose rules are running."""

    people: dict[str, Actor]
    game_setups: dict[str, GameSetup] = field(default_factory=dict)
    log: dict[str, list[DurableEntry]] = field(default_factory=dict)
    runs: dict[int, int] = field(default_factory=dict)
    crashed_in: list[str] = field(default_factory=list)
    heartbeat: Heartbeat | None = None
    mark: tuple[int, str] | None = None

    def begin_run(self) -> int:
        """Records how long the last run lasted, and begins the next."""
        last = max(self.runs, default=0)
        if self.heartbeat and self.heartbeat.run == last:
            self.runs[last] = max(self.runs[last], self.heartbeat.ms)
        if self.mark and self.mark[0] == last:
            self.crashed_in.append(self.mark[1])
        self.mark = None
        self.runs[last + 1] = 0
        return last + 1

    def append(self, commit: Commit) -> list[DurableEntry]:
        """Appends in one transaction. Raises Conflict where the unique keys of the log would."""
        for room in commit.created:
            if room.id in self.game_setups:
                raise Conflict(f"{room.id} exists")
        entries = self.log.get(commit.room.id, [])
        accepted = {(e.entry.account, e.entry.command_id) for e in entries if e.entry.command_id}
        for i, entry in enumerate(commit.entries):
            if entry.event.seq != len(entries) + i + 1:
                raise Conflict(f"{entry.event.seq} does not follow {len(entries) + i}")
            if entry.command_id and (entry.account, entry.command_id) in accepted:
                raise Conflict(f"{entry.command_id} is taken")
        for room in commit.created:
            self.game_setups[room.id] = room.game_setup
            self.log[room.id] = []
        new_entries = [DurableEntry(entry) for entry in commit.entries]
        self.log[commit.room.id].extend(new_entries)
        for entry in commit.entries:
            if entry.event.seq:
                self.runs[entry.run] = max(self.runs[entry.run], entry.at_ms)
        return new_entries


class ModelHeartbeats:
    """The heartbeat file as one process sees it."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.dead = False

    def beat(self, run: int, ms: int) -> None:
        """Writes a heartbeat."""
        if not self.dead:
            self._disk.heartbeat = Heartbeat(run, ms)

    def storing(self, room: str, since_ms: int) -> AbstractContextManager[None]:
        """No-op: only marks and heartbeats are modelled."""
        return nullcontext()

    def began(self, room: str, late_ms: int | None) -> None:
        """No-op: only marks and heartbeats are modelled."""

    def mark(self, run: int, room: str, ply: int) -> None:
        """Marks the room whose rules are about to run."""
        if not self.dead:
            self._disk.mark = (run, room)

    def unmark(self) -> None:
        """Clears the mark."""
        if not self.dead:
            self._disk.mark = None


@dataclass
class Observer:
    """Callbacks for the fate of a commit's entries; the first argument is the game. `returned`: the
    room knows that they are durable, and whether the commit itself told it so (True), or a later
    read of the log (False)."""

    durable: Callable[[str, list[DurableEntry]], None]
    returned: Callable[[str, list[LogEntry], bool], None]
    failed: Callable[[str, list[LogEntry]], None]


class ModelStore:
    """The part of `Store` that the server uses."""

    def __init__(
        self,
        disk: Disk,
        faults: DiskFaults,
        rng: Random,
        observer: Observer,
        on_commit: Callable[[str], None],
    ) -> None:
        self.heartbeats = ModelHeartbeats(disk)
        self.nodes = OneNode()
        self.events = Events()
        # this object serves as every part of the store
        self.log = self.runs = self.tokens = self.games = self.moderation = self
        self.accounts = self.kept = self.merged_guests = self.people = self.ratings = self
        self.clubs = self
        self._disk = disk
        self._faults = faults
        self._rng = rng
        self._observer = observer
        self._on_commit = on_commit
        self._pending: list[Commit] = []
        self._unknown: set[str] = set()  # games with a commit of unknown outcome
        self._dead = False

    async def owner_of(self, account: str) -> None:
        """No bot has an owner."""

    async def unsettled(self) -> list[Any]:
        """No guest has been merged."""
        return []

    async def due(self, now: int) -> list[Any]:
        """There are no clubs, and so no ladders."""
        return []

    async def challenged_since(self, since: int) -> list[Any]:
        """As `due`."""
        return []

    async def games_without_challenge(self, before: int) -> list[Any]:
        """As `due`."""
        return []

    def crash(self) -> None:
        """Ends the process; some of the pending commits become durable."""
        for commit in self._pending:
            if self._rng.random() < 0.5:
                self._write(commit)
        self._dead = self.heartbeats.dead = True
        self._pending = []

    # ── interface of `Store` ────────────────────────────────────────────────────────────────────

    def release(self, game: str) -> None:
        """No-op: this store does not cache the log of a room."""

    async def ping(self) -> None:
        """No-op: this database always answers."""

    async def commit(self, commit: Commit) -> None:
        """Appends a commit; returns when it is durable."""
        self._pending.append(commit)
        self._on_commit("begun")
        await asyncio.sleep(self._commit_s())
        if self._dead:
            await asyncio.Future()  # a dead process never continues
        self._pending.remove(commit)
        start, end = self._faults.full_s
        now = asyncio.get_running_loop().time()
        if start <= now < end or self._rng.random() < self._faults.lost:
            self._observer.failed(commit.room.id, list(commit.entries))
            raise WriteFailed("not written, but the caller cannot know")
        self._write(commit)
        self._on_commit("durable")
        if self._rng.random() < self._faults.unknown:
            self._observer.failed(commit.room.id, list(commit.entries))
            self._unknown.add(commit.room.id)
            raise WriteFailed("written, but the caller cannot know")
        await asyncio.sleep(0)
        if self._dead:
            await asyncio.Future()
        self._observer.returned(commit.room.id, list(commit.entries), True)
        self._on_commit("returned")

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]:
        """The log of a game after event `since`; at most `limit` entries unless it is negative."""
        await asyncio.sleep(self._faults.usual_s / 4)
        end = None if limit < 0 else since + limit
        rows = [entry.read() for entry in self._disk.log[game][since:end]]
        if game in self._unknown:  # now the room knows the outcome of its commit
            self._unknown.discard(game)
            self._observer.returned(game, rows, False)
        return rows

    async def load(self, game: str, turn: object = None) -> Loaded | None:
        """The room restored from its log."""
        await asyncio.sleep(self._faults.usual_s / 2)
        if game not in self._disk.game_setups:
            return None
        rows = [entry.read() for entry in self._disk.log[game]]
        room = fold(Room.new(self._disk.game_setups[game]), rows)
        last = rows[-1] if rows else None
        return Loaded(room, last.run if last else 0, last.at_ms if last else 0)

    async def last_alive_ms(self, run: int) -> int:
        """The last known adjusted time of a past run."""
        return self._disk.runs.get(run, 0)

    async def lasted(self, run: int, room: str, since_ms: int) -> int:
        """How long a turn had lasted when a past run was last known to be alive."""
        return max(0, await self.last_alive_ms(run) - since_ms)

    async def crashes_in(self, game: str) -> int:
        """The number of runs that crashed while the rules of this room ran."""
        return self._disk.crashed_in.count(game)

    async def open_since(self, before_ms: int) -> list[str]:
        """Open games created before this instant."""
        return [
            game
            for game, game_setup in self._disk.game_setups.items()
            if game_setup.created_at < before_ms
            and not any(
                isinstance(e.entry.event, p.Started | p.Finished) for e in self._disk.log[game]
            )
        ]

    async def correspondence_ids(self) -> list[str]:
        """Correspondence games; the simulation has none."""
        return []

    async def quiet_since(self, before_ms: int, claimable_before_ms: int) -> list[str]:
        """Games without recent events; runs are too short for any."""
        return []

    async def credential(self, token: str) -> Credential | None:
        """The account of a token; tokens do not expire in the simulation."""
        actor = self._disk.people.get(token)
        return Credential(token, actor) if actor else None

    async def unfinished_of(self, account: str) -> list[Any]:
        """Unfinished games of an account; the lobby is not simulated."""
        return []

    # ── inside ─────────────────────────────────────────────────────────────────────────────────

    def _commit_s(self) -> float:
        faults = self._faults
        if self._rng.random() < faults.slow:
            return self._rng.uniform(0.05, faults.slowest_s)
        return self._rng.uniform(0.5, 1.5) * faults.usual_s

    def _write(self, commit: Commit) -> None:
        entries = self._disk.append(commit)
        self._observer.durable(commit.room.id, entries)
