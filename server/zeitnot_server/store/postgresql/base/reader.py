"""Longer reads: SQLAlchemy's async engine on a few connections that only read.

Every read is one transaction, so that it is consistent, and ends after SECONDS at the latest.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from ...address import Address
from ...errors import Busy, ReadFailed, SlowRead
from ...sql.base.snapshots import BoundedReader
from .connection import DRIVER, LOST, connect
from .damage import Damage

SECONDS = 5.0
CONNECTIONS = 4


class Reader(BoundedReader):
    """Connections that only read; see `sql.base.snapshots.BoundedReader`."""

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
        self._damage, self._seconds = damage, seconds
        settings = {
            "default_transaction_read_only": "on",
            "statement_timeout": f"{int(seconds * 1000)}",
            "idle_in_transaction_session_timeout": f"{int(2 * seconds * 1000)}",
        }

        async def opened() -> Any:
            return await connect(address, f"{name} reader", settings, command_s=2 * seconds)

        engine = create_async_engine(
            DRIVER,
            async_creator=opened,
            pool_size=connections,
            max_overflow=0,
            isolation_level="REPEATABLE READ",
        )
        super().__init__(engine, connections, waiting)

    @contextlib.asynccontextmanager
    async def _session(self) -> AsyncIterator[AsyncSession]:
        limit = asyncio.timeout(self._seconds)
        try:
            async with limit, AsyncSession(self._engine, expire_on_commit=False) as session:
                yield session
            self._damage.mark_readable("reader")
        except PoolTimeout:
            raise Busy("No connection came free in time.") from None
        except (DBAPIError, *LOST) as error:
            if limit.expired() or _was_cancelled(error):
                raise SlowRead(f"The read took more than {self._seconds:g} s.") from None
            cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
            self._damage.report("reader", cause.__cause__ or cause)
            raise ReadFailed(f"The database could not be read: {cause}.") from error


def _was_cancelled(error: BaseException) -> bool:
    """Whether the database ended the statement, by its own clock."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlstate", None) == "57014"
