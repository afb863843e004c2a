"""The short reads that every connecting client needs: its account, and its room.

They read a few rows by their keys, on one thread with one read-only connection. Waiting queries are
answered together in one transaction, like the writer's moves, so that thousands of clients that
reconnect after a restart share the switch to the thread and back. Longer reads, such as lists and
records, use `reader`, so that short reads do not wait for them.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import Busy, ReadFailed, SlowRead
from ..sql.base.connection import MAX_WAITING
from ..sql.logs.places import TailView
from .damage import Damage
from .log.tail import LogConnection
from .thread_worker import Result, ThreadWorker

SECONDS = 5.0  # of one transaction: see `reader`
MAX_QUERIES = 100  # in one transaction
STEPS = 10_000  # of SQLite's virtual machine, between two checks of the time

T = TypeVar("T")
Connect = Callable[[], LogConnection]


@dataclass(frozen=True, slots=True)
class _Query:
    """A query whose caller waits for its result."""

    done: "asyncio.Future[Any]"
    ask: Callable[[LogConnection], Any]


class Lookup(ThreadWorker):
    """Made and used on one event loop; the thread runs until `close`. `waiting`: how many queries
    may wait; `tail`: returns a view of the log's tail, for queries that read the log."""

    def __init__(
        self,
        connect: Connect,
        *,
        seconds: float = SECONDS,
        waiting: int = MAX_WAITING,
        damage: Damage | None = None,
        tail: Callable[[], TailView] | None = None,
    ) -> None:
        super().__init__("lookup")
        self._tail = tail
        self._connect = connect
        self._damage = damage or Damage()
        self._seconds, self._waiting = seconds, waiting
        self._queued: list[_Query] = []
        self._connection: LogConnection | None = None
        self._end_s = 0.0
        self.start()

    async def ask(self, question: Callable[[LogConnection], T]) -> T:
        """Runs a short query in a snapshot that contains everything written so far.

        Raises the query's errors, SlowRead, Busy, ReadFailed.
        """
        future: asyncio.Future[T] = self._loop.create_future()
        with self._changed:
            if self._closing:
                raise ReadFailed("The store is closed.")
            if len(self._queued) >= self._waiting:
                raise Busy("Too many reads wait for the database.")
            self._queued.append(_Query(future, question))
            self._changed.notify()
        return await future

    # ── the thread ─────────────────────────────────────────────────────────────────────────────

    def work(self) -> None:
        """Answers queries until the lookup is closed."""
        while queries := self._next():
            if not self.deliver(self._transaction(queries)):
                break
        self._drop_connection()

    def _next(self) -> list[_Query]:
        """The queries that are waiting. None is added to them later: the snapshot must be newer
        than every query that it answers."""
        with self._changed:
            self._changed.wait_for(lambda: self._queued or self._closing)
            queries, self._queued = self._queued[:MAX_QUERIES], self._queued[MAX_QUERIES:]
            return queries

    def _transaction(self, queries: Sequence[_Query]) -> list[Result]:
        self._end_s = time.monotonic() + self._seconds
        answers = [self._answer(query) for query in queries if not query.done.cancelled()]
        if self._connection is not None:
            self._connection.rollback()
        return answers

    def _answer(self, query: _Query) -> Result:
        try:
            value = query.ask(self._snapshot())
            self._damage.mark_readable("lookup")
            return Result(query.done, value)
        except sqlite3.Error as error:
            self._damage.report("lookup", error)
            self._drop_connection()
            return Result(query.done, error=self._failure(error))
        except Exception as error:
            return Result(query.done, error=error)

    def _failure(self, error: sqlite3.Error) -> ReadFailed | SlowRead:
        failure: ReadFailed | SlowRead
        if self._is_over():
            failure = SlowRead(f"The read took more than {self._seconds:g} s.")
        else:
            failure = ReadFailed(f"The database could not be read: {error}.")
        failure.__cause__ = error
        return failure

    def _is_over(self) -> bool:
        return time.monotonic() > self._end_s

    def _snapshot(self) -> LogConnection:
        """The connection, in a transaction; a statement is interrupted when its time is over."""
        if self._connection is None:
            self._connection = self._connect()
            self._connection.set_progress_handler(self._is_over, STEPS)
        if not self._connection.in_transaction:
            self._connection.tail_view = self._tail() if self._tail else None
            self._connection.execute("BEGIN")
        return self._connection

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
