"""Runs of the server, on SQLite.

The file `.alive` shows how long a run lasted to within a few milliseconds, the database only to
within a few seconds. The file is used only if it belongs to the same run of the same database
(`key`), and is not too far ahead of the database's heartbeat: a copy of a running server's database
has the key of that run, which may have continued long after the copy was made.
"""

import sqlite3

from ..heartbeat_file import HeartbeatFile, PreviousRun
from ..runs import Run
from ..sql.base.now import wall_ms
from ..sql.clubs import changes as clubs
from ..sql.logs.runs import last_alive_ms, new_key, save_heartbeat
from ..sql.people import accounts
from .lookup import Lookup
from .writer import Writer

_LAST_ROWS = 1000  # more than one transaction writes, so the newest time is among them
MAX_AHEAD_MS = 12_000  # of the file before the database, which is written every five seconds


def begin(connection: sqlite3.Connection, file: PreviousRun, now: int) -> Run:
    """Records the end of the previous run, and begins the next. `now`: Unix milliseconds."""
    previous, crashed_in = end_last(connection, file)
    number, key = (previous or 0) + 1, new_key()
    connection.execute(
        "INSERT INTO run (number, started_at, alive_ms, key) VALUES (?, ?, 0, ?)",
        (number, now, key),
    )
    return Run(number, previous, crashed_in, key)


def end_last(connection: sqlite3.Connection, file: PreviousRun) -> tuple[int | None, str | None]:
    """Records the end of the last run; returns its number, and the room in which it crashed."""
    row = connection.execute(
        "SELECT number, alive_ms, key FROM run ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return (None, None) if row is None else (row[0], _end_run(connection, file, *row))


def _end_run(
    connection: sqlite3.Connection,
    file: PreviousRun,
    number: int,
    known_ms: int,
    key: str | None,
) -> str | None:
    """Records how long a run lasted and in which room it crashed; returns the room."""
    mark, last_heartbeat_ms = None, 0
    if file.key == key:
        mark = file.mark if file.mark and file.mark.run == number else None
        last_heartbeat_ms = file.last.ms if file.last and file.last.run == number else 0
    alive = max(known_ms, _last_event_ms(connection, number))
    if last_heartbeat_ms <= alive + MAX_AHEAD_MS:
        alive = max(alive, last_heartbeat_ms)
    crashed_in, crashed_ply = (mark.room, mark.ply) if mark else (None, None)
    connection.execute(
        "UPDATE run SET alive_ms = ?, crashed_in = ?, crashed_ply = ? WHERE number = ?",
        (alive, crashed_in, crashed_ply, number),
    )
    return crashed_in


def change_key(connection: sqlite3.Connection) -> None:
    """Gives the last run another key, so that the database differs from the one it was copied
    from."""
    connection.execute(
        "UPDATE run SET key = ? WHERE number = (SELECT max(number) FROM run)", (new_key(),)
    )


def _last_event_ms(connection: sqlite3.Connection, run: int) -> int:
    """The newest time in the rows of a run. They are in `event` only if an older version wrote
    them."""
    newest = [
        connection.execute(
            f"SELECT max(at_ms) FROM (SELECT run, at_ms FROM {table} ORDER BY {order} DESC LIMIT ?)"
            " WHERE run = ?",
            (_LAST_ROWS, run),
        ).fetchone()[0]
        for table, order in (("log_entry", "id"), ("event", "rowid"))
    ]
    return max(int(ms or 0) for ms in newest)


class SqliteRuns:
    """See `runs.Runs`. `heartbeats`: the file beside the database; `number`: of this run, 0
    before."""

    def __init__(self, writer: Writer, lookup: Lookup, heartbeats: HeartbeatFile) -> None:
        self.heartbeats = heartbeats
        self.number = 0
        self._writer, self._lookup = writer, lookup

    async def begin(self) -> Run:
        file = self.heartbeats.previous()
        run = await self._writer.write(lambda c: begin(c, file, wall_ms()))
        await self._writer.write(accounts.renew_handles)
        await self._writer.write(clubs.renew_handles)
        self.heartbeats.unmark()
        self.heartbeats.sign(run.key)
        self.number = run.number
        return run

    async def save_heartbeat(self, run: int, ms: int) -> None:
        await self._writer.write(lambda c: save_heartbeat(c, run, ms))

    async def end(self, run: int, ms: int) -> None:
        """Saves the heartbeat; there is no other node that could take a room."""
        await self.save_heartbeat(run, ms)

    async def last_alive_ms(self, run: int) -> int:
        return await self._lookup.ask(lambda c: last_alive_ms(c, run))

    async def lasted(self, run: int, room: str, since_ms: int) -> int:
        return max(0, await self.last_alive_ms(run) - since_ms)
