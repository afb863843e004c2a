"""The operator's store, opened with the checks that a command beside a server needs."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from ..errors import ReadFailed, WriteFailed
from ..sql.admin.admin_store import SqlAdminStore
from ..sql.migrations import check_current
from .connect import connect, connect_reading
from .links import check_name
from .migrate import known_revision

WAIT_MS = 15_000  # longer than a server writes without a pause


@contextlib.contextmanager
def opened(path: Path) -> Iterator[SqlAdminStore]:
    """An existing database. Raises SchemaError if it is not of this version; OtherName; OSError.
    Raises, also while it is used, ReadFailed if it is damaged or not a database, and WriteFailed if
    it could not be read or written now."""
    try:
        check_name(path)
        with contextlib.closing(connect_reading(path)) as connection:
            check_current(known_revision(connection, path), path)
        with contextlib.closing(connect(path)) as connection:
            connection.execute(f"PRAGMA busy_timeout={WAIT_MS}").fetchall()
            yield SqlAdminStore(connection, lambda: connection.execute("BEGIN IMMEDIATE"))
    except sqlite3.OperationalError as bad:
        raise WriteFailed(f"{path}: {bad}; nothing more was changed.") from None
    except sqlite3.DatabaseError as bad:
        raise ReadFailed(f"{path}: {bad}.") from None
