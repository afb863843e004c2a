"""The locks that keep a second server off a database, under any of its names.

flock(2) belongs to the open file and is released however the process ends, so a lock is never
stale. The lock file itself stays; removing it would let two servers lock two files of the same
name. To prevent that, and because of hard links, the database's inode is locked, too, but only on
Linux, because elsewhere that would conflict with SQLite's own locks. The database is opened before
SQLite opens it and closed after SQLite has closed it: a process that closes a file loses all its
POSIX locks on it, including SQLite's.
"""

import contextlib
import fcntl
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ..errors import DatabaseInUse
from ..owner import open_beside
from .connect import check_regular_file

START_SECONDS = 2.0
"""How long a starting server tries to get the lock, because a command of the operator may hold it
for a moment, to see whether a server is running, or to act in place of one."""
PAUSE_SECONDS = 0.02
COMPANIONS = ("-journal", "-wal", "-shm", ".lock", ".alive")
"""The suffixes of the files that SQLite and Zeitnot create beside a database."""


class Lock:
    """Held from construction to `close`. Raises DatabaseInUse, SchemaError, OSError.

    `wait_s`: how long it retries, with a `pause` between attempts."""

    def __init__(
        self, database: Path, wait_s: float = 0.0, pause: Callable[[float], None] = time.sleep
    ) -> None:
        check_regular_file(database)
        database.parent.mkdir(parents=True, exist_ok=True)
        self._database = database
        self._pauses = round(wait_s / PAUSE_SECONDS)
        self._pause = pause
        self._inode: int | None = None
        self._fd = open_beside(beside(database, ".lock"), database)
        try:
            self._take(self._fd)
            self.hold()
        except BaseException:
            self.close()
            raise

    def hold(self) -> None:
        """Locks the database's inode, once the database exists. No SQLite connection of this
        process may have it open. Raises DatabaseInUse, OSError."""
        if self._inode is not None or sys.platform != "linux":
            return
        with contextlib.suppress(FileNotFoundError):
            self._inode = os.open(self._database, os.O_RDWR | os.O_CLOEXEC)
            self._take(self._inode)

    def _take(self, fd: int) -> None:
        while True:
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if not self._pauses:
                    text = (
                        f"{self._database} is in use by another Zeitnot server. Stop that "
                        "server first."
                    )
                    raise DatabaseInUse(text) from None
            self._pauses -= 1
            self._pause(PAUSE_SECONDS)

    def close(self) -> None:
        """Releases the locks. No SQLite connection of this process may be open any more."""
        if self._inode is not None:
            os.close(self._inode)
        os.close(self._fd)

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def beside(database: Path, suffix: str) -> Path:
    """A companion file of the database: `zeitnot.db` → `zeitnot.db.lock`."""
    return database.with_name(database.name + suffix)
