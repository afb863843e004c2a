"""Longer reads: SQLAlchemy's async engine on read-only connections.

Every read is one transaction, so that it is consistent. It is ended after SECONDS: an
open snapshot prevents the write-ahead log from being reset.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, event
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from ..errors import Busy, ReadFailed, SlowRead
from ..sql.base.snapshots import BoundedReader
from ..sql.logs.places import TailView
from .damage import Damage

SECONDS = 5.0
CONNECTIONS = 4


class Reader(BoundedReader):
    """A few read-only connections to the file; see `sql.base.snapshots.BoundedReader`. `tail`:
    returns a view of the log's tail."""

    def __init__(
        self,
        database: Path,
        *,
        seconds: float = SECONDS,
        connections: int = CONNECTIONS,
        waiting: int | None = None,
        damage: Damage | None = None,
        tail: Callable[[], TailView] = TailView,
    ) -> None:
        self._seconds = seconds
        self._tail = tail
        self._damage = damage or Damage()
        url = URL.create(
            "sqlite+aiosqlite",
            database=f"file:{quote(str(database.absolute()))}",
            query={"mode": "ro", "uri": "true"},
        )
        engine = create_async_engine(url, pool_size=connections, max_overflow=0)
        event.listen(engine.sync_engine, "connect", _no_implicit_begin)
        event.listen(engine.sync_engine, "connect", _read_all_text)
        event.listen(engine.sync_engine, "begin", _begin)
        super().__init__(engine, connections, waiting)

    @contextlib.asynccontextmanager
    async def _session(self) -> AsyncIterator[AsyncSession]:
        limit = asyncio.timeout(self._seconds)
        try:
            async with AsyncSession(self._engine, expire_on_commit=False) as session:
                session.info["tail"] = self._tail()
                raw = await (await session.connection()).get_raw_connection()
                async with limit, _interrupted(raw.driver_connection, self._seconds):
                    yield session
            self._damage.mark_readable("reader")
        except PoolTimeout:
            raise Busy("No connection came free in time.") from None
        except (TimeoutError, DBAPIError) as error:
            if limit.expired():
                raise SlowRead(f"The read took more than {self._seconds:g} s.") from None
            if isinstance(error, DBAPIError):
                self._damage.report("reader", error.orig or error)
                raise ReadFailed(f"The database could not be read: {error.orig}.") from error
            raise


@contextlib.asynccontextmanager
async def _interrupted(connection: Any, seconds: float) -> AsyncIterator[None]:
    """Interrupts a statement that takes too long, or whose caller was cancelled. Cancelling the
    caller is not enough, because the cleanup needs the connection's thread, which the statement
    occupies."""

    async def interrupt() -> None:
        await asyncio.sleep(seconds)
        await connection.interrupt()

    timer = asyncio.create_task(interrupt())
    try:
        yield
    except BaseException:
        with contextlib.suppress(ValueError):  # it is closed already
            await connection.interrupt()
        raise
    finally:
        timer.cancel()


def _no_implicit_begin(connection: Any, _record: Any) -> None:
    """Python's sqlite3 begins no transaction for a SELECT; we begin our own."""
    connection.isolation_level = None


def _read_all_text(connection: Any, _record: Any) -> None:
    """Replaces invalid UTF-8, so that one damaged byte of a name does not lose all rows that are
    read with it. `zeitnot check` reports it."""
    connection.driver_connection.text_factory = _text


def _text(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
