"""The store on SQLite: its parts, and the order in which they are opened and closed."""

import asyncio
import contextlib
from functools import partial
from pathlib import Path

from ..heartbeat_file import HeartbeatFile
from ..nodes import OneNode
from ..room_log import RulesFor
from ..sql.games.games import LIST_CONNECTIONS, LISTS_QUEUED
from ..sql.store import SqlStore
from .connect import connect, connect_reading
from .damage import Damage, translating_damage
from .file_monitor import FileMonitor
from .lock import Lock, beside
from .log.tail import Tail
from .lookup import Lookup
from .migrate import upgrade_locked
from .reader import Reader
from .runs import SqliteRuns
from .scrub import Scrub
from .writer import Connect, Writer


class SqliteStore(SqlStore):
    """One database, open; made by `open`. See `store.Store`."""

    _writer: Writer

    def __init__(
        self,
        path: Path,
        lock: Lock,
        tail: Tail,
        rules_for: RulesFor,
        connect_writer: Connect | None = None,
        connect_lookup: Connect | None = None,
    ) -> None:
        """See `open`; the database must have been migrated. `lock` is closed with it. `tail`: of
        its log."""
        damage = Damage()
        super().__init__(damage)
        self._lock = lock
        self.heartbeats = HeartbeatFile(beside(path, ".alive"), path)
        try:
            self._file_monitor = FileMonitor(path)
        except BaseException:
            self.heartbeats.close()
            raise
        self._writer = Writer(
            connect_writer or (lambda: connect(path)),
            tail,
            self._file_monitor.check,
            damage,
            is_truncated=lambda: self._file_monitor.truncated,
            events=self.events,
        )
        reader = partial(Reader, path, damage=damage, tail=tail.view)
        self._reader, self._records = reader(), reader(connections=1)
        self.lists = reader(connections=LIST_CONNECTIONS, waiting=LISTS_QUEUED)
        self._lookup = Lookup(
            connect_lookup or (lambda: connect_reading(path)), damage=damage, tail=tail.view
        )
        # for the health check, which other reads must not delay
        self._ping_lookup = Lookup(lambda: connect_reading(path), damage=damage)
        self._scrub = Scrub(lambda: connect_reading(path), damage)
        self.nodes = OneNode()
        self.runs = SqliteRuns(self._writer, self._lookup, self.heartbeats)
        self._make_domains(self.runs, rules_for, self._lookup)
        self._file_monitor.begin(self._writer.verify_files_soon)

    @classmethod
    async def open(
        cls,
        path: Path,
        rules_for: RulesFor,
        *,
        wait_s: float = 0.0,
        connect_writer: Connect | None = None,
        connect_lookup: Connect | None = None,
    ) -> "SqliteStore":
        """Locks, migrates and opens. Raises DatabaseInUse, SchemaError, ReadFailed, OSError.

        `wait_s`: for the lock. `connect_writer` and `connect_lookup` replace the functions that
        open these connections, in tests.
        """
        lock = await asyncio.to_thread(Lock, path, wait_s)
        try:
            await asyncio.to_thread(upgrade_locked, path)
            lock.hold()  # a new database exists only now
            tail = await asyncio.to_thread(_read_tail, path)
            return cls(path, lock, tail, rules_for, connect_writer, connect_lookup)
        except BaseException:
            lock.close()
            raise

    async def close(self) -> None:
        """Writes what is queued, then closes the database."""
        await asyncio.to_thread(self._scrub.close)
        await asyncio.to_thread(self._file_monitor.end)
        await self._lookup.close()
        await self._ping_lookup.close()
        await self.lists.close()
        await self._records.close()
        await self._reader.close()  # before the writer: the last connection checkpoints
        self._file_monitor.close()
        await self._writer.close()
        self._file_monitor.close_index()
        self.heartbeats.close()
        self._lock.close()

    def begin_checks(self) -> None:
        """Begins to check the whole database in the background, soon and then every day."""
        self._scrub.begin()


def _read_tail(path: Path) -> Tail:
    with translating_damage(path), contextlib.closing(connect_reading(path)) as connection:
        return Tail.read(connection)
