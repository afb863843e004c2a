"""Copies the write-ahead log (WAL) into the database file, on a separate thread, so that commits do
not wait for it.

A passive checkpoint blocks no other connection, so the thread does one on its own connection after
every EVERY_ROWS rows; a transaction may have from one to two hundred. While the writer is always
busy, the thread never reaches the end of the WAL, which is therefore never reset; beyond
LARGE_PAGES, the writer is asked to do a checkpoint between two of its transactions. Before that the
thread does up to MAX_ROUNDS checkpoints, each of which copies what was written during the previous
one, so that little is left. SQLite syncs the database only when a checkpoint reaches the end of the
WAL, and then everything copied before: so the thread syncs the file first, or the writer would have
to wait for the sync.
"""

import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable

from .damage import Damage

EVERY_ROWS = 1_000  # of some two to four pages each: 5 ms of a processor
LARGE_PAGES = 32_000  # 128 MiB
FEW_PAGES = 50  # few enough for the writer to copy quickly
MAX_ROUNDS = 4  # checkpoints until FEW_PAGES or less are left
NICENESS = 10  # the loop and the writer go first


def checkpoint(connection: sqlite3.Connection) -> int:
    """A passive checkpoint; returns how many pages the WAL has. Raises sqlite3.Error."""
    _busy, pages, _done = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return int(pages)


class Checkpointer:
    """The thread; the writer calls `committed` after each transaction."""

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
        """Counts the rows of a transaction. True: the WAL is large, and the writer should do a
        checkpoint now."""
        self._count += rows
        if self._count >= EVERY_ROWS:
            self._count = 0
            self._wake.set()
        is_large = self._large.is_set()
        self._large.clear()
        return is_large

    def end(self) -> None:
        """Ends the thread."""
        self._closing = True
        self._wake.set()
        self._thread.join()

    def close(self) -> None:
        """Closes the file. Must be called after every connection of this process is closed: a
        process that closes a file loses all its locks on it, SQLite's included (POSIX, `fcntl`)."""
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
            # A failure is harmless: the WAL keeps everything, and the next checkpoint retries.
            try:
                self._checkpoint()
                self._damage.mark_readable("checkpoint")
            except (sqlite3.Error, OSError) as error:
                self._damage.report("checkpoint", error)

    def _checkpoint(self) -> None:
        with contextlib.closing(self._connect()) as connection:
            pages = checkpoint(connection)
            if pages <= LARGE_PAGES:
                return
            self._sync(connection)
            for _ in range(MAX_ROUNDS):
                copied, pages = pages, checkpoint(connection)
                if pages - copied < FEW_PAGES:
                    break
            self._large.set()

    def _sync(self, connection: sqlite3.Connection) -> None:
        if self._file is None:
            _, _, path = connection.execute("PRAGMA database_list").fetchone()
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        os.fdatasync(self._file)
