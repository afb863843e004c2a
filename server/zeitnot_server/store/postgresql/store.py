"""The store on PostgreSQL: its parts, and the order in which they are opened and closed."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ..address import Address
from ..alive import AliveFile
from ..errors import ReadFailed, StoreError, WriteFailed
from ..room_log import RulesFor
from ..shared import Shared
from ..sql.accounts import SqlAccounts
from ..sql.books import SqlBooks
from ..sql.connection import Connection
from ..sql.decoding import Decoding
from ..sql.games import LIST_CONNECTIONS, LISTS_QUEUED, SqlGames
from ..sql.moderation import SqlModeration
from ..sql.room_log import SqlRoomLog
from ..sql.tokens import SqlTokens
from ..tally import WriterTally
from .clock import ClockRow
from .connection import LOST, connect, give_up, running
from .damage import Damage
from .lookup import CertainLookup, Lookup
from .migrate import upgrade_async
from .nodes import PostgresqlNodes
from .reader import Reader
from .runs import Alive, PostgresqlRuns
from .scrub import Scrub
from .writer import Writer

T = TypeVar("T")


class PostgresqlStore:
    """One node's access to the database; made by `open`. See `store.Store`."""

    def __init__(
        self,
        address: Address,
        clock: ClockRow,
        alive: AliveFile,
        rules_for: RulesFor,
        node: str,
        url: str | None,
    ) -> None:
        """See `open`; the database must have been migrated. `clock` and `alive` are closed with
        it."""
        self.on_trouble: Callable[[str | None], None] = lambda trouble: None
        self.on_lease_ended: Callable[[], None] = lambda: None
        self.damage = Damage()
        self._clock = clock

        async def opened(name: str = "") -> Any:
            return await connect(address, f"{node}{name}")

        self._opened = opened
        self._writer = Writer(opened, self.damage)
        self._writer.on_trouble = lambda trouble: self.on_trouble(trouble)
        self._writer.on_lease_ended = lambda: self.on_lease_ended()
        self.alive = Alive(alive, clock, lambda: self._writer.under_way)
        self._lookup = Lookup(lambda: opened(" lookup"), self.damage)
        self._ping_lookup = Lookup(lambda: opened(" ping"), self.damage)
        self._reader = Reader(address, node, self.damage)
        self._records = Reader(address, node, self.damage, connections=1)
        self.lists = Reader(
            address, node, self.damage, connections=LIST_CONNECTIONS, waiting=LISTS_QUEUED
        )
        self._shared_ping = Shared(self._ping)
        self._scrub = Scrub(lambda: opened(" scrub"), self.damage)
        self._make_domains(rules_for, node, url)

    def _make_domains(self, rules_for: RulesFor, node: str, url: str | None) -> None:
        writer, lookup, reader = self._writer, self._lookup, self._reader
        decoding = Decoding(self.damage)
        self.runs = PostgresqlRuns(writer, lookup, self.alive, self._clock, node, url)
        self.nodes = PostgresqlNodes(
            writer, lookup, self.runs, node, url, time.monotonic, self._without_lease
        )
        # Rooms acknowledge what they find in the log after a commit whose end is unknown.
        certain = CertainLookup(lookup, writer.certain)
        self.log = SqlRoomLog(writer, certain, decoding, rules_for, self.runs)
        self.accounts = SqlAccounts(writer, lookup)
        self.tokens = SqlTokens(writer, lookup)
        self.moderation = SqlModeration(writer, lookup, reader)
        self.games = SqlGames(lookup, reader, self.lists, self._records, decoding, rules_for)
        self.books = SqlBooks(writer, lookup, reader, self.lists)

    @classmethod
    async def open(
        cls,
        address: Address,
        rules_for: RulesFor,
        folder: Path,
        *,
        node: str = "main",
        url: str | None = None,
        wait_s: float = 0.0,
    ) -> "PostgresqlStore":
        """Migrates, takes the node's name and opens. Raises DatabaseInUse, SchemaError, ReadFailed,
        OSError. `folder`: where the node's alive file is; `wait_s`: for the name."""
        await upgrade_async(address)
        clock = ClockRow(address, node)
        try:
            await clock.hold_name(wait_s)
            alive = await asyncio.to_thread(_alive_file, folder, node)
        except BaseException:
            await clock.close()
            raise
        return cls(address, clock, alive, rules_for, node, url)

    @property
    def trouble(self) -> str | None:
        return self._writer.trouble

    @property
    def tally(self) -> WriterTally:
        return self._writer.tally

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    async def close(self) -> None:
        """Writes what is queued, ends the lease, then closes the connections."""
        await self._scrub.close()
        if self.runs.number:
            with contextlib.suppress(StoreError):
                await self.runs.end(self.runs.number, self._clock.ms)
        await self._writer.close()
        for part in (self._lookup, self._ping_lookup, self.lists, self._records, self._reader):
            await part.close()
        await self._clock.close()
        self.alive.file.close()

    def queries(self) -> int:
        return sum(reader.queries for reader in (self._reader, self._records, self.lists))

    def begin_checks(self) -> None:
        self._scrub.begin()

    async def ping(self) -> None:
        await self._shared_ping.get()

    async def _ping(self) -> None:
        await self.write(lambda connection: None)
        await self._ping_lookup.ask(lambda c: c.execute("SELECT 1").fetchone())

    async def _without_lease(self, work: Callable[[Connection], bool]) -> bool:
        """Runs a short function in a transaction on a connection of its own. Raises WriteFailed."""
        try:
            raw = await self._opened(" leases")
            try:
                async with raw.transaction():
                    return await running(work, raw)
            finally:
                give_up(raw)
        except (*LOST, ReadFailed) as error:
            raise WriteFailed(f"A lease could not be ended: {error}.") from error

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Runs a short function in a transaction of the writer's, after the commits."""
        return await self._writer.write(work)


def _alive_file(folder: Path, node: str) -> AliveFile:
    folder.mkdir(parents=True, exist_ok=True)
    return AliveFile(folder / f"node-{node}.alive")
