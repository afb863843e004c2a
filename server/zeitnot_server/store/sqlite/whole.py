"""A file as a whole, for a copy to or from another database."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import ReadFailed, SchemaError, WriteFailed
from ..heartbeat_file import HeartbeatFile
from ..sql.migrations import newest_revision
from . import migrate, runs
from .connect import connect, connect_reading
from .lock import Lock, beside


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """All rows as the next start would find them: how long the last run was alive, which the alive
    file knows best, is in them. Nothing is changed. Raises DatabaseInUse, SchemaError, ReadFailed,
    OSError."""
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
    """Before anything is made beside the file, which may be another program's. Raises SchemaError,
    ReadFailed."""
    try:
        with contextlib.closing(connect_reading(path)) as connection:
            revision = migrate.known_revision(connection, path)
    except sqlite3.DatabaseError as bad:
        raise ReadFailed(f"{path} cannot be read: {bad}.") from bad
    if revision != newest_revision():
        raise SchemaError(f"{path} has schema {revision}; `zeitnot migrate` changes that.")


@contextlib.contextmanager
def writing(path: Path, say: Callable[[str], None]) -> Iterator[sqlite3.Connection]:
    """A new file, which is there only if all went well; `say` is told nothing. Raises SchemaError,
    WriteFailed, OSError."""
    if path.exists():
        raise SchemaError(f"{path} exists already.")
    draft = beside(path, ".copying")
    _remove(draft)
    try:
        migrate.upgrade(draft)
        with contextlib.closing(connect(draft)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        draft.rename(path)
    except sqlite3.DatabaseError as bad:
        raise WriteFailed(f"{path} could not be written: {bad}.") from bad
    finally:
        _remove(draft)


def _remove(draft: Path) -> None:
    for suffix in ("", "-wal", "-shm", ".lock", ".alive"):
        beside(draft, suffix).unlink(missing_ok=True)
