"""The only writer: a thread with its own connection, through which everything is written.

Commits go first. All that are queued are written in one transaction, at most MAX_ROWS rows or
MAX_TASK_MS milliseconds of tasks, so that one fsync serves many rooms (group commit). A commit
waits for others only until the end of the loop's tick. After TASK_EVERY transactions of commits in
a row, one with tasks or with segments of the game log (`log.tail`) follows.

After a COMMIT that fails it is unknown what is on disk: after a failed fsync the kernel may report
the next one as successful without having written (pages are marked clean). So the connection is
closed and not used again, and every caller of the transaction gets WriteFailed.

Then a probing write is tried on a new connection. While it fails (disk full, database locked) the
writer is read-only: it refuses commits and tasks (ReadOnly), says why (`read_only_reason`), and
probes again, at growing intervals, until a probe is on disk.

The writer is also read-only while the files are no longer the opened ones (`file_monitor`). Before
that, its connection checkpoints its open write-ahead log (WAL) into its open database: if only the
WAL was deleted, nothing is lost.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from ...events.bus import Events
from ..errors import Conflict, ReadOnly, WriteFailed
from ..events import StorageState
from ..room_log import Commit
from ..sql.base.connection import CONSTRAINT_ERRORS
from ..sql.logs.batch import write_all, write_each
from ..sql.logs.commit import PreparedCommit
from ..sql.logs.write_queue import Job, QueuedCommit, Task, WriteQueue, record_batch
from ..tally import WriterTally
from .checkpoint import Checkpointer, checkpoint
from .damage import Damage
from .log.tail import LogConnection, Tail
from .thread_worker import Result, ThreadWorker

GATHER_SECONDS = 0.002  # the longest wait for other commits of the same tick
MAX_TASK_MS = 20  # of the tasks in one transaction
MAX_SETTLE_MS = 5  # of writing segments in one transaction
SETTLE_AGAIN_SECONDS = (0.1, 60.0)  # the first pause after a failure, and the longest
TASK_ROWS = 10  # an estimate, for checkpoints
PROBE_SECONDS = (0.05, 2.0)  # the first pause between two probes, and the longest
PROBE_BUSY_MS = 50

T = TypeVar("T")
Connect = Callable[[], LogConnection]


class Writer(ThreadWorker):
    """Made and used on one event loop; the thread runs until `close`.

    `tail`: of the game log, which only this writer changes. `fault`: why no connection may be
    opened for writing, None if it may; `is_truncated`: whether the reason is that the WAL was
    truncated, so that it must not be checkpointed.
    """

    def __init__(
        self,
        connect: Connect,
        tail: Tail,
        fault: Callable[[], str | None] = lambda: None,
        damage: Damage | None = None,
        is_truncated: Callable[[], bool] = lambda: False,
        events: Events | None = None,
    ) -> None:
        super().__init__("writer")
        self.read_only_reason: str | None = None  # why nothing can be written; set under `_changed`
        self._events = events or Events()
        self.tally = WriterTally()
        self._connect = connect
        self._tail = tail
        self._fault = fault
        self._is_truncated = is_truncated
        self._damage = damage or Damage()
        self._queue = WriteQueue()
        self._must_verify = False
        self._gathers_until_s = 0.0  # 0: no commit of this tick waits
        self._settle_pause_s = 0.0  # after a failure; 0: the last attempt succeeded
        self._settle_after_s = 0.0
        self._connection: LogConnection | None = None
        self._checkpointer = Checkpointer(self._connect_sound, self._damage)
        self.start()

    async def commit(self, commit: Commit, /) -> None:
        """Returns when the rows are on disk. Raises Conflict, WriteFailed, ReadOnly.

        All commits of one tick of the loop share a transaction, unless the tick is long. That does
        not delay any of them, because the loop handles no result before the end of the tick.
        """
        job = QueuedCommit.of(commit)
        self._put(job)
        if self._gathers_until_s == 0.0:
            self._gathers_until_s = job.queued_s + GATHER_SECONDS
            self._loop.call_soon(self._wake)
        elif job.queued_s >= self._gathers_until_s:
            self._wake()
        await job.done

    async def write(self, work: Callable[[LogConnection], T]) -> T:
        """Runs `work`, which must be short, in a transaction of the writer, after the commits.

        If `work` raises an error, it is rolled back and the error is raised here. Raises
        WriteFailed, ReadOnly.
        """
        job = Task.of(work)
        self._put(job)
        self._wake()
        result: T = await job.done
        return result

    def verify_files_soon(self) -> None:
        """Has the writer check its files before its next transaction. May be called on any
        thread."""
        with self._changed:
            self._must_verify = True
            self._changed.notify()

    def release(self, game: str) -> None:
        """Notes that the game's room was unloaded: its rows get a segment soon."""
        with self._changed:
            self._tail.release(game)
            self._changed.notify()

    @property
    def waiting(self) -> int:
        """How many commits and tasks wait for their transaction."""
        return len(self._queue)

    def _put(self, job: Job) -> None:
        with self._changed:
            if self._closing:
                raise WriteFailed("The store is closed.")
            if self.read_only_reason is not None:
                raise ReadOnly(self.read_only_reason)
            self._queue.add(job)

    def _wake(self) -> None:
        """Has the thread write what is queued."""
        self._gathers_until_s = 0.0
        with self._changed:
            self._changed.notify()

    # ── the thread ─────────────────────────────────────────────────────────────────────────────

    def work(self) -> None:
        """Writes until it is closed."""
        while self._wait():
            if not (self._verify_files() if self._must_verify else self._run_transaction()):
                break
        self._checkpointer.end()
        self._drop_connection()
        self._checkpointer.close()

    def _run_transaction(self) -> bool:
        """Runs one transaction. False: the writer was closed, or the loop is closed."""
        commits = self._queue.next_commits(others=self._may_settle())
        if not commits and not self._queue.tasks:
            return self._settle()
        results, failure = self._transaction(commits)
        if failure is None and commits:
            record_batch(self.tally, commits)  # before their callers continue
        if not self.deliver(results):
            return False
        if failure is not None:
            return self._recover()
        self._checkpoint(len(results) * (1 if commits else TASK_ROWS))
        return True

    def _wait(self) -> bool:
        """Waits for work; False: the writer is closed, and everything is written."""
        with self._changed:
            while not (has_work := self._has_work()) and not self._closing:
                if self._must_verify:
                    return True
                self._changed.wait(self._settle_pause_s or None)
            return has_work

    def _has_work(self) -> bool:
        return bool(self._queue.commits or self._queue.tasks or self._may_settle())

    def _may_settle(self) -> bool:
        """Whether segments are due, and the pause after a failure is over."""
        return bool(self._tail.due) and time.monotonic() >= self._settle_after_s

    def _transaction(
        self, commits: Sequence[QueuedCommit]
    ) -> tuple[list[Result], Exception | None]:
        """The result for each caller, and the error of the whole transaction."""
        jobs: list[Job] = list(commits)
        results: list[Result] = []
        try:
            connection = self._begin()
            if commits:
                conflicts = self._write(connection, [queued.values for queued in commits])
                results += [
                    Result(queued.done, error=conflict)
                    for queued, conflict in zip(commits, conflicts, strict=True)
                ]
            else:
                for task in self._next_tasks():
                    jobs.append(task)
                    results.append(self._perform(connection, task))
            connection.execute("COMMIT")
            self._tail.committed()
        except Exception as error:
            self._report(error)
            self._drop_connection()
            return [Result(job.done, error=_unknown(error)) for job in jobs], error
        self._queue.note_written(commits=bool(commits))
        return results, None

    def _begin(self) -> LogConnection:
        """Begins a transaction."""
        connection = self._open()
        connection.tail_view = self._tail.begin()
        connection.execute("BEGIN IMMEDIATE")
        return connection

    def _settle(self) -> bool:
        """Writes segments for rows of the game log; False: the writer was closed."""
        self._queue.note_written(commits=False)  # after a failure, too: commits come first again
        try:
            connection = self._begin()
            self._tail.settle(connection, time.monotonic() + MAX_SETTLE_MS / 1000)
            connection.execute("COMMIT")
        except Exception as error:
            self._damage.report("segments of the log", error)
            self._drop_connection()
            self._tail.unsettled()
            shortest, longest = SETTLE_AGAIN_SECONDS
            self._settle_pause_s = min(max(shortest, 2 * self._settle_pause_s), longest)
            self._settle_after_s = time.monotonic() + self._settle_pause_s
            return self._recover()
        self._damage.mark_readable("segments of the log")
        self._tail.settled()
        self._settle_pause_s = 0.0
        self._checkpoint(TASK_ROWS)
        return True

    def _next_tasks(self) -> Iterator[Task]:
        """The first queued task; further ones while no commit is queued and time is left."""
        end_s = time.monotonic() + MAX_TASK_MS / 1000
        while self._queue.tasks:
            yield self._queue.tasks.popleft()
            if self._queue.commits or time.monotonic() >= end_s:
                return

    def _write(
        self, connection: LogConnection, batch: Sequence[PreparedCommit]
    ) -> list[Conflict | None]:
        """Writes a batch in a transaction that has just begun. Returns for each commit its
        conflict, or None if it was written. Raises sqlite3.Error if the transaction is lost.

        Every statement releases the GIL, and it takes half a millisecond to get it back from a busy
        loop: so savepoints are used only where the batch has to be taken apart.
        """
        try:
            write_all(connection, batch)
        except CONSTRAINT_ERRORS:
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            # The rows may be another server's, which should not have got past the locks.
            self._tail.catch_up(connection)
            return write_each(connection, batch)
        return [None] * len(batch)

    def _perform(self, connection: LogConnection, task: Task) -> Result:
        """Runs a task so that a failure rolls back only the task."""
        connection.execute("SAVEPOINT task")
        savepoint = self._tail.savepoint()
        try:
            value = task.work(connection)
        except Exception as error:
            connection.execute("ROLLBACK TO task")
            connection.execute("RELEASE task")
            self._tail.undo(savepoint)
            if isinstance(error, StopIteration):  # a future cannot carry it
                error = RuntimeError("a task raised StopIteration")
            return Result(task.done, error=error)
        connection.execute("RELEASE task")
        return Result(task.done, value)

    def _verify_files(self) -> bool:
        """Checks the files. If they were replaced, checkpoints the open WAL into the open database,
        and writes nothing more until the files are back. False: the writer was closed."""
        self._must_verify = False
        if self._fault() is None:
            return True
        if self._connection is not None:
            if not self._is_truncated():
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self._drop_connection()
        return self._recover()

    # ── after a failure ────────────────────────────────────────────────────────────────────────

    def _recover(self) -> bool:
        """Returns when a probing write is on disk; False if the writer is closed before that."""
        pause, longest = PROBE_SECONDS
        while (read_only_reason := self._probe()) is not None:
            if not self._become_read_only(read_only_reason):
                return False
            with self._changed:
                if self._changed.wait_for(lambda: self._closing, pause):
                    return False
            pause = min(2 * pause, longest)
        with self._changed:
            previous, self.read_only_reason = self.read_only_reason, None
        return previous is None or self.call(self._events.publish, StorageState(None))

    def _probe(self) -> str | None:
        """Writes a number that nothing reads. Returns why that failed, or None.

        It does not wait long for a lock, because commits would wait as long.
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

    def _become_read_only(self, read_only_reason: str) -> bool:
        """Refuses what is queued, now and from now on, and publishes the reason once."""
        with self._changed:
            is_new = self.read_only_reason is None
            self.read_only_reason = read_only_reason
            waiting = self._queue.clear()
        refused = [Result(job.done, error=ReadOnly(read_only_reason)) for job in waiting]
        is_open = self.deliver(refused)
        return (
            self.call(self._events.publish, StorageState(read_only_reason))
            if is_new and is_open
            else is_open
        )

    def _open(self) -> LogConnection:
        if self._connection is None:
            connection = self._connect_sound()
            self._tail.catch_up(connection)
            connection.tail = self._tail
            self._connection = connection
        return self._connection

    def _connect_sound(self) -> LogConnection:
        """Opens a connection. Raises sqlite3.Error, also if the files are not the opened ones,
        because a new connection could combine one database with another's WAL."""
        if (read_only_reason := self._fault()) is not None:
            raise sqlite3.OperationalError(read_only_reason)
        return self._connect()

    def _report(self, error: Exception) -> None:
        """Records damage. An I/O error is not damage: it makes the writer read-only while it
        lasts."""
        if (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF != sqlite3.SQLITE_IOERR:
            self._damage.report("writer", error)

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):  # it is not used again
                connection.close()

    def _checkpoint(self, rows: int) -> None:
        """Tells the checkpointer's thread how many rows were written. If the WAL has become very
        large, also does a checkpoint here, between two transactions."""
        if self._checkpointer.committed(rows) and self._connection is not None:
            try:
                checkpoint(self._connection)
            except sqlite3.Error:
                self._drop_connection()


def _unknown(error: Exception) -> WriteFailed:
    failure = WriteFailed(f"It is not known whether this was written: {error}.")
    failure.__cause__ = error
    return failure
