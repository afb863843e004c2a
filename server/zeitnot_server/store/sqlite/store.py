"""The store on SQLite: its parts, and the order in which they are opened and closed."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..alive import AliveFile
from ..nodes import OneNode
from ..room_log import RulesFor
from ..shared import Shared
from ..sql.accounts import SqlAccounts
from ..sql.books import SqlBooks
from ..sql.decoding import Decoding
from ..sql.games import LIST_CONNECTIONS, LISTS_QUEUED, SqlGames
from ..sql.moderation import SqlModeration
from ..sql.room_log import SqlRoomLog
from ..sql.tokens import SqlTokens
from ..tally import WriterTally
from .connect import connect, connect_reading
from .damage import Damage
from .file_monitor import FileMonitor
from .lock import Lock, beside
from .lookup import Lookup
from .migrate import upgrade_locked
from .reader import Reader
from .runs import SqliteRuns
from .scrub import Scrub
from .writer import Connect, Writer

T = TypeVar("T")


class SqliteStore:
    """One database, open; made by `open`. See `store.Store`.

    `damage`: the damage found. `lists` is for queries of clients, so that neither the server itself
    nor `ping` waits for them.
    """

    def __init__(
        self,
        path: Path,
        lock: Lock,
        rules_for: RulesFor,
        connect_writer: Connect | None = None,
        connect_lookup: Connect | None = None,
    ) -> None:
        """See `open`; the database must have been migrated. `lock` is closed with it."""
        self.on_trouble: Callable[[str | None], None] = lambda trouble: None
        self.on_lease_ended: Callable[[], None] = lambda: None  # never: there is one node
        self.damage = Damage()
        self._lock = lock
        self.alive = AliveFile(beside(path, ".alive"), path)
        try:
            self._file_monitor = FileMonitor(path)
        except BaseException:
            self.alive.close()
            raise
        self._writer = Writer(
            connect_writer or (lambda: connect(path)),
            self._file_monitor.check,
            self.damage,
            is_truncated=lambda: self._file_monitor.truncated,
        )
        self._writer.on_trouble = lambda trouble: self.on_trouble(trouble)
        self._reader = Reader(path, damage=self.damage)
        self._records = Reader(path, connections=1, damage=self.damage)
        self.lists = Reader(
            path, connections=LIST_CONNECTIONS, waiting=LISTS_QUEUED, damage=self.damage
        )
        self._lookup = Lookup(connect_lookup or (lambda: connect_reading(path)), damage=self.damage)
        self._ping_lookup = Lookup(lambda: connect_reading(path), damage=self.damage)
        self._shared_ping = Shared(self._ping)
        self._scrub = Scrub(lambda: connect_reading(path), self.damage)
        self._make_domains(rules_for)
        self._file_monitor.begin(self._writer.verify_files_soon)

    def _make_domains(self, rules_for: RulesFor) -> None:
        """Creates the store's parts by domain, each with the connections that it needs."""
        writer, lookup, reader = self._writer, self._lookup, self._reader
        decoding = Decoding(self.damage)
        self.nodes = OneNode()
        self.runs = SqliteRuns(writer, lookup, self.alive)
        self.log = SqlRoomLog(writer, lookup, decoding, rules_for, self.runs)
        self.accounts = SqlAccounts(writer, lookup)
        self.tokens = SqlTokens(writer, lookup)
        self.moderation = SqlModeration(writer, lookup, reader)
        self.games = SqlGames(lookup, reader, self.lists, self._records, decoding, rules_for)
        self.books = SqlBooks(writer, lookup, reader, self.lists)

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
            return cls(path, lock, rules_for, connect_writer, connect_lookup)
        except BaseException:
            lock.close()
            raise

    @property
    def trouble(self) -> str | None:
        """Why the database is read-only at present; None: it is not. `on_trouble` is called with
        every change."""
        return self._writer.trouble

    @property
    def tally(self) -> WriterTally:
        """What the writer has counted since the start."""
        return self._writer.tally

    @property
    def waiting(self) -> int:
        """How many commits and other writes wait for their transaction."""
        return self._writer.waiting

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
        self.alive.close()
        self._lock.close()

    def queries(self) -> int:
        """How many queries SQLAlchemy has made, which leave reference cycles (`garbage`)."""
        return sum(reader.queries for reader in (self._reader, self._records, self.lists))

    def begin_checks(self) -> None:
        """Begins to check the whole database in the background, soon and then every day."""
        self._scrub.begin()

    async def ping(self) -> None:
        """Returns when both a write and a read have succeeded, neither of which waits for other
        reads. Raises StoreError."""
        await self._shared_ping.get()

    async def _ping(self) -> None:
        await self.write(lambda connection: None)
        await self._ping_lookup.ask(lambda connection: connection.execute("SELECT 1").fetchone())

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs a short function on the writer's thread, in a transaction, after the commits.

        An error that it raises undoes it and is raised here. Raises WriteFailed, ReadOnly.
        """
        return await self._writer.write(work)
