"""The short reads that every connecting client needs, on one connection. Waiting ones are answered
together, in one snapshot.

The database ends a statement that takes too long. Only that query fails, and the others of its
snapshot are repeated in another one. If the database does not even do that, it hangs: then one
query at a time fails, until the others have waited too long.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import asyncpg
import structlog

from ...errors import Busy, ReadFailed, SlowRead
from ...sql.base.connection import MAX_WAITING, Connection
from .connection import GONE, reason, run_sync
from .damage import Damage
from .one_connection import OneConnection, Raw

MAX_QUERIES = 100  # in one snapshot

logger = structlog.get_logger()
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bounds:
    """`statement_s`: of a statement, by the database's clock; `snapshot_s`: by this one; `wait_s`:
    of a query, from when it is asked until it is no longer tried; `waiting`: how many may wait."""

    statement_s: float = 2.0
    snapshot_s: float = 5.0
    wait_s: float = 10.0
    waiting: int = MAX_WAITING


@dataclass(frozen=True, slots=True)
class _Query:
    done: "asyncio.Future[Any]"
    ask: Callable[[Connection], Any]
    asked_s: float  # by the monotonic clock


class Lookup:
    """See `sql.base.connection.Lookup`. `connect`: opens a connection with these settings."""

    def __init__(
        self,
        connect: Callable[[Mapping[str, str]], Awaitable[Raw]],
        damage: Damage,
        bounds: Bounds = Bounds(),
    ) -> None:
        settings = {"statement_timeout": f"{int(bounds.statement_s * 1000)}"}
        self._connection = OneConnection(lambda: connect(settings))
        self._damage, self._bounds = damage, bounds
        self._queries: list[_Query] = []
        self._asked: list[_Query] = []  # taken from these, and being answered
        self._queued = asyncio.Event()
        self._closing = False
        self._worker = asyncio.create_task(self._work(), name="lookup")
        self._worker.add_done_callback(self._ended)

    async def ask(self, question: Callable[[Connection], T], /) -> T:
        """Runs a short query in a snapshot that contains everything written so far. Raises the
        query's errors, SlowRead, Busy, ReadFailed."""
        if self._closing:
            raise ReadFailed("The store is closed.")
        if len(self._queries) >= self._bounds.waiting:
            raise Busy("Too many reads wait for the database.")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queries.append(_Query(done, question, time.monotonic()))
        self._queued.set()
        return await done

    async def close(self) -> None:
        """Answers what is queued, then closes the connection."""
        self._closing = True
        self._queued.set()
        await asyncio.wait([self._worker])
        await self._connection.close()

    async def _work(self) -> None:
        while True:
            if not self._queries:
                if self._closing:
                    return
                self._queued.clear()
                await self._queued.wait()
                continue
            self._asked, self._queries = self._queries[:MAX_QUERIES], self._queries[MAX_QUERIES:]
            while queries := self._without_expired(self._asked):
                self._asked = queries
                await self._try(queries)
            self._asked = []

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """The task has ended. If it was not closed, fails all queries, because none is answered any
        more."""
        if not self._closing:
            self._closing = True
            error = None if task.cancelled() else task.exception()
            logger.critical("lookup ended", exc_info=error)
            _fail([*self._asked, *self._queries], lambda: ReadFailed("The lookup has ended."))

    def _without_expired(self, queries: Sequence[_Query]) -> list[_Query]:
        """The queries whose callers still wait; fails those that have waited too long."""
        wait_s = self._bounds.wait_s
        since_s = time.monotonic() - wait_s
        expired = [query for query in queries if query.asked_s < since_s]
        _fail(expired, lambda: SlowRead(f"The read waited more than {wait_s:g} s."))
        return [query for query in queries if not query.done.done()]

    async def _try(self, queries: list[_Query]) -> None:
        """Answers these queries, or at least the first."""
        try:
            raw = await self._connection.open()
            async with asyncio.timeout(self._bounds.snapshot_s):
                await self._snapshot(raw, queries)
            self._damage.mark_readable("lookup")
        except TimeoutError:
            self._connection.drop()
            _fail(queries[:1], lambda: _slow(self._bounds.snapshot_s))
        except _QueryFailed as failed:
            one = failed.error
            _fail(queries[:1], lambda: one)
        except Exception as error:  # of any kind: this task must continue
            bad = error
            self._damage.report("lookup", bad)
            self._connection.drop()
            _fail(queries, lambda: _unreadable(bad))

    async def _snapshot(self, raw: Raw, queries: list[_Query]) -> None:
        """Answers queries, and removes them. If it is cancelled, the connection must be dropped,
        because nothing is awaited on it any more."""
        snapshot = raw.transaction(isolation="repeatable_read", readonly=True)
        await snapshot.start()
        try:
            while queries:
                await self._answer(queries[0], raw)
                del queries[0]
        except _QueryFailed:
            await snapshot.rollback()
            raise
        await snapshot.commit()

    async def _answer(self, query: _Query, raw: Raw) -> None:
        try:
            value = await run_sync(query.ask, raw)
        except GONE:
            raise
        except asyncpg.QueryCanceledError as error:
            raise _QueryFailed(_slow(self._bounds.statement_s)) from error
        except asyncpg.PostgresError as error:
            self._damage.report("lookup", error)
            raise _QueryFailed(_unreadable(error)) from error
        except Exception as error:
            raise _QueryFailed(error) from error
        if not query.done.done():
            query.done.set_result(value)


class CertainLookup:
    """A lookup that only returns data that will not be lost: it awaits `certain` before each
    query."""

    def __init__(self, lookup: Lookup, certain: Callable[[], Awaitable[None]]) -> None:
        self._lookup, self._certain = lookup, certain

    async def ask(self, question: Callable[[Connection], T], /) -> T:
        """Like `Lookup.ask`, but also raises ReadFailed while nothing is certain."""
        await self._certain()
        return await self._lookup.ask(question)


class _QueryFailed(Exception):
    """A query's own error, which ends the snapshot."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


def _fail(queries: Sequence[_Query], error: Callable[[], Exception]) -> None:
    """Fails each query with a separate error, because raising an error changes its traceback."""
    for query in queries:
        if not query.done.done():
            query.done.set_exception(error())


def _slow(seconds: float) -> SlowRead:
    return SlowRead(f"The read took more than {seconds:g} s.")


def _unreadable(error: BaseException) -> ReadFailed:
    if isinstance(error, ReadFailed):  # of `connect`
        failure = type(error)(f"{error}")
    else:
        failure = ReadFailed(f"The database could not be read: {reason(error)}.")
    failure.__cause__ = error
    return failure
