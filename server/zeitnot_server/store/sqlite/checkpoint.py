"""Moving the write-ahead log into the database file, off the commits' path.

A passive checkpoint blocks nobody, so it runs on a thread and a connection of its own, once every
EVERY rows: a transaction may have one or two hundred. While the writer is always busy, it can never
quite catch up, and then the log is never reset; beyond LARGE pages, the writer is asked to do a
checkpoint between two of its transactions. Before that the thread checkpoints in ROUNDS, each of
which copies what came during the one before, so that little is left. SQLite syncs the database only
when a checkpoint reaches the end of the log, and then everything copied before: so the thread syncs
the file itself first, or the writer would have to wait for that.
"""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable

from .damage import Damage

EVERY = 1_000  # rows, of some two to four pages each: 5 ms of a processor
LARGE = 32_000  # pages: 128 MiB
CLOSE = 50  # pages: so few are copied quickly
ROUNDS = 4  # of checkpoints at most, until so few are left
NICENESS = 10  # the loop and the writer go first


def checkpoint(connection: sqlite3.Connection) -> int:
    """A passive checkpoint; answers how many pages the log holds. Raises sqlite3.Error."""
    _busy, pages, _done = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(pages)


class Checkpointer:
    """The thread. Fed by the writer, one call a transaction."""

    def __init__(
        self, connect: Callable[[], sqlite3.Connection], damage: Damage | None = None
    ) -> None:
        self._connect = connect
        self._damage = damage or Damage()
        self._file: int | None = None  # the database, to be synced
        self._count = 0
        self._wake = threading.Event()
        self._large = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="zeitnot-checkpoint", daemon=True)
        self._thread.start()

    def committed(self, rows: int) -> bool:
        """A transaction of so many rows. True: the log is large, and the writer should see to it
        now."""
        self._count += rows
        if self._count >= EVERY:
            self._count = 0
            self._wake.set()
        large = self._large.is_set()
        self._large.clear()
        return large

    def end(self) -> None:
        """Ends the thread."""
        self._closing = True
        self._wake.set()
        self._thread.join()

    def close(self) -> None:
        """Closes the file; to be called when no connection of this process has it any more. When a
        process closes a file it loses all its locks on it, SQLite's too (POSIX, `fcntl`)."""
        if self._file is not None:
            os.close(self._file)

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
        while True:
            self._wake.wait()
            if self._closing:
                return
            self._wake.clear()
            # A failure costs nothing: the log keeps everything, and the next round tries again.
            try:
                self._once()
                self._damage.well("checkpoint")
            except (sqlite3.Error, OSError) as error:
                self._damage.report("checkpoint", error)

    def _once(self) -> None:
        with contextlib.closing(self._connect()) as connection:
            pages = checkpoint(connection)
            if pages <= LARGE:
                return
            self._sync(connection)
            for _ in range(ROUNDS):
                copied, pages = pages, checkpoint(connection)
                if pages - copied < CLOSE:
                    break
            self._large.set()

    def _sync(self, connection: sqlite3.Connection) -> None:
        if self._file is None:
            _, _, path = connection.execute("PRAGMA database_list").fetchone()
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        os.fdatasync(self._file)
