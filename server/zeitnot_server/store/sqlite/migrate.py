"""Migrates a database to this version's schema, before anything else opens it.

One connection, foreign keys off (SQLite changes a table by copying it, and with foreign keys on,
dropping the old table deletes its children), one transaction for all steps: it succeeds, or nothing
has changed. A database that is not empty is copied first, by VACUUM INTO.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alembic import command
from alembic.runtime.migration import MigrationContext
from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.pool import NullPool

from ..errors import ReadFailed, SchemaError
from ..owner import give
from ..sql import migrations
from ..sql.migrations import Upgrade
from ..sql.tables import Base
from .connect import prepare
from .damage import damaged, legible
from .links import check_wal, undo_restore
from .lock import Lock, beside

_SEVERAL_REVISIONS = "it says that it has several revisions at a time"


def upgrade(database: Path, wait_s: float = 0.0) -> Upgrade:
    """Takes the lock file, waiting at most `wait_s` for it, and migrates. Raises DatabaseInUse,
    SchemaError, ReadFailed, OSError."""
    with Lock(database, wait_s):
        return upgrade_locked(database)


def upgrade_locked(database: Path) -> Upgrade:
    """As `upgrade`, for a caller that holds the lock already. Raises OtherName, SchemaError,
    ReadFailed, Damaged, OSError."""
    undo_restore(database)
    check_wal(database)
    prepare(database)
    head = migrations.newest_revision()
    with opened(database) as connection:
        before = _revision(connection, database)
        if before == head:
            _check_tables(connection, database)
            return Upgrade(before, head)
        if before is not None:
            migrations.check_known(before, database)
        with legible(database):
            saved = _backup(connection, database, before) if before is not None else None
            run(connection, head)
    return Upgrade(before, head, saved)


def known_revision(connection: sqlite3.Connection, database: Path) -> str:
    """The revision of a database that this version can open or upgrade.

    Raises SchemaError, sqlite3.Error."""
    try:
        rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.OperationalError:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # can it be read?
        rows = []
    except UnicodeDecodeError as bad:  # SQLite's message quotes the schema
        raise sqlite3.DatabaseError(f"malformed database schema ({bad})") from bad
    if not rows:
        raise SchemaError(f"{database} is not a database of Zeitnot's.")
    if len(rows) > 1:
        raise damaged(database, ValueError(_SEVERAL_REVISIONS))
    migrations.check_known(rows[0][0], database)
    return str(rows[0][0])


@contextlib.contextmanager
def opened(database: Path) -> Iterator[Connection]:
    """A connection for migrations: foreign keys off, transactions begun by statement."""
    engine = create_engine(URL.create("sqlite", database=str(database)), poolclass=NullPool)
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    with engine.connect() as connection:
        yield connection


def run(connection: Connection, to: str, *, down: bool = False) -> None:
    """Runs the steps to revision `to` in one transaction. Raises SchemaError."""
    config = migrations.config()
    config.attributes["connection"] = connection
    try:
        (command.downgrade if down else command.upgrade)(config, to)
    except DatabaseError as error:
        connection.rollback()
        raise SchemaError(f"The migration failed and changed nothing: {error.orig}.") from error


def _revision(connection: Connection, database: Path) -> str | None:
    try:
        revisions = MigrationContext.configure(connection).get_current_heads()
        table_count = connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar()
    except UnicodeDecodeError as error:
        raise damaged(database, error) from error
    except OperationalError as error:
        raise ReadFailed(f"{database} cannot be read: {error.orig}.") from error
    except DatabaseError as error:
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_NOTADB:
            raise damaged(database, error.orig or error) from error
        raise SchemaError(
            f"{database} is not a database; if it was one, its first page is damaged."
        ) from None
    connection.rollback()
    if not revisions and table_count:
        raise SchemaError(f"{database} is a database, but not one of Zeitnot's.")
    if len(revisions) > 1:
        raise damaged(database, ValueError(_SEVERAL_REVISIONS))
    return revisions[0] if revisions else None


def _check_tables(connection: Connection, database: Path) -> None:
    """Raises Damaged if one of this version's tables is missing."""
    rows = connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'table'")
    missing = set(Base.metadata.tables) - {str(row[0]) for row in rows}
    connection.rollback()
    if missing:
        raise damaged(database, ValueError(f"table {min(missing)} is missing"))


def _backup(connection: Connection, database: Path, revision: str) -> Path:
    """A copy beside the database, readable by its owner only; older copies are kept."""
    for number in range(1, 1000):
        path = beside(database, f".before-{revision}-{number}")
        with contextlib.suppress(FileExistsError):
            fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            break
    try:
        give(fd, path, database)
    except OSError:
        path.unlink()
        raise
    finally:
        os.close(fd)
    raw: Any = connection.connection.driver_connection
    try:
        raw.execute("VACUUM INTO ?", (str(path),))
    except sqlite3.Error as error:
        path.unlink()
        raise SchemaError(f"No backup could be made, so nothing was changed: {error}.") from error
    return path


def _configure(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys=OFF")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
