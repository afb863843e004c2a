"""Longer reads: SQLAlchemy's async engine on a few connections that only read.

Every read is one transaction, so that it is consistent, and is ended after SECONDS.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from ..address import Address
from ..errors import Busy, ReadFailed, SlowRead
from .connection import DRIVER, LOST, connect
from .damage import Damage

SECONDS = 5.0
CONNECTIONS = 4


class Reader:
    """See `sql.snapshots.Snapshots`. `waiting`: how many readers may wait for a connection."""

    def __init__(
        self,
        address: Address,
        name: str,
        damage: Damage,
        *,
        seconds: float = SECONDS,
        connections: int = CONNECTIONS,
        waiting: int | None = None,
    ) -> None:
        self._address, self._damage, self._seconds = address, damage, seconds
        self._capacity = None if waiting is None else connections + waiting
        self._readers = 0
        self.queries = 0  # so far: SQLAlchemy leaves reference cycles behind (`garbage`)
        settings = {
            "default_transaction_read_only": "on",
            "statement_timeout": f"{int(seconds * 1000)}",
            "idle_in_transaction_session_timeout": f"{int(2 * seconds * 1000)}",
        }

        async def opened() -> Any:
            return await connect(address, f"{name} reader", settings, command_s=2 * seconds)

        self._engine = create_async_engine(
            DRIVER,
            async_creator=opened,
            pool_size=connections,
            max_overflow=0,
            isolation_level="REPEATABLE READ",
        )

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """One consistent view. Raises SlowRead when it is held for too long, Busy when too many
        wait already, and ReadFailed when the database cannot be read."""
        if self._capacity is not None and self._readers >= self._capacity:
            raise Busy("Too many are reading; try again in a moment.")
        self._readers += 1
        try:
            async with self._session() as session:
                yield session
        finally:
            self._readers -= 1

    @contextlib.asynccontextmanager
    async def _session(self) -> AsyncIterator[AsyncSession]:
        limit = asyncio.timeout(self._seconds)
        self.queries += 1
        try:
            async with limit, AsyncSession(self._engine, expire_on_commit=False) as session:
                yield session
            self._damage.well("reader")
        except PoolTimeout:
            raise Busy("No connection came free in time.") from None
        except (DBAPIError, *LOST) as error:
            if limit.expired() or _was_cancelled(error):
                raise SlowRead(f"The read took more than {self._seconds:g} s.") from None
            cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
            self._damage.report("reader", cause.__cause__ or cause)
            raise ReadFailed(f"The database could not be read: {cause}.") from error

    async def close(self) -> None:
        """Closes the connections."""
        await self._engine.dispose()


def _was_cancelled(error: BaseException) -> bool:
    """Whether the database ended the statement, by its own clock."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) == "57014"
