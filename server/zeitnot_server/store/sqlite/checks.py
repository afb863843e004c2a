"""Reads an SQLite database for `zeitnot check`."""

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..checks import Finding
from ..errors import Damaged, ReadFailed
from ..sql.checks import SqlChecks
from ..sql.migrations import newest_revision
from . import migrate, scrub
from .connect import connect_reading
from .damage import is_damage
from .links import check_name
from .log.faults import faults
from .schema import differences

STEPS = 10_000  # of SQLite's virtual machine, between two checks of the time


class SqliteChecks(SqlChecks):
    """See `checks.Checks`."""

    def __init__(self, connection: sqlite3.Connection, revision: str) -> None:
        super().__init__(connection, "BEGIN", (sqlite3.DatabaseError,))
        self._file = connection
        self._revision = revision
        self.is_current = revision == newest_revision()

    def file(self, seconds: float) -> Iterator[Finding]:
        yield from pages(self._file, seconds)
        if self.is_current:
            yield from self._game_log()
        for text, harmless in differences(self._file, self._revision):
            yield Finding("unjudged" if harmless else "wrong", text)
        if not self.is_current:
            text = f"games and books: the schema is {self._revision}; run `zeitnot migrate` first"
            yield Finding("unjudged", text)

    def _game_log(self) -> Iterator[Finding]:
        try:
            for text in faults(self._file):
                yield Finding("wrong", text)
        except sqlite3.DatabaseError as error:
            yield Finding("wrong", f"the log: {error}")


@contextlib.contextmanager
def opened(path: Path) -> Iterator[SqliteChecks]:
    """An existing database. Raises SchemaError, OtherName; ReadFailed or Damaged now or later."""
    check_name(path)
    try:
        with contextlib.closing(connect_reading(path)) as connection:
            yield SqliteChecks(connection, migrate.known_revision(connection, path))
    except sqlite3.DatabaseError as bad:
        kind = Damaged if is_damage(bad) else ReadFailed
        raise kind(f"{path} cannot be read: {bad}") from bad


def pages(connection: sqlite3.Connection, seconds: float) -> Iterator[Finding]:
    """SQLite's own check, if it takes at most `seconds`; otherwise every table row by row."""
    try:
        messages = _within(connection, "PRAGMA integrity_check", seconds)
        orphans = _within(connection, "PRAGMA foreign_key_check", seconds)
    except sqlite3.DatabaseError as error:
        yield Finding("wrong", f"{error}")
        messages = orphans = []
    for (text,) in messages if messages is not None else ():
        if text != "ok":
            yield from (Finding("wrong", line) for line in text.splitlines())
    for table, row, parent, _ in orphans or ():
        yield Finding("wrong", f"table {table}: row {row} refers to a {parent} that does not exist")
    if messages is None:
        yield from _row_by_row(connection)
    if messages is None or orphans is None:
        text = f"the file as a whole, which takes more than {seconds:g} s: use --whole"
        yield Finding("unjudged", text)


def _row_by_row(connection: sqlite3.Connection) -> Iterator[Finding]:
    for chunk in scrub.walk(connection):
        for text in chunk.wrong:
            yield Finding("wrong", f"table {chunk.table}: {text}")


def _within(connection: sqlite3.Connection, statement: str, seconds: float) -> list[Any] | None:
    """The statement's rows; None: it took too long."""
    end_s = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > end_s, STEPS)
    try:
        return connection.execute(statement).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return None
        raise
    finally:
        connection.set_progress_handler(None, 0)
