"""The other nodes: their leases, states and changes."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import NamedTuple

from ...errors import Busy
from ...nodes import Changes, Node, OtherNode
from ...sql.base.connection import Connection
from ..base.lookup import Lookup
from ..writing.writer import Writer
from . import leases
from .runs import PostgresqlRuns

LEASE_SECONDS = 3.0
"""Another node ends a lease that was not renewed for this long."""
SUSPECT_SECONDS = 0.5
"""A node without a heartbeat for this long, ten intervals, is suspect: it may be dead."""
MAX_GAP_SECONDS = 1.5
"""If more time passes between two looks that each see a new heartbeat of this node, the database
may have been unreachable in between, when no node could write a heartbeat. Then only UNSEEN_SECONDS
of that time count. They count so that a dead node is noticed even if every look takes long."""
UNSEEN_SECONDS = 0.5
CLAIM_ATTEMPTS = 40
CLAIM_PAUSE_S = 0.05
RUNNING_PAUSE_S = 0.1  # between two looks of a starting node
MAX_CHANGES = 500
_ROUNDING = 1e-6  # of sums of seconds

_OTHERS = f"""SELECT lease.node, lease.run, lease.url, {leases.HEARTBEAT}, node_state.state
FROM lease JOIN node_clock ON node_clock.run = lease.run
LEFT JOIN node_state ON node_state.run = lease.run WHERE NOT lease.ended ORDER BY lease.run"""
_POST = """INSERT INTO node_state (run, state) VALUES (?, ?)
ON CONFLICT (run) DO UPDATE SET state = excluded.state"""
_STOPPED = """SELECT lease.run FROM lease JOIN node_state ON node_state.run = lease.run
WHERE lease.ended AND lease.run IN (SELECT CAST(value AS bigint) FROM
    json_array_elements_text(CAST(? AS json)))"""
_SYNCHRONOUS = "SELECT current_setting('synchronous_standby_names') <> ''"
_OLDEST = "SELECT min(run) FROM lease WHERE NOT ended"
# Which transactions can be seen, and by which connection of the database.
_NOW = """SELECT CAST(pg_current_snapshot() AS text), pid || ' ' || CAST(backend_start AS text)
FROM pg_stat_activity WHERE pid = pg_backend_pid()"""
_CHANGED = """SELECT game, changed FROM room_lease
WHERE changed >= :oldest AND NOT pg_visible_in_snapshot(
    CAST(CAST(changed AS text) AS xid8), CAST(CAST(:since AS text) AS pg_snapshot))
ORDER BY changed LIMIT :most"""
REUSED = 10_000
"""After a crash or a failover, which ends all connections, the database reuses the numbers of lost
transactions. At most this many: those of a few seconds without sync."""


class _Seen(NamedTuple):
    """The last look at a node: its last heartbeat, for how long that has not changed, and when that
    was counted."""

    heartbeat: int
    unchanged_s: float
    at_s: float


class PostgresqlNodes:
    """See `nodes.Nodes`. `monotonic_s`: this machine's clock. `without_lease`: runs a function in a
    transaction that does not hold this node's lease, because two nodes that end each other's lease
    would deadlock."""

    is_cluster = True

    def __init__(
        self,
        writer: Writer,
        lookup: Lookup,
        runs: PostgresqlRuns,
        node: str,
        url: str | None,
        monotonic_s: Callable[[], float],
        without_lease: Callable[[Callable[[Connection], bool]], Awaitable[bool]],
    ) -> None:
        self._writer, self._lookup, self._runs = writer, lookup, runs
        self._node, self._url = node, url
        self._monotonic_s, self._without_lease = monotonic_s, without_lease
        self._seen: dict[int, _Seen] = {}
        self._own_heartbeat = 0

    @property
    def this(self) -> Node:
        return Node(self._node, self._runs.number, self._url)

    async def claim(self, game: str) -> Node | None:
        """Claims a room. For a room of a suspect node it waits until that node has a heartbeat or
        loses its lease, because a retry by the client takes longer."""
        owner = await self._claim(game)
        if owner is None or not self._is_suspect(owner.run):
            return owner
        end_s = self._monotonic_s() + LEASE_SECONDS - SUSPECT_SECONDS
        while self._is_suspect(owner.run) and self._monotonic_s() < end_s:  # noqa: ASYNC110
            await asyncio.sleep(CLAIM_PAUSE_S)
        return await self._claim(game)

    async def _claim(self, game: str) -> Node | None:
        """Reads first, because most requested rooms belong to this node or to a living one, and
        then nothing has to be written."""
        run = self._runs.number
        for _ in range(CLAIM_ATTEMPTS):
            owner = await self._lookup.ask(lambda c: leases.owner(c, game))
            if owner is not None:
                return None if owner.run == run else owner
            with contextlib.suppress(leases.Locked):
                return await self._writer.write(lambda c: leases.claim(c, run, game))
            await asyncio.sleep(CLAIM_PAUSE_S)
        raise Busy(f"Another node is taking the room {game}.")

    async def release(self, games: Collection[str]) -> None:
        run, ids = self._runs.number, list(games)
        if ids:
            await self._writer.write(lambda c: leases.release(c, run, ids))

    async def remote_rooms(self, games: Collection[str]) -> Collection[str]:
        run, ids = self._runs.number, list(games)
        return await self._lookup.ask(lambda c: leases.remote_rooms(c, run, ids))

    async def post(self, state: bytes) -> None:
        run = self._runs.number
        await self._writer.write(lambda c: c.execute(_POST, (run, state)).rowcount)

    async def others(self) -> Sequence[OtherNode]:
        run = self._runs.number
        rows = await self._lookup.ask(lambda c: c.execute(_OTHERS).fetchall())
        heartbeats = {number: heartbeat for _, number, _, heartbeat, _ in rows}
        own = heartbeats.pop(run, 0)
        expired = self._expired(heartbeats, is_written=own != self._own_heartbeat)
        self._own_heartbeat = own
        ended = set[int]()
        for number in expired:
            end = partial(leases.end_expired, run=number, heartbeat=heartbeats[number])
            if await self._without_lease(end):
                ended.add(number)
                self._seen.pop(number, None)
        return [
            OtherNode(Node(node, number, url), state or b"")
            for node, number, url, _, state in rows
            if number not in ended and number != run
        ]

    async def stopped(self, runs: Collection[int]) -> Collection[int]:
        numbers = json.dumps(list(runs))
        rows = await self._lookup.ask(lambda c: c.execute(_STOPPED, (numbers,)).fetchall())
        return [run for (run,) in rows]

    @property
    def has_suspects(self) -> bool:
        return any(map(self._is_suspect, self._seen))

    def _is_suspect(self, run: int) -> bool:
        seen = self._seen.get(run)
        return seen is not None and seen.unchanged_s >= SUSPECT_SECONDS

    def _expired(self, heartbeats: dict[int, int], is_written: bool) -> set[int]:
        """The runs whose heartbeat has not changed for LEASE_SECONDS of counted time; notes the
        heartbeats of all. `is_written`: whether this node's own heartbeat was written since the
        last look. If not, the database may accept no writes at all, so no time is counted."""
        now_s = self._monotonic_s()
        seen: dict[int, _Seen] = {}
        for run, heartbeat in heartbeats.items():
            last = self._seen.get(run)
            if last is None or last.heartbeat != heartbeat:
                seen[run] = _Seen(heartbeat, 0.0, now_s)
            elif not is_written:
                seen[run] = last
            else:
                gap_s = now_s - last.at_s
                counted_s = gap_s if gap_s <= MAX_GAP_SECONDS else UNSEEN_SECONDS
                seen[run] = _Seen(heartbeat, last.unchanged_s + counted_s, now_s)
        self._seen = seen
        return {run for run, each in seen.items() if each.unchanged_s >= LEASE_SECONDS - _ROUNDING}

    async def running(self) -> Sequence[str]:
        first = await self._lookup.ask(self._heartbeats)
        end_s = self._monotonic_s() + LEASE_SECONDS
        while first and self._monotonic_s() < end_s:
            await asyncio.sleep(RUNNING_PAUSE_S)
            now = await self._lookup.ask(self._heartbeats)
            if written := {node for node, _, _ in now - first}:
                return sorted(written)
        return ()

    def _heartbeats(self, connection: Connection) -> set[tuple[str, int, int]]:
        """Name, run and last heartbeat of each other node with a lease."""
        rows = connection.execute(_OTHERS).fetchall()
        return {(row[0], row[1], row[3]) for row in rows if row[0] != self._node}

    async def is_leader(self) -> bool:
        (oldest,) = await self._lookup.ask(lambda c: c.execute(_OLDEST).fetchone())
        return bool(oldest == self._runs.number)

    async def synchronous(self) -> bool | None:
        (waits,) = await self._lookup.ask(lambda c: c.execute(_SYNCHRONOUS).fetchone())
        return bool(waits)

    async def changes(self, since: str | None) -> Changes:
        return await self._lookup.ask(lambda c: _changes(c, since))


def _changes(connection: Connection, since: str | None) -> Changes:
    """The changes that are visible now but were not in the snapshot `since`. `until`: a snapshot,
    and the connection that took it."""
    now, session = connection.execute(_NOW).fetchone()
    if since is None:
        return Changes((), f"{now}@{session}")
    then, _, taken_by = since.partition("@")
    if taken_by != session:
        then = _below(then, max(1, min(_oldest(then), _oldest(now)) - REUSED))
    parameters = {"since": then, "oldest": _oldest(then), "most": MAX_CHANGES}
    rows = connection.execute(_CHANGED, parameters).fetchall()
    if more := len(rows) == MAX_CHANGES:
        first, last = rows[0][1], rows[-1][1]
        if first == last:
            raise AssertionError(f"a transaction changes fewer than {MAX_CHANGES} games")
        now = _below(now, last)
    return Changes([game for game, _ in rows], f"{now}@{session}", more)


def _oldest(snapshot: str) -> int:
    """The oldest transaction that a snapshot may not see. A snapshot is
    `oldest:next:open,open,…`."""
    return int(snapshot.partition(":")[0])


def _below(snapshot: str, end: int) -> str:
    """The snapshot that sees those transactions of this one that are below `end`."""
    running = [number for number in snapshot.split(":")[2].split(",") if number]
    kept = ",".join(number for number in running if int(number) < end)
    return f"{min(_oldest(snapshot), end)}:{end}:{kept}"
