"""What survives a crash, and the model that stands in the place of `Store`.

`Disk` is the truth: durable rows in order, the games made, the runs, the alive file. A `ModelStore`
is one process's way to it: slow at times, failing at times, and without effect once its process is
dead. What a commit would have left behind at a crash is drawn at random.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

import zeitnot_protocol as p
from zeitnot_server.rooms.fold import fold
from zeitnot_server.rooms.room import Actor, GameSetup, LogEntry, Room
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Commit, Conflict, Credential, Loaded, WriteFailed
from zeitnot_server.store.sqlite.alive import Beat

_event: msgspec.json.Decoder[p.RoomEvent] = msgspec.json.Decoder(p.RoomEvent)


@dataclass(frozen=True, slots=True)
class Weather:
    """How the disk behaves: seconds of a usual commit, and how often it is slow or fails."""

    usual: float = 0.002
    slow: float = 0.0
    slowest: float = 2.0
    lost: float = 0.0
    unknown: float = 0.0
    full: tuple[float, float] = (0.0, 0.0)


class Entry:
    """One durable row: the row, and the event's own bytes as a file would have them."""

    __slots__ = ("body", "row")

    def __init__(self, row: LogEntry) -> None:
        self.row = row
        self.body = p.encode(row.event)

    def read(self) -> LogEntry:
        """The row as it comes back from the file: nothing of it is shared."""
        return replace(self.row, event=_event.decode(self.body))


@dataclass
class Disk:
    """The files. `people`: accounts by token."""

    people: dict[str, Actor]
    game_setups: dict[str, GameSetup] = field(default_factory=dict)
    log: dict[str, list[Entry]] = field(default_factory=dict)
    runs: dict[int, int] = field(default_factory=dict)
    crashed_in: list[str] = field(default_factory=list)
    beat: Beat | None = None
    mark: tuple[int, str] | None = None

    def begin_run(self) -> int:
        """Settles how long the last run lived, and opens the next."""
        last = max(self.runs, default=0)
        if self.beat and self.beat.run == last:
            self.runs[last] = max(self.runs[last], self.beat.ms)
        if self.mark and self.mark[0] == last:
            self.crashed_in.append(self.mark[1])
        self.mark = None
        self.runs[last + 1] = 0
        return last + 1

    def append(self, what: Commit) -> list[Entry]:
        """One transaction. Raises Conflict, as the two unique keys of the log would."""
        for room in what.created:
            if room.id in self.game_setups:
                raise Conflict(f"{room.id} exists")
        entries = self.log.get(what.room.id, [])
        accepted = {(e.row.account, e.row.command_id) for e in entries if e.row.command_id}
        for at, row in enumerate(what.entries):
            if row.event.seq != len(entries) + at + 1:
                raise Conflict(f"{row.event.seq} does not follow on {len(entries) + at}")
            if row.command_id and (row.account, row.command_id) in accepted:
                raise Conflict(f"{row.command_id} is taken")
        for room in what.created:
            self.game_setups[room.id] = room.game_setup
            self.log[room.id] = []
        new = [Entry(row) for row in what.entries]
        self.log[what.room.id].extend(new)
        for entry in new:
            if entry.row.event.seq:
                self.runs[entry.row.run] = max(self.runs[entry.row.run], entry.row.at_ms)
        return new


class ModelAlive:
    """The alive file as one process sees it."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.dead = False

    def beat(self, run: int, ms: int) -> None:
        """Writes a heartbeat."""
        if not self.dead:
            self._disk.beat = Beat(run, ms)

    def mark(self, run: int, room: str, ply: int) -> None:
        """The rules of this room are about to work."""
        if not self.dead:
            self._disk.mark = (run, room)

    def unmark(self) -> None:
        """They have come back."""
        if not self.dead:
            self._disk.mark = None


@dataclass
class Observer:
    """Who is told what happens on the disk."""

    durable: Callable[[str, list[Entry]], None]
    returned: Callable[[str, list[LogEntry], bool], None]
    failed: Callable[[str, list[LogEntry]], None]


class ModelStore:
    """See the module. Has what the server asks of a `Store`."""

    def __init__(
        self,
        disk: Disk,
        weather: Weather,
        rng: Random,
        observer: Observer,
        on_commit: Callable[[str], None],
    ) -> None:
        self.alive = ModelAlive(disk)
        self.log = self.runs = self.tokens = self.games = self.moderation = self  # each domain
        self._disk = disk
        self._weather = weather
        self._rng = rng
        self._observer = observer
        self._on_commit = on_commit
        self._pending: list[Commit] = []
        self._unknown: set[str] = set()
        self._dead = False

    def crash(self) -> None:
        """The process is gone. Of what the writer had in hand, some got to the disk."""
        for kind in self._pending:
            if self._rng.random() < 0.5:
                self._write(kind)
        self._dead = self.alive.dead = True
        self._pending = []

    # ── what a server asks ──────────────────────────────────────────────────────────────────────

    async def commit(self, what: Commit) -> None:
        """Appends; returns when it is durable."""
        self._pending.append(what)
        self._on_commit("begun")
        await asyncio.sleep(self._takes())
        if self._dead:
            await asyncio.Future()
        self._pending.remove(what)
        start, end = self._weather.full
        now = asyncio.get_running_loop().time()
        if start <= now < end or self._rng.random() < self._weather.lost:
            self._observer.failed(what.room.id, list(what.entries))
            raise WriteFailed("not written, but the caller cannot know")
        self._write(what)
        self._on_commit("durable")
        if self._rng.random() < self._weather.unknown:
            self._observer.failed(what.room.id, list(what.entries))
            self._unknown.add(what.room.id)
            raise WriteFailed("written, but the caller cannot know")
        await asyncio.sleep(0)
        if self._dead:
            await asyncio.Future()
        self._observer.returned(what.room.id, list(what.entries), True)
        self._on_commit("returned")

    async def entries(self, game: str, since: int = 0, limit: int = -1) -> list[LogEntry]:
        """The log of a game after number `since`; all of it, or so much."""
        await asyncio.sleep(self._weather.usual / 4)
        until = None if limit < 0 else since + limit
        rows = [entry.read() for entry in self._disk.log[game][since:until]]
        if game in self._unknown:  # the room finds out what its commit has left
            self._unknown.discard(game)
            self._observer.returned(game, rows, False)
        return rows

    async def load(self, game: str, turn: object = None) -> Loaded | None:
        """The room as the log has it."""
        await asyncio.sleep(self._weather.usual / 2)
        if game not in self._disk.game_setups:
            return None
        rows = [entry.read() for entry in self._disk.log[game]]
        room = fold(Room.new(self._disk.game_setups[game]), rows)
        last = rows[-1] if rows else None
        return Loaded(room, last.run if last else 0, last.at_ms if last else 0)

    async def last_alive_ms(self, run: int) -> int:
        """How far a past run's clock is known to have come."""
        return self._disk.runs.get(run, 0)

    async def crashes_in(self, game: str) -> int:
        """How many runs broke off while this room was being stepped."""
        return self._disk.crashed_in.count(game)

    async def open_since(self, before_ms: int) -> list[str]:
        """Games made before that instant which have not begun."""
        return [
            game
            for game, game_setup in self._disk.game_setups.items()
            if game_setup.created_at < before_ms
            and not any(
                isinstance(e.row.event, p.Started | p.Finished) for e in self._disk.log[game]
            )
        ]

    async def by_utc_ids(self) -> list[str]:
        """Games of days a move; none is played here."""
        return []

    async def quiet_since(self, before_ms: int, claimable_before_ms: int) -> list[str]:
        """Games that are on in which nothing has happened since; a run is too short for one."""
        return []

    async def credential(self, token: str) -> Credential | None:
        """Whose token this is; none ends here."""
        actor = self._disk.people.get(token)
        return Credential(token, actor) if actor else None

    async def unfinished_of(self, account: str) -> list[Any]:
        """Nobody looks at the lobby here."""
        return []

    # ── inside ─────────────────────────────────────────────────────────────────────────────────

    def _takes(self) -> float:
        weather = self._weather
        if self._rng.random() < weather.slow:
            return self._rng.uniform(0.05, weather.slowest)
        return self._rng.uniform(0.5, 1.5) * weather.usual

    def _write(self, what: Commit) -> None:
        entries = self._disk.append(what)
        self._observer.durable(what.room.id, entries)
