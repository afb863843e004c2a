"""Reads the log of events with sqlite3 or asyncpg, without code of the server.

Statements have `?` for parameters.
"""

import asyncio
import contextlib
import re
import signal
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from ...postgres_databases import Databases

Database = Path | str  # SQLite's file, or PostgreSQL's URL
_BROKEN_INDICES = """SELECT CAST(bt_index_check(indexrelid, true) AS text) FROM pg_index
JOIN pg_class ON pg_class.oid = indexrelid
WHERE relnamespace = CAST(current_schema() AS regnamespace)"""
_BROKEN_ROWS = """SELECT relname || ': ' || msg FROM pg_class, verify_heapam(pg_class.oid)
WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind = 'r'"""

# Where each row belongs by its segment, which stores the differences of successive ids.
_PLACES = """SELECT game, seq + key AS seq,
    sum(value) OVER (PARTITION BY game, seq ORDER BY key) AS id FROM log_segment, json_each(ids)"""
_WRONG_ENTRIES = f"""SELECT place.game, place.seq FROM ({_PLACES}) AS place LEFT JOIN log_entry
ON log_entry.id = place.id AND log_entry.game = place.game AND log_entry.seq = place.seq
GROUP BY place.id HAVING count(*) != 1 OR count(log_entry.id) != 1"""
_IN_NO_SEGMENT = f"""SELECT game, seq FROM log_entry
WHERE id < (SELECT first FROM log_tail) AND id NOT IN (SELECT id FROM ({_PLACES}))"""


class Log(Protocol):
    """A read-only connection."""

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Sequence[Any]]:
        """All rows of a result."""

    def damages(self) -> list[str]:
        """Describes the damage that the database finds in its files."""


class _Sqlite:
    def __init__(self, connection: sqlite3.Connection) -> None:
        """Copies all rows into an indexed table in memory that is called `event`, as in
        PostgreSQL."""
        self._connection = connection
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("CREATE TEMP TABLE event AS SELECT * FROM log")
        connection.execute("CREATE INDEX temp.event_of_game ON event (game, seq)")

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Sequence[Any]]:
        return self._connection.execute(statement, parameters).fetchall()

    def damages(self) -> list[str]:
        """Also checks that each row of a segment is in the log, and each row before the tail is in
        a segment."""
        found = [row[0] for row in self.rows("PRAGMA integrity_check") if row[0] != "ok"]
        wrong = self.rows(_WRONG_ENTRIES)
        bad_entries = f"{wrong[:3]}: no such rows, or twice" if wrong else None
        missing = self.rows(_IN_NO_SEGMENT)
        missing_entries = f"{missing[:3]}: in no segment" if missing else None
        return [*found, *filter(None, (bad_entries, missing_entries))]


class _Postgresql:
    def __init__(self, loop: asyncio.AbstractEventLoop, connection: Any) -> None:
        self._loop, self._connection = loop, connection

    def rows(self, statement: str, parameters: Sequence[Any] = ()) -> list[Sequence[Any]]:
        numbers = iter(range(1, 1 + len(parameters)))
        numbered = re.sub(r"\?", lambda _: f"${next(numbers)}", statement)
        found: list[Sequence[Any]] = self._loop.run_until_complete(
            self._connection.fetch(numbered, *parameters)
        )
        return found

    def damages(self) -> list[str]:
        """Checks that every index has every row of its table, in order, and all page checksums."""
        self._loop.run_until_complete(
            self._connection.execute("CREATE EXTENSION IF NOT EXISTS amcheck")
        )
        try:
            self.rows(_BROKEN_INDICES)
        except asyncpg.PostgresError as found:
            return [f"{found}"]
        return [row[0] for row in self.rows(_BROKEN_ROWS)]


@contextlib.contextmanager
def opened(database: Database) -> Iterator[Log]:
    """Opens the log of a database. Must not be called in a running event loop."""
    if isinstance(database, Path):
        uri = f"file:{database}?mode=ro"
        with contextlib.closing(sqlite3.connect(uri, uri=True, timeout=20)) as file:
            yield _Sqlite(file)
        return
    loop = asyncio.new_event_loop()
    try:
        connection = loop.run_until_complete(asyncpg.connect(database, timeout=20))
        try:
            yield _Postgresql(loop, connection)
        finally:
            loop.run_until_complete(connection.close())
    finally:
        loop.close()


class Postgresql:
    """A PostgreSQL cluster that the trial kills, and its databases."""

    main = "from zeitnot_server.app import main; import zeitnot_server.store.postgresql"

    def __init__(self, databases: Databases) -> None:
        self._databases = databases

    def new(self) -> str:
        """Creates a database; returns its URL."""
        return self._databases.new()

    def kill(self, *, at_once: bool) -> None:
        """Ends PostgreSQL: `at_once` all processes with SIGKILL, else with SIGQUIT, on which they
        end without writing anything."""
        if at_once:
            self._databases.cluster.kill()
        else:
            self._databases.cluster.stop(signal.SIGQUIT)

    def start(self) -> None:
        """Starts it again; it first recovers from its write-ahead log."""
        self._databases.cluster.start()
