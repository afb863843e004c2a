"""Opens the SQLite file with the settings of all our connections.

A write-ahead log (WAL) that is reset keeps its length up to WAL_BYTES. Truncating it, and growing
it again page by page, cost commits 100 ms; overwriting it needs no new blocks.
"""

import contextlib
import os
import sqlite3
import stat
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..errors import SchemaError

if TYPE_CHECKING:  # slow to import, and not needed to see that a schema is up to date
    from .log.tail import LogConnection

BUSY_MS = 5000
WAL_BYTES = 512 * 1024 * 1024


def check_regular_file(database: Path) -> None:
    """Raises SchemaError if the path is a folder or a device; OSError."""
    with contextlib.suppress(FileNotFoundError):
        if not stat.S_ISREG(database.stat().st_mode):
            raise SchemaError(f"{database} is not a regular file.")


def prepare(database: Path) -> None:
    """Creates the file if necessary, readable only by its owner because it contains the seeds of
    running games.

    SQLite gives its -wal and -shm files the mode of the database. Raises SchemaError, OSError.
    """
    check_regular_file(database)
    database.parent.mkdir(parents=True, exist_ok=True)
    fd = os.open(database, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(fd, 0o600)
    finally:
        os.close(fd)


def connect_reading(database: Path, *, immutable: bool = False) -> "LogConnection":
    """A read-only connection, in autocommit. `immutable`: no other process has the file open, so
    neither locks nor files beside it are needed."""
    from .log.tail import LogConnection

    uri = uri_reading(database, immutable=immutable)
    return sqlite3.connect(
        uri, uri=True, timeout=BUSY_MS / 1000, isolation_level=None, factory=LogConnection
    )


def uri_reading(database: Path, *, immutable: bool = False) -> str:
    """The URI of such a connection."""
    return f"file:{quote(str(database.absolute()))}?mode=ro{'&immutable=1' if immutable else ''}"


def connect(database: Path, *, factory: "type[LogConnection] | None" = None) -> "LogConnection":
    """A connection that can write, in autocommit: transactions are begun by statement.

    WAL with synchronous=FULL: a COMMIT that has returned is on disk. No automatic checkpoints,
    because they would run inside a COMMIT. Deleted or replaced data (addresses, names, chat) is
    overwritten, not only marked as free: that costs no more, because its pages are written anyway.
    """
    from .log.tail import LogConnection

    connection = sqlite3.connect(
        database,
        timeout=BUSY_MS / 1000,
        isolation_level=None,
        factory=factory or LogConnection,
    )
    try:
        mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            raise SchemaError(
                f"{database} is on a file system without shared memory, which WAL needs. Use "
                "a local disk."
            )
        for pragma in (
            "synchronous=FULL",
            "foreign_keys=ON",
            "wal_autocheckpoint=0",
            f"journal_size_limit={WAL_BYTES}",
            "secure_delete=ON",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection
