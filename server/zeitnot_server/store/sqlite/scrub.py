"""Scrubbing: reads the whole database in the background, once a day, so that damage is found early.

A failing disk reports nothing about pages that are not read. SQLite's own `integrity_check` is one
statement, and so one snapshot: on a large database it would prevent the write-ahead log from being
reset for minutes. Here tables are read in chunks of a few hundred rows, each by one statement:
every value is read, JSON is checked, each row is looked up by every index, and the rows of a
segment of the game log by their ids. A chunk that takes too long is aborted and tried again with
fewer rows.
"""

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .damage import Damage
from .migrate import TABLES

FIRST_SECONDS = 300.0  # after the start, when all clients have reconnected
EVERY_SECONDS = 24 * 3600.0
CHUNK_ROWS = 500
MAX_CHUNK_SECONDS = 1.0
TIME_SHARE = 0.1  # of the time it reads; the rest is pauses
NICENESS = 19
STEPS = 10_000  # of SQLite's virtual machine, between two checks of the time
JSON = {
    "event": ("body",),
    "log_entry": ("body",),
    "log_segment": ("ids",),
    "game": ("settings", "control", "setup", "scores"),
    "club": ("games", "presets"),
    "ladder": ("control",),
    "ladder_state": ("body",),
}
FIRST, FIRST_OF_SEGMENTS = "[0]", '["", 0]'
"""JSON arrays that are less than the key of any row: of a rowid, and of (game, seq)."""
_WITHOUT_ROWID = {"log_segment": ("game", "seq")}
# how many rows of a segment are in the log; its ids are stored as differences
_ROWS_OF_SEGMENT = """SELECT count(*) FROM
    (SELECT key, sum(value) OVER (ORDER BY key) AS id FROM json_each(chunk.ids)) AS place
    JOIN log_entry ON log_entry.id = place.id
    AND log_entry.game = chunk.game AND log_entry.seq = chunk.seq + place.key"""
_IS_OTHER_LOG = f"json_valid(ids) AND ({_ROWS_OF_SEGMENT}) <> json_array_length(chunk.ids)"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows that were read at once, up to the key `last`, a JSON array. `wrong`: the faults
    found."""

    table: str
    rows: int = 0
    last: str = FIRST
    wrong: tuple[str, ...] = ()


def walk(connection: sqlite3.Connection) -> Iterator[Chunk]:
    """All rows of Zeitnot's tables, in chunks; a table ends at a row that cannot be read. Raises
    sqlite3.OperationalError if another process has locked the database."""
    query = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    tables = {name for (name,) in connection.execute(query).fetchall()}
    for table in sorted(tables & TABLES):
        try:
            yield from _walk_table(connection, table)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise
            yield Chunk(table, wrong=(f"{error}",))


def _walk_table(connection: sqlite3.Connection, table: str) -> Iterator[Chunk]:
    query, max_rows, last = _check_query(connection, table), CHUNK_ROWS, FIRST
    if table in _WITHOUT_ROWID:
        last = FIRST_OF_SEGMENTS
    while True:
        chunk = _read_chunk(connection, table, query, last, max_rows)
        if chunk is None:
            max_rows = max(1, max_rows // 4)
            continue
        if chunk.rows == 0:
            return
        last = chunk.last
        yield chunk


def _read_chunk(
    connection: sqlite3.Connection, table: str, query: str, last: str, max_rows: int
) -> Chunk | None:
    """The chunk after a key; None: it took too long, and should be smaller."""
    end_s = time.monotonic() + MAX_CHUNK_SECONDS
    connection.set_progress_handler(lambda: max_rows > 1 and time.monotonic() > end_s, STEPS)
    try:
        parameters = {"last": last, "rows": max_rows}
        count, to, *failures = connection.execute(query, parameters).fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    finally:
        connection.set_progress_handler(None, 0)
    return Chunk(table, count, to or FIRST, tuple(text for text in failures if text))


def _check_query(connection: sqlite3.Connection, table: str) -> str:
    """A query that checks a chunk and returns one row: how many rows there are, the key of the
    last, and for each test a sentence or null."""
    columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")').fetchall()]
    read = " + ".join(f'ifnull(length("{column}"), 0)' for column in columns)
    tests = [f"iif(total({read}) < 0, 'never', NULL)"]  # computing its length reads each value
    for column in JSON.get(table, ()):
        if column in columns:
            is_invalid = f"{column} IS NOT NULL AND NOT json_valid({column})"
            tests.append(_count(is_invalid, f"rows whose {column} is not JSON"))
    for index, keys in _indices(connection, table):
        same_key = " AND ".join(f'other."{key}" IS chunk."{key}"' for key in keys)
        in_index = f'SELECT 1 FROM "{table}" AS other INDEXED BY "{index}" WHERE {same_key}'
        in_index += " AND other.rowid = chunk.at0"
        tests.append(_count(f"NOT EXISTS ({in_index})", f"rows that index {index} does not have"))
    if table == "log_segment":
        tests.append(_count(_IS_OTHER_LOG, "segments whose rows are not in the log"))
    key = _WITHOUT_ROWID.get(table, ("rowid",))
    at = [f"at{number}" for number, _ in enumerate(key)]
    named = ", ".join(f"{column} AS {name}" for column, name in zip(key, at, strict=True))
    after = ", ".join(f":last ->> {number}" for number, _ in enumerate(key))
    rows = (
        f'SELECT {named}, * FROM "{table}" WHERE ({", ".join(key)}) > ({after})'
        f" ORDER BY {', '.join(key)} LIMIT :rows"
    )
    order = ", ".join(f"{name} DESC" for name in at)
    last = f"(SELECT json_array({', '.join(at)}) FROM chunk ORDER BY {order})"
    return (
        f"WITH chunk AS MATERIALIZED ({rows})"
        f" SELECT count(*), {last}, {', '.join(tests)} FROM chunk"
    )


def _count(condition: str, name: str) -> str:
    return f"iif(total({condition}) > 0, '{name}: ' || CAST(total({condition}) AS INTEGER), NULL)"


def _indices(connection: sqlite3.Connection, table: str) -> Iterator[tuple[str, list[str]]]:
    """The indices that are not partial, with their columns; none for a table WITHOUT ROWID."""
    if table in _WITHOUT_ROWID:
        return
    for _, name, _, _, partial in connection.execute(f'PRAGMA index_list("{table}")').fetchall():
        keys = [row[2] for row in connection.execute(f'PRAGMA index_info("{name}")').fetchall()]
        if not partial:
            yield name, keys


class Scrub:
    """The scrubbing thread, from `begin` to `close`."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], damage: Damage) -> None:
        self._connect = connect
        self._damage = damage
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Starts the thread; it scrubs after FIRST_SECONDS, then every EVERY_SECONDS."""
        self._thread = threading.Thread(target=self._run, name="zeitnot-scrub", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends the thread."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def scrub(self) -> None:
        """Reads all tables once, and reports damage."""
        with contextlib.closing(self._connect()) as connection:
            started = time.monotonic()
            for chunk in walk(connection):
                for description in chunk.wrong:
                    self._damage.note(f"table {chunk.table}", description)
                took = time.monotonic() - started
                if self._ending.wait(took * (1 / TIME_SHARE - 1)):
                    return
                started = time.monotonic()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        pause = FIRST_SECONDS
        while not self._ending.wait(pause):
            try:
                self.scrub()
            except sqlite3.Error as error:
                self._damage.report("background check", error)
            pause = EVERY_SECONDS
