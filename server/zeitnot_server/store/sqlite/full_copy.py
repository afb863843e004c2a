"""Reads or writes an entire database file, to copy it to or from another database."""

import contextlib
import math
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ..errors import ReadFailed, SchemaError, WriteFailed
from ..heartbeat_file import HeartbeatFile
from ..sql.logs import log
from ..sql.migrations import check_current
from . import migrate, runs
from .connect import connect, connect_reading
from .lock import Lock, beside
from .log.tail import LogConnection, Tail


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """All rows as the next start would find them, including how long the last run was alive
    according to the `.alive` file. Nothing is changed. Raises DatabaseInUse, SchemaError,
    ReadFailed, OSError."""
    if not path.is_file():
        raise SchemaError(f"There is no database {path}.")
    _check(path)
    with Lock(path), contextlib.closing(connect(path)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            with contextlib.closing(HeartbeatFile(beside(path, ".alive"), path)) as file:
                runs.end_last(connection, file.previous())
            yield connection
        except sqlite3.DatabaseError as bad:
            raise ReadFailed(f"{path} cannot be read: {bad}.") from bad
        finally:
            connection.rollback()


def _check(path: Path) -> None:
    """Checks the file before anything is created beside it, because it may be another program's.
    Raises SchemaError, ReadFailed."""
    try:
        with contextlib.closing(connect_reading(path)) as connection:
            check_current(migrate.known_revision(connection, path), path)
    except sqlite3.DatabaseError as bad:
        raise ReadFailed(f"{path} cannot be read: {bad}.") from bad


@contextlib.contextmanager
def writing(path: Path, say: Callable[[str], None]) -> Iterator[sqlite3.Connection]:
    """A new file, which exists only if everything succeeds; `say` is not used. Raises SchemaError,
    WriteFailed, OSError."""
    if path.exists():
        raise SchemaError(f"{path} already exists.")
    draft = beside(path, ".copying")
    _remove(draft)
    try:
        migrate.upgrade(draft)
        with contextlib.closing(connect(draft, factory=_NewLog)) as connection:
            connection.tail = Tail.read(connection)
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        draft.rename(path)
    except sqlite3.DatabaseError as bad:
        raise WriteFailed(f"{path} could not be written: {bad}.") from bad
    finally:
        _remove(draft)


class _NewLog(LogConnection):
    """Appends the rows of all games, game by game, each as one segment."""

    def append_to_log(self, rows: Sequence[log.Columns], /) -> None:
        tail = self.tail
        if tail is None:
            raise AssertionError("made by `writing`")
        super().append_to_log(rows)
        tail.committed()  # the whole file is one transaction
        for game in {str(row[0]) for row in rows}:
            tail.release(game)
        tail.settle(self, math.inf)
        tail.settled()


def _remove(draft: Path) -> None:
    for suffix in ("", "-wal", "-shm", ".lock", ".alive"):
        beside(draft, suffix).unlink(missing_ok=True)
