"""The database as commands read it: beside a running server, without its lock, read-only."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from ..errors import Damaged, ReadFailed, SchemaError
from ..sql.archive import SqlArchive
from ..sql.logs.places import TailView, read_view
from ..sql.migrations import check_current
from .connect import connect_reading
from .damage import damaged, is_damage, translating_damage
from .links import check_name
from .migrate import known_revision
from .reader import Reader

_MAGIC_BYTES = b"SQLite format 3\0"  # the first bytes of every database


class SqliteArchive(SqlArchive):
    """See `archive.Archive`."""

    def __init__(self, database: Path, reader: Reader) -> None:
        super().__init__(self)
        self._database = database
        self._reader = reader

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """A session on one snapshot, for at most a few seconds. Raises Damaged, ReadFailed."""
        with translating_damage(self._database):
            async with self._reader.snapshot() as session:
                yield session


@contextlib.asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteArchive]:
    """An existing database. Raises OtherName; SchemaError for a file that is not a database;
    Damaged and ReadFailed, also while it is used."""
    check_name(path)
    reader = Reader(path, tail=cache(lambda: _tail(path)))
    try:
        yield SqliteArchive(path, reader)
    except DBAPIError as bad:
        raise ReadFailed(f"{path} cannot be read ({bad.orig}).{_advice(bad)}") from None
    except Damaged:
        if _has_sqlite_header(path):
            raise
        reason = "is not a database; if it was one, its first page is damaged."
        raise SchemaError(f"{path} {reason}") from None
    except ReadFailed as bad:
        raise ReadFailed(f"{bad}{_advice(bad)}") from None
    finally:
        await reader.close()


def _tail(path: Path) -> TailView:
    """Reads the game log's tail, before the first snapshot. Raises SchemaError for the schema of
    another version, ReadFailed, Damaged."""
    try:
        with contextlib.closing(connect_reading(path)) as connection:
            check_current(known_revision(connection, path), path)
            return read_view(connection)
    except sqlite3.Error as bad:
        if is_damage(bad):
            raise damaged(path, bad) from bad
        raise ReadFailed(f"{path} cannot be read ({bad}).") from bad


def _advice(bad: Exception) -> str:
    """What to do if a table or a column is missing, because the schema is older."""
    return " `zeitnot migrate` brings an old one up to date." if "no such " in f"{bad}" else ""


def _has_sqlite_header(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_MAGIC_BYTES)) == _MAGIC_BYTES
