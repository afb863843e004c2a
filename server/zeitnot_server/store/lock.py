"""The lock file: one server a database.

flock(2) belongs to the open file and goes with the process however it ends, so a lock can be
neither stale nor left behind. The file itself stays; removing it would let two servers lock two
files of one name.
"""

import fcntl
import os
from pathlib import Path
from types import TracebackType

from .errors import DatabaseInUse


class Lock:
    """Held from construction to `close`. Raises DatabaseInUse, OSError."""

    def __init__(self, database: Path) -> None:
        database.parent.mkdir(parents=True, exist_ok=True)
        path = beside(database, ".lock")
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._fd)
            raise DatabaseInUse(f"Another Zeitnot server is using {database}.") from None

    def close(self) -> None:
        """Lets the next one in."""
        os.close(self._fd)

    def __enter__(self) -> "Lock":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def beside(database: Path, suffix: str) -> Path:
    """A companion file of the database: `zeitnot.db` → `zeitnot.db.lock`."""
    return database.with_name(database.name + suffix)
