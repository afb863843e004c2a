"""The short reads that every connecting client needs, on one connection: those that wait are
answered together, in one snapshot."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import asyncpg

from ..errors import ReadFailed, SlowRead
from ..sql.connection import Connection
from .connection import GONE, reason, running
from .damage import Damage
from .one_connection import OneConnection, Raw

SECONDS = 5.0  # of one snapshot
MAX_QUERIES = 100  # in one snapshot

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Query:
    done: "asyncio.Future[Any]"
    ask: Callable[[Connection], Any]


class Lookup:
    """See `sql.connection.Lookup`. `connect`: opens a connection."""

    def __init__(
        self, connect: Callable[[], Awaitable[Raw]], damage: Damage, *, seconds: float = SECONDS
    ) -> None:
        self._connection, self._damage, self._seconds = OneConnection(connect), damage, seconds
        self._queries: list[_Query] = []
        self._queued = asyncio.Event()
        self._closing = False
        self._loop = asyncio.create_task(self._work(), name="lookup")

    async def ask(self, question: Callable[[Connection], T], /) -> T:
        """Runs a short query in a snapshot that contains everything written so far. Raises the
        query's errors, SlowRead, ReadFailed."""
        if self._closing:
            raise ReadFailed("The store is closed.")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queries.append(_Query(done, question))
        self._queued.set()
        return await done

    async def close(self) -> None:
        """Answers what is queued, then closes the connection."""
        self._closing = True
        self._queued.set()
        await asyncio.wait([self._loop])
        await self._connection.close()

    async def _work(self) -> None:
        while True:
            if not self._queries:
                if self._closing:
                    return
                self._queued.clear()
                await self._queued.wait()
                continue
            queries, self._queries = self._queries[:MAX_QUERIES], self._queries[MAX_QUERIES:]
            await self._snapshot([query for query in queries if not query.done.done()])

    async def _snapshot(self, queries: list[_Query]) -> None:
        """Answers these. If one fails, the others are asked again in another snapshot."""
        remaining = list(queries)
        while remaining:
            try:
                async with asyncio.timeout(self._seconds):
                    raw = await self._connection.open()
                    async with raw.transaction(isolation="repeatable_read", readonly=True):
                        while remaining:
                            await self._answer(remaining[0], raw)
                            del remaining[0]
                self._damage.well("lookup")
            except TimeoutError:
                self._connection.drop()
                _fail(remaining, SlowRead(f"The read took more than {self._seconds:g} s."))
                return
            except _QueryFailed as failed:
                _fail([remaining.pop(0)], failed.error)
            except Exception as error:  # whatever it is, this task must go on
                self._damage.report("lookup", error)
                self._connection.drop()
                _fail(remaining, _unreadable(error))
                return

    async def _answer(self, query: _Query, raw: Raw) -> None:
        try:
            value = await running(query.ask, raw)
        except GONE:
            raise
        except asyncpg.PostgresError as error:
            self._damage.report("lookup", error)
            raise _QueryFailed(_unreadable(error)) from error
        except Exception as error:
            raise _QueryFailed(error) from error
        if not query.done.done():
            query.done.set_result(value)


class CertainLookup:
    """A lookup of what will not be lost: `certain` is awaited before each question."""

    def __init__(self, lookup: Lookup, certain: Callable[[], Awaitable[None]]) -> None:
        self._lookup, self._certain = lookup, certain

    async def ask(self, question: Callable[[Connection], T], /) -> T:
        """As `Lookup.ask`; raises ReadFailed too while nothing is certain."""
        await self._certain()
        return await self._lookup.ask(question)


class _QueryFailed(Exception):
    """A query's own error, which ends the snapshot."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def _fail(queries: list[_Query], error: Exception) -> None:
    for query in queries:
        if not query.done.done():
            query.done.set_exception(error)


def _unreadable(error: BaseException) -> ReadFailed:
    if isinstance(error, ReadFailed):
        return error
    failure = ReadFailed(f"The database could not be read: {reason(error)}.")
    failure.__cause__ = error
    return failure
