"""The store on PostgreSQL: its parts, and the order in which they are opened and closed."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ..address import Address
from ..errors import ReadFailed, StoreError, WriteFailed
from ..heartbeat_file import HeartbeatFile
from ..room_log import RulesFor
from ..sql.base.connection import Connection
from ..sql.games.games import LIST_CONNECTIONS, LISTS_QUEUED
from ..sql.store import SqlStore
from .base.connection import LOST, NAME_SECONDS, connect, give_up, reason, run_sync
from .base.damage import Damage
from .base.lookup import CertainLookup, Lookup
from .base.reader import Reader
from .migrate import upgrade_async
from .nodes.heartbeat_row import HeartbeatRow
from .nodes.nodes import PostgresqlNodes
from .nodes.runs import NodeHeartbeats, PostgresqlRuns
from .scrub import Scrub
from .writing.writer import Writer


class PostgresqlStore(SqlStore):
    """One node's access to the database; made by `open`. See `store.Store`."""

    def __init__(
        self,
        address: Address,
        row: HeartbeatRow,
        file: HeartbeatFile,
        rules_for: RulesFor,
        node: str,
        url: str | None,
    ) -> None:
        """See `open`; the database must have been migrated. `row` and `file` are closed with
        it."""
        damage = Damage()
        super().__init__(damage)
        self._heartbeat_row = row

        async def opened(name: str, settings: Mapping[str, str] | None = None) -> Any:
            return await connect(address, f"{node}{name}", settings)

        self._opened = opened
        self._writer = writer = Writer(partial(opened, " writer"), damage, self.events)
        self.heartbeats = NodeHeartbeats(file, row, lambda: writer.in_flight)
        self._lookup = lookup = Lookup(partial(opened, " lookup"), damage)
        self._ping_lookup = Lookup(partial(opened, " ping"), damage)
        self._reader = Reader(address, node, damage)
        self._records = Reader(address, node, damage, connections=1)  # of records of games
        self.lists = Reader(
            address, node, damage, connections=LIST_CONNECTIONS, waiting=LISTS_QUEUED
        )
        self._scrub = Scrub(partial(opened, " scrub"), damage)
        self.runs = PostgresqlRuns(writer, lookup, self.heartbeats, row, node, url)
        self.nodes = PostgresqlNodes(
            writer, lookup, self.runs, node, url, time.monotonic, self._without_lease
        )
        # After a commit with an unknown outcome, rooms acknowledge what they find in the log.
        self._make_domains(self.runs, rules_for, CertainLookup(lookup, writer.certain))

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
        OSError. `folder`: of the node's heartbeat file; `wait_s`: for the name; unless 0 at least
        NAME_SECONDS."""
        await upgrade_async(address)
        row = HeartbeatRow(address, node)
        try:
            await row.hold_name(max(wait_s, NAME_SECONDS) if wait_s else 0.0)
            file = await asyncio.to_thread(_heartbeat_file, folder, node)
        except BaseException:
            await row.close()
            raise
        return cls(address, row, file, rules_for, node, url)

    async def close(self) -> None:
        """Writes what is queued, ends the lease, if `Runs.end` has not, then closes the
        connections."""
        await self._scrub.close()
        if self.runs.number and not self.runs.is_over:
            with contextlib.suppress(StoreError):
                await self.runs.end(self.runs.number, self._heartbeat_row.ms)
        await self._writer.close()
        for part in (self._lookup, self._ping_lookup, self.lists, self._records, self._reader):
            await part.close()
        await self._heartbeat_row.close()
        self.heartbeats.file.close()

    def begin_checks(self) -> None:
        self._scrub.begin()

    async def _without_lease(self, work: Callable[[Connection], bool]) -> bool:
        """Runs a short function in a transaction on a separate connection, which does not hold this
        node's lease: two nodes that end each other's would deadlock. Raises WriteFailed."""
        try:
            raw = await self._opened(" leases")
            try:
                async with raw.transaction():
                    return await run_sync(work, raw)
            finally:
                give_up(raw)
        except (*LOST, ReadFailed) as error:
            raise WriteFailed(f"A lease could not be ended: {reason(error)}.") from error


def _heartbeat_file(folder: Path, node: str) -> HeartbeatFile:
    folder.mkdir(parents=True, exist_ok=True)
    return HeartbeatFile(folder / f"node-{node}.alive")
