"""Reading: SQLAlchemy's async engine on read-only connections of its own.

Every read is one transaction, so it sees one state of the database. It is ended after SECONDS: a
snapshot that stays open keeps the write-ahead log from being begun anew.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from .damage import Damage
from .errors import ReadFailed, SlowRead

SECONDS = 5.0
CONNECTIONS = 4


class Reader:
    """A few connections that can only read."""

    def __init__(
        self, database: Path, *, seconds: float = SECONDS, damage: Damage | None = None
    ) -> None:
        self._seconds = seconds
        self._damage = damage or Damage()
        url = URL.create(
            "sqlite+aiosqlite",
            database=f"file:{quote(str(database.absolute()))}",
            query={"mode": "ro", "uri": "true"},
        )
        self._engine = create_async_engine(url, pool_size=CONNECTIONS, max_overflow=0)
        event.listen(self._engine.sync_engine, "connect", _no_implicit_begin)
        event.listen(self._engine.sync_engine, "begin", _begin)

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """One consistent view. Raises SlowRead when it is held for too long, ReadFailed."""
        limit = asyncio.timeout(self._seconds)
        try:
            async with AsyncSession(self._engine, expire_on_commit=False) as session:
                raw = await (await session.connection()).get_raw_connection()
                async with limit, _interrupted(raw.driver_connection, self._seconds):
                    yield session
            self._damage.well("reader")
        except (TimeoutError, DBAPIError) as error:
            if limit.expired():
                raise SlowRead(f"The read took more than {self._seconds:g} s.") from None
            if isinstance(error, DBAPIError):
                self._damage.report("reader", error.orig or error)
                raise ReadFailed(f"The database could not be read: {error.orig}.") from error
            raise

    async def close(self) -> None:
        """Closes the connections."""
        await self._engine.dispose()


@contextlib.asynccontextmanager
async def _interrupted(connection: Any, seconds: float) -> AsyncIterator[None]:
    """Stops the statement that runs after so long. Cancelling its caller is not enough: the way out
    leads over the connection's thread, which would still be busy with it."""

    async def interrupt() -> None:
        await asyncio.sleep(seconds)
        await connection.interrupt()

    waiting = asyncio.create_task(interrupt())
    try:
        yield
    finally:
        waiting.cancel()


def _no_implicit_begin(connection: Any, _record: Any) -> None:
    """Python's sqlite3 begins no transaction for a SELECT; we begin our own."""
    connection.isolation_level = None


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
