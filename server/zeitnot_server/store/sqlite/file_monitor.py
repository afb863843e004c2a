"""Watches whether the files of the database are still the opened ones.

A file that is deleted, or replaced by another, still exists for processes that have it open:
commits to a deleted write-ahead log (WAL) succeed, and are lost when the process ends. So a thread
checks every INTERVAL_SECONDS that each path still leads to the same file (device and inode); if
not, the writer stops writing. SQLite deletes the WAL when the last connection closes: a connection
of the monitor stays open, so that this does not happen while the server runs.

A WAL that was truncated in place (`truncation`) is lost, and must not be checkpointed into the
database, which is intact as of the last checkpoint. So nothing is written for the rest of the run,
and a read-only connection stays open even after `close`: otherwise the last connection to close
would checkpoint the WAL.
"""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from ..errors import ReadFailed
from .connect import connect, connect_reading
from .lock import beside
from .truncation import WalIndex

INTERVAL_SECONDS = 1.0
SUFFIXES = ("", "-wal", ".lock", ".alive")


class FileMonitor:
    """Checks from `begin` to `end`; keeps the WAL open until `close`. Raises ReadFailed.

    `truncated`: whether the WAL has been truncated."""

    def __init__(self, database: Path) -> None:
        try:
            self._wal_holder = connect(database)
            self._read_only_holder = connect_reading(database)
            for connection in (self._wal_holder, self._read_only_holder):
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            self._index = WalIndex(database)
            self._files = {
                path: _identity(path) for path in (beside(database, s) for s in SUFFIXES)
            }
        except (sqlite3.Error, OSError) as error:
            raise ReadFailed(f"{database} cannot be opened: {error}.") from error
        self._wal = beside(database, "-wal")
        self.truncated = False
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def check(self) -> str | None:
        """A sentence about a file that was deleted, replaced or truncated, or None."""
        for path, identity in self._files.items():
            try:
                if _identity(path) != identity:
                    return f"{path} has been replaced; {_UNTIL_BACK}"
            except FileNotFoundError:
                return f"{path} has been deleted; {_UNTIL_BACK}"
            except OSError as error:
                return f"{path} cannot be found: {error.strerror}"
        return self._check_wal()

    def _check_wal(self) -> str | None:
        try:
            self.truncated = self.truncated or self._index.is_truncated()
        except OSError as error:
            return f"{self._wal} cannot be read: {error.strerror}"
        return f"{self._wal} has been cut short; {_UNTIL_RESTART}" if self.truncated else None

    def begin(self, alarm: Callable[[], None]) -> None:
        """Starts the thread; it calls `alarm` whenever a check finds something."""
        run = threading.Thread(target=self._run, args=(alarm,), name="zeitnot-watch", daemon=True)
        self._thread = run
        run.start()

    def end(self) -> None:
        """Stops the thread."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Closes the connections; if they are the last ones, SQLite then checkpoints the WAL,
        unless it is truncated. Must be called on the thread that created the monitor."""
        self._wal_holder.close()
        if not self.truncated:
            self._read_only_holder.close()

    def close_index(self) -> None:
        """Must be called after every connection of this process is closed."""
        if not self.truncated:
            self._index.close()

    def _run(self, alarm: Callable[[], None]) -> None:
        while not self._ending.wait(INTERVAL_SECONDS):
            if self.check() is not None:
                alarm()


_UNTIL_RESTART = (
    "what only it contained is lost, and nothing is written until the server is restarted"
)
_UNTIL_BACK = "nothing is written until it is back or the server is restarted"


def _identity(path: Path) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_dev, status.st_ino
