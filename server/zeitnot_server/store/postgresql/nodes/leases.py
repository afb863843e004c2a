"""Leases and the rooms that belong to them, in SQL; see `tables`."""

import json
from collections.abc import Collection

from ...heartbeat_file import Heartbeat, Mark, PreviousRun
from ...nodes import Node
from ...runs import Run
from ...sql.base import dialect
from ...sql.base.connection import Connection
from ...sql.logs.runs import new_key

MAX_AHEAD_MS = 1_000
"""How far the heartbeat file may be ahead of the heartbeat row. If it is further ahead, the
database was unreachable, so that nothing could be played."""

HEARTBEAT = "CAST(CAST(node_clock.xmin AS text) AS bigint)"
"""SQL: the number of the last heartbeat, which is that of the transaction that wrote it."""
_NEW_RUN = """INSERT INTO run (number, started_at, alive_ms, node, key)
SELECT coalesce(max(number), 0) + 1, CAST(:now AS bigint), 0, :node, :key FROM run
RETURNING number"""
_NEW_LEASE = "INSERT INTO lease (run, node, url) VALUES (?, ?, ?)"
_NEW_HEARTBEAT = "INSERT INTO node_clock (run, ms) VALUES (?, 0)"
_LAST_RUN = "SELECT number, key FROM run WHERE node = ? ORDER BY number DESC LIMIT 1"
_HELD = "SELECT run FROM lease WHERE node = ? AND NOT ended ORDER BY run"
_END = "UPDATE lease SET ended = true WHERE run = ? AND NOT ended"
_LOCK_LEASE = "SELECT ended FROM lease WHERE run = ? FOR UPDATE"
_UNCHANGED = f"SELECT 1 FROM node_clock WHERE run = ? AND {HEARTBEAT} = ?"
_LASTED = """UPDATE run SET alive_ms = greatest(alive_ms, CAST(:ms AS bigint),
    coalesce((SELECT ms FROM node_clock WHERE node_clock.run = run.number), 0))
WHERE number = :run RETURNING alive_ms"""
_DELETE_STATE = "DELETE FROM node_state WHERE run = ?"
_DELETE_FORMER_STATES = """DELETE FROM node_state
WHERE run IN (SELECT run FROM lease WHERE node = ? AND ended)"""
_STOPPED = """INSERT INTO node_state (run, state) VALUES (?, '')
ON CONFLICT (run) DO UPDATE SET state = excluded.state"""
_ENDED_MS = "UPDATE lease SET ended_ms = ? WHERE run = ?"
_CRASHED = "UPDATE run SET crashed_in = ?, crashed_ply = ? WHERE number = ?"
_MAKE_ROW = """INSERT INTO room_lease (game, changed) SELECT id, 0 FROM game WHERE id = ?
ON CONFLICT (game) DO NOTHING"""
# A claim does not wait for a row: nodes that claim several rooms in different orders would wait for
# each other, and all commits of a node behind its claim.
_LOCK_ROW = "SELECT run FROM room_lease WHERE game = ? FOR UPDATE SKIP LOCKED"
_MAY_MAKE_ROW = "SELECT pg_try_advisory_xact_lock(hashtext('zeitnot room'), hashtext(?))"
_HAS_ROW = "SELECT 1 FROM room_lease WHERE game = ?"
_OWNER = """SELECT node, lease.run, url FROM room_lease JOIN lease ON lease.run = room_lease.run
WHERE game = ? AND NOT lease.ended"""
_HOLDER = "SELECT node, run, url FROM lease WHERE run = ? AND NOT ended"
_CLAIM = "UPDATE room_lease SET run = ? WHERE game = ?"
_RELEASE = """UPDATE room_lease SET run = NULL
WHERE run = :run AND game IN (SELECT value FROM json_array_elements_text(CAST(:games AS json)))"""
_REMOTE_ROOMS = """SELECT game FROM room_lease JOIN lease ON lease.run = room_lease.run
WHERE NOT lease.ended AND lease.run <> :run
AND game IN (SELECT value FROM json_array_elements_text(CAST(:games AS json)))"""
_LAST_ALIVE = """SELECT coalesce(lease.ended_ms, greatest(alive_ms, node_clock.ms))
FROM run LEFT JOIN lease ON lease.run = number LEFT JOIN node_clock ON node_clock.run = number
WHERE number = ?"""


def begin(connection: Connection, node: str, url: str | None, file: PreviousRun, now: int) -> Run:
    """Ends this node's former leases, and begins its next run, with a lease. `now`: Unix ms. The
    leases are locked before the table, like everywhere else."""
    previous, crashed_in, lasted_ms = None, None, 0
    if (row := connection.execute(_LAST_RUN, (node,)).fetchone()) is not None:
        previous, key = row
        if file.key == key:
            crashed_in = _note_crash(connection, previous, file.mark)
            lasted_ms = _lasted_ms(connection, previous, file.last)
    for (held,) in connection.execute(_HELD, (node,)).fetchall():
        end(connection, held, lasted_ms if held == previous else 0)
    connection.execute(_DELETE_FORMER_STATES, (node,))
    dialect.lock(connection, "run")
    key = new_key()
    parameters = {"now": now, "node": node, "key": key}
    (number,) = connection.execute(_NEW_RUN, parameters).fetchone()
    connection.execute(_NEW_LEASE, (number, node, url))
    connection.execute(_NEW_HEARTBEAT, (number,))
    return Run(number, previous, crashed_in, key)


def _note_crash(connection: Connection, run: int, mark: Mark | None) -> str | None:
    """Records the room in which a run crashed; None: in none."""
    crashed = (mark.room, mark.ply) if mark is not None and mark.run == run else (None, None)
    connection.execute(_CRASHED, (*crashed, run))
    return crashed[0]


def _lasted_ms(connection: Connection, run: int, last: Heartbeat | None) -> int:
    """How long a run lasted by its heartbeat file; 0 if that is unknown or must not be used. It
    counts only if this call ends the lease, because a time that others have read must not
    change."""
    if last is None or last.run != run:
        return 0
    return last.ms if last.ms <= last_alive_ms(connection, run) + MAX_AHEAD_MS else 0


def end_expired(connection: Connection, run: int, heartbeat: int) -> bool:
    """Ends the lease of a run whose last heartbeat is still this one. False: the run keeps it. The
    heartbeat is read after the lease is locked, because the lock waits for the run's commits, and
    there may be a new heartbeat meanwhile."""
    row = connection.execute(_LOCK_LEASE, (run,)).fetchone()
    if row is None or row[0]:
        return True
    if connection.execute(_UNCHANGED, (run, heartbeat)).fetchone() is None:
        return False
    return end(connection, run)


def end(connection: Connection, run: int, ms: int = 0) -> bool:
    """Ends a lease, at this time of its run's clock or at the last known time, if that is later. No
    later commit of that run is written. False: it had already ended."""
    if not connection.execute(_END, (run,)).rowcount:
        return False
    (lasted,) = connection.execute(_LASTED, {"run": run, "ms": ms}).fetchone()
    connection.execute(_ENDED_MS, (lasted, run))
    connection.execute(_DELETE_STATE, (run,))
    return True


def give_up(connection: Connection, run: int, ms: int) -> bool:
    """Like `end`, for a node that stops on purpose. It leaves an empty state, by which the others
    can see that (`nodes.Nodes.stopped`)."""
    if not end(connection, run, ms):
        return False
    connection.execute(_STOPPED, (run,))
    return True


class Locked(Exception):
    """Another transaction has the room's row."""


def owner(connection: Connection, game: str) -> Node | None:
    """The node that has this room; None: none with a lease."""
    row = connection.execute(_OWNER, (game,)).fetchone()
    return None if row is None else Node(*row)


def claim(connection: Connection, run: int, game: str) -> Node | None:
    """See `nodes.Nodes.claim`. The row is locked before the lease of its run is read in a new
    snapshot. So a lease that ends in between is seen, and no other node can take the room. Raises
    Locked."""
    row = connection.execute(_LOCK_ROW, (game,)).fetchone() or _make_row(connection, game)
    if row is None or row[0] == run:
        return None
    if row[0] is not None:
        holder = connection.execute(_HOLDER, (row[0],)).fetchone()
        if holder is not None:
            return Node(*holder)
    connection.execute(_CLAIM, (run, game))
    return None


def _make_row(connection: Connection, game: str) -> tuple[int | None] | None:
    """Inserts and locks the missing row; None: there is no such game."""
    if not connection.execute(_MAY_MAKE_ROW, (game,)).fetchone()[0]:
        raise Locked
    connection.execute(_MAKE_ROW, (game,))
    row: tuple[int | None] | None = connection.execute(_LOCK_ROW, (game,)).fetchone()
    if row is None and connection.execute(_HAS_ROW, (game,)).fetchone() is not None:
        raise Locked
    return row


def release(connection: Connection, run: int, games: Collection[str]) -> None:
    """See `nodes.Nodes.release`."""
    connection.execute(_RELEASE, {"run": run, "games": json.dumps(list(games))})


def remote_rooms(connection: Connection, run: int, games: Collection[str]) -> list[str]:
    """See `nodes.Nodes.remote_rooms`."""
    parameters = {"run": run, "games": json.dumps(list(games))}
    return [game for (game,) in connection.execute(_REMOTE_ROOMS, parameters)]


def lasted(connection: Connection, run: int, room: str, since_ms: int) -> int:
    """See `runs.Runs.lasted`."""
    row = connection.execute("SELECT late FROM node_clock WHERE run = ?", (run,)).fetchone()
    late: dict[str, int] = json.loads(row[0]) if row else {}
    return max(0, last_alive_ms(connection, run) - max(since_ms, late.get(room, 0)))


def last_alive_ms(connection: Connection, run: int) -> int:
    """The last known time of a run's clock; 0 for an unknown run."""
    row = connection.execute(_LAST_ALIVE, (run,)).fetchone()
    return int(row[0]) if row else 0
