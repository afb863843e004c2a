"""The only writer: a thread with its own connection, through which everything is written.

Moves go first. All that waits is written in one transaction, at most ROWS rows or MS milliseconds
of it, so that one fsync serves many rooms (group commit); no commit waits for others to join. After
FAIRNESS transactions of moves in a row a task gets its turn.

After a COMMIT that fails it is unknown what is on disk: after a failed fsync the kernel may report
the next one as successful without having written (pages are marked clean). So the connection is
closed and never used again, and every caller of the transaction gets WriteFailed.

Then a probing write is tried on a new connection. While it fails (disk full, database locked) the
writer is read-only: it refuses at once what is asked of it (ReadOnly), says why (`trouble`), and
probes again, at growing intervals, until one is on disk.

The same when the files are no longer those that were opened (`watch`). The connection that has them
open first moves all that it has written into the database: if only the log has lost its name, then
nothing is lost with it.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..errors import ReadOnly, WriteFailed
from ..room_log import Commit
from ..tally import WriterTally
from . import commit
from .checkpoint import Checkpointer, checkpoint
from .damage import Damage
from .thread_worker import Result, ThreadWorker

ROWS = 200
MS = 20
FAIRNESS = 8
TASK_ROWS = 10  # that a task is taken to write
PROBE_SECONDS = (0.05, 2.0)  # the first pause between two probes, and the longest
PROBE_BUSY_MS = 50

T = TypeVar("T")
Connect = Callable[[], sqlite3.Connection]


@dataclass(frozen=True, slots=True)
class _Move:
    """A commit that waits."""

    done: "asyncio.Future[None]"
    values: commit.PreparedCommit
    put_s: float  # when, by the monotonic clock


@dataclass(frozen=True, slots=True)
class _Task:
    """A function that waits for the connection."""

    done: "asyncio.Future[Any]"
    work: Callable[[sqlite3.Connection], Any]


class Writer(ThreadWorker):
    """Made and used on one event loop; the thread runs until `close`.

    `unsound`: why no connection may be opened for writing, None if it may; `is_truncated`: whether
    that is because the log lacks some of what is to be moved into the database.
    """

    def __init__(
        self,
        connect: Connect,
        unsound: Callable[[], str | None] = lambda: None,
        damage: Damage | None = None,
        is_truncated: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__("writer")
        self.trouble: str | None = None  # why nothing can be written; set under `_changed`
        self.on_trouble: Callable[[str | None], None] = lambda trouble: None
        self.tally = WriterTally()
        self._connect = connect
        self._unsound = unsound
        self._is_truncated = is_truncated
        self._damage = damage or Damage()
        self._moves: deque[_Move] = deque()
        self._tasks: deque[_Task] = deque()
        self._must_verify = False
        self._since_task = 0
        self._connection: sqlite3.Connection | None = None
        self._checkpointer = Checkpointer(self._connect_sound, self._damage)
        self.start()

    async def commit(self, commit_: Commit) -> None:
        """Returns when the rows are on disk. Raises Conflict, WriteFailed, ReadOnly."""
        future: asyncio.Future[None] = self._loop.create_future()
        self._put(self._moves, _Move(future, commit.prepare(commit_), time.monotonic()))
        await future

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs `work` in a transaction of the writer's, after the moves; it must be short.

        What `work` raises undoes it and is raised here. Raises WriteFailed, ReadOnly.
        """
        future: asyncio.Future[T] = self._loop.create_future()
        self._put(self._tasks, _Task(future, work))
        return await future

    def verify_files_soon(self) -> None:
        """The files may have changed. May be called on any thread."""
        with self._changed:
            self._must_verify = True
            self._changed.notify()

    @property
    def waiting(self) -> int:
        """How many commits and tasks wait for their transaction."""
        return len(self._moves) + len(self._tasks)

    def _put(self, queue: deque[Any], job: Any) -> None:
        with self._changed:
            if self._closing:
                raise WriteFailed("The store is closed.")
            if self.trouble is not None:
                raise ReadOnly(self.trouble)
            queue.append(job)
            self._changed.notify()

    # ── the thread ─────────────────────────────────────────────────────────────────────────────

    def work(self) -> None:
        """Writes until it is closed."""
        while self._wait():
            if not (self._verify_files() if self._must_verify else self._turn()):
                break
        self._checkpointer.end()
        self._drop_connection()
        self._checkpointer.close()

    def _turn(self) -> bool:
        """One transaction. False: there is no point in another."""
        moves = self._next_moves()
        results, failure = self._transaction(moves)
        if not self.tell(results):
            return False
        if failure is not None:
            return self._recover()
        self._count(moves)
        self._checkpoint(len(results) * (1 if moves else TASK_ROWS))
        return True

    def _wait(self) -> bool:
        with self._changed:
            self._changed.wait_for(
                lambda: self._moves or self._tasks or self._closing or self._must_verify
            )
            return bool(self._moves or self._tasks or (self._must_verify and not self._closing))

    def _next_moves(self) -> list[_Move]:
        """As many as fit; none if it is a task's turn."""
        if self._tasks and self._since_task >= FAIRNESS:
            return []
        moves: list[_Move] = []
        rows = 0
        while self._moves and (not moves or rows + self._moves[0].values.size <= ROWS):
            move = self._moves.popleft()
            rows += move.values.size
            moves.append(move)
        return moves

    def _transaction(self, moves: Sequence[_Move]) -> tuple[list[Result], Exception | None]:
        """The result for each caller, and the error of the whole transaction."""
        entries: list[_Move | _Task] = list(moves)
        results: list[Result] = []
        try:
            connection = self._open()
            connection.execute("BEGIN IMMEDIATE")
            if moves:
                conflicts = commit.write(connection, [move.values for move in moves])
                results += [
                    Result(move.done, error=conflict)
                    for move, conflict in zip(moves, conflicts, strict=True)
                ]
            else:
                for task in self._next_tasks():
                    entries.append(task)
                    results.append(_perform(connection, task))
            connection.execute("COMMIT")
        except Exception as error:
            self._report(error)
            self._drop_connection()
            return [Result(job.done, error=_unknown(error)) for job in entries], error
        self._since_task = self._since_task + 1 if moves else 0
        return results, None

    def _next_tasks(self) -> Iterator[_Task]:
        """The first that waits; further ones while no move waits and time is left."""
        until = time.monotonic() + MS / 1000
        while self._tasks:
            yield self._tasks.popleft()
            if self._moves or time.monotonic() >= until:
                return

    def _verify_files(self) -> bool:
        """Checks the files. If they were replaced, the log that is open is checkpointed into the
        database that is open, and nothing more is written until they are back. False: the writer
        has been closed."""
        self._must_verify = False
        if self._unsound() is None:
            return True
        if self._connection is not None:
            if not self._is_truncated():
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._drop_connection()
        return self._recover()

    def _count(self, moves: Sequence[_Move]) -> None:
        if not moves:
            return
        now, rows = time.monotonic(), 0
        for move in moves:
            self.tally.commit_s.add(now - move.put_s)
            rows += move.values.size
        self.tally.batch_rows.add(rows)

    # ── after a failure ────────────────────────────────────────────────────────────────────────

    def _recover(self) -> bool:
        """Returns when a probing write is on disk; False if the writer is closed before that."""
        pause, longest = PROBE_SECONDS
        while (trouble := self._probe()) is not None:
            if not self._turn_read_only(trouble):
                return False
            with self._changed:
                if self._changed.wait_for(lambda: self._closing, pause):
                    return False
            pause = min(2 * pause, longest)
        with self._changed:
            previous, self.trouble = self.trouble, None
        return previous is None or self.call(self.on_trouble, None)

    def _probe(self) -> str | None:
        """A write that changes nothing but a number nobody reads; why it failed, if it did.

        It does not wait long for a lock: meanwhile others would wait for us.
        """
        try:
            connection = self._open()
            (busy_ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
            connection.execute(f"PRAGMA busy_timeout={PROBE_BUSY_MS}").fetchall()
            connection.execute("BEGIN IMMEDIATE")
            (number,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f"PRAGMA user_version={(number + 1) % 2**31}")
            connection.execute("COMMIT")
            connection.execute(f"PRAGMA busy_timeout={busy_ms}").fetchall()
        except Exception as error:
            self._report(error)
            self._drop_connection()
            return f"{error}"
        return None

    def _turn_read_only(self, trouble: str) -> bool:
        """Refuses everything that waits and that comes; reports it once."""
        with self._changed:
            is_new = self.trouble is None
            self.trouble = trouble
            waiting: list[_Move | _Task] = [*self._moves, *self._tasks]
            self._moves.clear()
            self._tasks.clear()
        refused = [Result(job.done, error=ReadOnly(trouble)) for job in waiting]
        refused_count = self.tell(refused)
        return self.call(self.on_trouble, trouble) if is_new and refused_count else refused_count

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = self._connect_sound()
        return self._connection

    def _connect_sound(self) -> sqlite3.Connection:
        """Raises sqlite3.Error, for files that are not ours too: a connection that opened them
        would write to one and believe that it is another."""
        if (trouble := self._unsound()) is not None:
            raise sqlite3.OperationalError(trouble)
        return self._connect()

    def _report(self, error: Exception) -> None:
        """Damage is noted; a disk that takes nothing is `trouble`, as long as it lasts."""
        if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF != sqlite3.SQLITE_IOERR:
            self._damage.report("writer", error)

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):  # it is not used again, whatever its state
                connection.close()

    def _checkpoint(self, rows: int) -> None:
        """Off the commits' path; but a log that has grown huge is caught up with between two."""
        if self._checkpointer.committed(rows) and self._connection is not None:
            try:
                checkpoint(self._connection)
            except sqlite3.Error:
                self._drop_connection()


def _perform(connection: sqlite3.Connection, task: _Task) -> Result:
    """Runs a task so that its failure undoes nothing but itself."""
    connection.execute("SAVEPOINT task")
    try:
        value = task.work(connection)
    except Exception as error:
        connection.execute("ROLLBACK TO task")
        connection.execute("RELEASE task")
        if isinstance(error, StopIteration):  # a future cannot carry it
            error = RuntimeError("a task raised StopIteration")
        return Result(task.done, error=error)
    connection.execute("RELEASE task")
    return Result(task.done, value)


def _unknown(error: Exception) -> WriteFailed:
    failure = WriteFailed(f"It is not known whether this was written: {error}.")
    failure.__cause__ = error
    return failure
