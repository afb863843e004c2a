"""Reads the entire database once a day, so that damage is found before the data is needed. With
data checksums (`initdb --data-checksums`) PostgreSQL verifies every page that it reads.

It reads a slice at a time, with pauses, and costs a few percent of one connection.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from ..errors import StoreError
from ..sql.base.connection import Connection
from ..sql.base.tables import Base
from .base.connection import LOST, give_up, run_sync
from .base.damage import Damage

FIRST_SECONDS = 60.0
DAY_SECONDS = 24 * 3600.0
PAGES = 256  # of 8 KB, in one slice
BUSY_SHARE = 0.05

_PAGES = "SELECT pg_relation_size(CAST(? AS regclass)) / 8192"
_SLICE = """SELECT count(*), sum(hashtext(CAST(part AS text))) FROM {0} AS part
WHERE ctid >= CAST(CAST(? AS text) AS tid) AND ctid < CAST(CAST(? AS text) AS tid)"""


def pages_of(connection: Connection, table: str) -> int:
    """How many pages a table has."""
    (pages,) = connection.execute(_PAGES, (table,)).fetchone()
    return int(pages)


def slice_of(connection: Connection, table: str, first: int) -> None:
    """Reads PAGES pages of a table, with the values stored outside of them. Raises asyncpg's
    errors."""
    connection.execute(_SLICE.format(table), (f"({first},0)", f"({first + PAGES},0)"))


class Scrub:
    """`connect`: opens a connection."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], damage: Damage) -> None:
        self._connect, self._damage = connect, damage
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Starts scrubbing, soon and then every day."""
        self._task = asyncio.create_task(self._run(), name="scrub")

    async def close(self) -> None:
        """Stops scrubbing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            with contextlib.suppress(*LOST, StoreError):  # retried tomorrow
                await self.once()
            await asyncio.sleep(DAY_SECONDS)

    async def once(self) -> None:
        """Reads every table. Raises asyncpg's errors."""
        raw = await self._connect()
        try:
            for table in Base.metadata.sorted_tables:
                await self._table(raw, table.name)
        finally:
            give_up(raw)

    async def _table(self, raw: Any, name: str) -> None:
        loop = asyncio.get_running_loop()
        place, is_readable = f"table {name}", True
        pages = await run_sync(lambda c: pages_of(c, name), raw)
        for first in range(0, pages, PAGES):
            started = loop.time()
            try:
                await run_sync(partial(slice_of, table=name, first=first), raw)
            except LOST as error:
                if self._damage.kind_of(error) is None:
                    raise
                self._damage.report(place, error)
                is_readable = False
            await asyncio.sleep((loop.time() - started) * (1 / BUSY_SHARE - 1))
        if is_readable:
            self._damage.mark_readable(place)
