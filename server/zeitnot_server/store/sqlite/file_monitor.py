"""Whether the files of the database are still those that were opened.

A file that is deleted, or replaced by another, still exists for processes that have it open:
commits to a write-ahead log without a name succeed, and are lost with the process. So a thread
checks every SECONDS that each name still leads to the same file (device and inode); if not, nothing
is written (`writer`). A connection of its own keeps the log open all the time, so that SQLite never
deletes it because all others are closed for a moment.

A log that was truncated in place (`truncation`) is lost, and must not be checkpointed into the
database, which is intact as of the last checkpoint: so for the rest of the run nothing is written,
and a read-only connection stays open, so that no other one is the last and checkpoints the log.
"""

import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

from ..errors import ReadFailed
from .connect import connect, connect_reading
from .lock import beside
from .truncation import LogIndex

SECONDS = 1.0
SUFFIXES = ("", "-wal", ".lock", ".alive")


class Watch:
    """Checks from `begin` to `end`; keeps the log open until `close`. Raises ReadFailed.

    `truncated`: whether the log has been truncated."""

    def __init__(self, database: Path) -> None:
        try:
            self._anchor = connect(database)
            self._keeper = connect_reading(database)
            for connection in (self._anchor, self._keeper):
                connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            self._index = LogIndex(database)
            self._files = {
                path: _identity(path) for path in (beside(database, s) for s in SUFFIXES)
            }
        except (sqlite3.Error, OSError) as error:
            raise ReadFailed(f"{database} cannot be opened: {error}.") from error
        self._log = beside(database, "-wal")
        self.truncated = False
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None

    def check(self) -> str | None:
        """What has happened to one of the files, in a sentence; None: nothing."""
        for path, identity in self._files.items():
            try:
                if _identity(path) != identity:
                    return f"{path} has been replaced; {_WAY_OUT}"
            except FileNotFoundError:
                return f"{path} has been deleted; {_WAY_OUT}"
            except OSError as error:
                return f"{path} cannot be found: {error.strerror}"
        return self._check_log()

    def _check_log(self) -> str | None:
        try:
            self.truncated = self.truncated or self._index.is_truncated()
        except OSError as error:
            return f"{self._log} cannot be read: {error.strerror}"
        return f"{self._log} has been cut short; {_LOST}" if self.truncated else None

    def begin(self, alarm: Callable[[], None]) -> None:
        """From now on `alarm` is called, on a thread, whenever a check finds something."""
        run = threading.Thread(target=self._run, args=(alarm,), name="zeitnot-watch", daemon=True)
        self._thread = run
        run.start()

    def end(self) -> None:
        """Checks no more."""
        self._ending.set()
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Closes the log; if this is the last connection, that checkpoints it, unless it is
        truncated. To be called on the thread that has made this."""
        self._anchor.close()
        if not self.truncated:
            self._keeper.close()

    def close_index(self) -> None:
        """To be called when every connection of this process is closed."""
        if not self.truncated:
            self._index.close()

    def _run(self, alarm: Callable[[], None]) -> None:
        while not self._ending.wait(SECONDS):
            if self.check() is not None:
                alarm()


_LOST = "what was in it alone is lost; nothing is written until the server has been started again"
_WAY_OUT = "nothing is written until it is back, or the server has been started again"


def _identity(path: Path) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_dev, status.st_ino
