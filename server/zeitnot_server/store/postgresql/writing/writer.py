"""The only writer of a node: one connection, through which everything is written.

Like SQLite's writer, it writes all waiting commits in one transaction (group commit), before other
writes. After a transaction with an unknown outcome (the connection was lost) it drops the
connection, fails all callers (WriteFailed), and is read-only until the database has ended that
connection, so that nothing of it arrives late, and a probing write has succeeded on a new one. Data
that is read meanwhile may not be on the standbys (`certain`).

Every transaction holds the node's lease. If that has ended, nothing is ever written again
(`LeaseLost`, unless the node has given it up itself).

A transaction without an answer for HANG_SECONDS also makes it read-only until there is one, because
stopped games are better than clocks that run while nothing can be stored.
"""

import asyncio
import contextlib
import os
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

import asyncpg
import structlog

from ....events.bus import Events
from ...errors import ReadFailed, ReadOnly, Unavailable, WriteFailed
from ...events import LeaseLost, StorageState
from ...room_log import Commit
from ...sql.base.connection import WritingConnection
from ...sql.logs.write_queue import Job, QueuedCommit, Task, WriteQueue, record_batch
from ...tally import WriterTally
from ..base import standby
from ..base.connection import AWAY, reason
from ..base.damage import Damage
from ..base.one_connection import OneConnection, Raw
from ..base.replication import Replication
from . import commit, tasks
from .commit import LeaseEnded, lock_lease

MAX_TASKS = 20  # in one transaction
TASK_SECONDS = 0.02  # no further task is begun in it afterwards: commits wait
HANG_SECONDS = 2.0
ATTEMPTS = 4  # at a transaction that the database rolls back
PROBE_SECONDS = (0.05, 1.0)  # the first pause between two probes, and the longest
CERTAIN_SECONDS = 1.0  # how long `certain` waits for a probe
# Data of an earlier connection may still be in the network. Once its process in the database has
# ended, none of it arrives any more. (Only this node uses the connection's name.)
_FENCE = """SELECT bool_and(pg_terminate_backend(pid, 2000)) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND datname = current_database()
AND usename = session_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""
# A test for free disk space must write more than a page may have left.
_FILL_PAGES = """INSERT INTO node_state (run, state) VALUES ($1, $2)
ON CONFLICT (run) DO UPDATE SET state = excluded.state"""
FILL_BYTES = 1 << 16
HANGS = f"the database has given no answer in time ({HANG_SECONDS:g} s)"
LEASE_ENDED = "another node has ended this node's lease"
GIVEN_UP = "this node has ended its lease"

logger = structlog.get_logger()
T = TypeVar("T")


class Writer:
    """`connect`: opens a connection. `run`: the number of the run whose lease every transaction
    holds; 0: a command's, which has none."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Raw]],
        damage: Damage,
        events: Events | None = None,
    ) -> None:
        self.run = 0
        self.in_flight: int | None = None  # the number of the current transaction, if any
        self._batches = 0
        self.has_given_up = False  # the lease, because the node stops
        self.read_only_reason: str | None = None
        self._events = events or Events()
        self.tally = WriterTally()
        self._damage = damage
        self._queue = WriteQueue()
        self._queued = asyncio.Event()
        self._closing = asyncio.Event()
        self._replication: Replication | None = None
        self._is_full = False  # the database's disk, or another resource of it

        async def open_watched() -> Raw:
            raw = await connect()
            self._replication = Replication(raw)
            return raw

        self._connection = OneConnection(open_watched)
        self._probed = asyncio.Event()
        self._probed.set()
        self._worker = asyncio.create_task(self._work(), name="writer")
        self._worker.add_done_callback(self._ended)

    async def commit(self, commit: Commit, /) -> None:
        """Returns when the rows are on disk. Raises Conflict, WriteFailed, ReadOnly."""
        await self._put(QueuedCommit.of(commit))

    def release(self, game: str, /) -> None:
        """Does nothing, because no state of logs is cached."""

    async def write(self, work: Callable[[WritingConnection], T], /) -> T:
        """Runs `work`, which must be short, in a transaction, after the commits. It runs again, up
        to ATTEMPTS times, if the database rolls the transaction back because of another one. If it
        raises an error, it is rolled back and the error is raised here. Raises WriteFailed,
        ReadOnly."""
        result: T = await self._put(Task.of(work))
        return result

    async def certain(self) -> None:
        """Returns when everything that can be read now is also on the disks of the standbys, if
        there are any. After a transaction with an unknown outcome that is certain once the probing
        write, which follows it in the WAL, is there. Raises ReadFailed while it is unknown."""
        try:
            async with asyncio.timeout(CERTAIN_SECONDS):
                await self._probed.wait()
        except TimeoutError:
            raise ReadFailed("It is not known yet whether all of this is stored.") from None
        if self.read_only_reason is not None:
            raise ReadFailed(
                f"It is not known whether all of this is stored: {self.read_only_reason}."
            )

    @property
    def waiting(self) -> int:
        """How many commits and tasks wait for their transaction."""
        return len(self._queue)

    async def close(self) -> None:
        """Writes what is queued, then closes the connection."""
        self._closing.set()
        self._queued.set()
        await asyncio.wait([self._worker])
        await self._connection.close()

    def _put(self, job: Job) -> "asyncio.Future[Any]":
        if self._closing.is_set():
            raise WriteFailed("The store is closed.")
        if self.read_only_reason is not None:
            raise ReadOnly(self.read_only_reason)
        self._queue.add(job)
        self._queued.set()
        return job.done

    # ── the task ───────────────────────────────────────────────────────────────────────────────

    async def _work(self) -> None:
        while True:
            if not self._queue:
                if self._closing.is_set():
                    return
                self._queued.clear()
                await self._queued.wait()
                continue
            self._batches += 1
            self.in_flight = self._batches
            await self._write_batch()
            self.in_flight = None

    def _ended(self, task: "asyncio.Task[None]") -> None:
        """The task has ended. If it was not closed, the process has to end, too, because no caller
        would get an answer any more."""
        if not self._closing.is_set():
            error = None if task.cancelled() else task.exception()
            logger.critical("writer ended", exc_info=error)
            self._become_read_only("the writer has ended")
            self._events.publish(LeaseLost())

    async def _write_batch(self) -> None:
        """One transaction, of commits or of other writes."""
        commits = self._queue.next_commits()
        others = [] if commits else self._queue.next_tasks(MAX_TASKS)
        jobs: list[Job] = [*commits, *others]
        if not jobs:  # the callers of all tasks are gone
            return
        raw: Raw | None = None
        try:
            with self._read_only_while_it_hangs():
                raw = await self._connection.open()
                if commits:
                    await _retry_if_rolled_back(partial(self._write_commits, raw, commits))
                else:
                    await _retry_if_rolled_back(partial(self._write_tasks, raw, others))
            self._become_writable()
        except LeaseEnded:
            _refuse(jobs, ReadOnly, GIVEN_UP if self.has_given_up else LEASE_ENDED)
            await self._end()
        except asyncpg.InsufficientResourcesError as full:  # nothing was written
            self._note(full)
            self._is_full = True
            self._become_read_only(reason(full))
            _refuse(jobs, ReadOnly, reason(full))
            await self._recover()
        except Exception as error:  # of any kind: this task must continue
            self._note(error)
            self._probed.clear()
            self._connection.drop()
            if raw is None:  # nothing was sent
                self._become_read_only(reason(error))
                _refuse(jobs, ReadOnly, reason(error))
            else:
                _refuse(jobs, WriteFailed, _unknown(error))
            await self._recover()
            self._probed.set()

    @contextlib.contextmanager
    def _read_only_while_it_hangs(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(HANG_SECONDS, self._become_read_only, HANGS)
        try:
            yield
        finally:
            timer.cancel()

    async def _write_commits(self, raw: Raw, commits: Sequence[QueuedCommit]) -> None:
        conflicts = await commit.write(raw, self.run, [queued.values for queued in commits])
        self._check_replicated()
        self._damage.mark_readable("writer")
        self._queue.note_written(commits=True)
        record_batch(self.tally, commits)
        for queued, conflict in zip(commits, conflicts, strict=True):
            _settle(queued, None, conflict)

    async def _write_tasks(self, raw: Raw, queued: Sequence[Task]) -> None:
        end_s = time.monotonic() + TASK_SECONDS
        works = [task.work for task in queued]
        results = await tasks.write(raw, self.run, works, lambda: time.monotonic() >= end_s)
        self._check_replicated()
        self._damage.mark_readable("writer")
        self._queue.note_written(commits=False)
        self._queue.put_back(queued[len(results) :])
        for task, (value, error) in zip(queued, results, strict=False):
            if isinstance(error, WriteFailed) and isinstance(error.__cause__, Exception):
                self._note(error.__cause__)
            _settle(task, value, error)

    # ── after a failure ────────────────────────────────────────────────────────────────────────

    async def _recover(self) -> None:
        """Returns when a probing write is on disk, or one has failed and the writer is closed."""
        pause, longest = PROBE_SECONDS
        while True:
            try:
                await self._probe()
                break
            except LeaseEnded:
                return await self._end()
            except Exception as failed:
                self._note(failed)
                # Closed cleanly: otherwise the database would continue each probe, for example wait
                # for the standby, until it accepts no more connections. A probe writes nothing
                # visible.
                await self._connection.close()
                self._become_read_only(reason(failed))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), pause)
                return
            pause = min(2 * pause, longest)
        self._become_writable()

    async def _probe(self) -> None:
        """Writes a record, with the lease locked, once no earlier connection can write any more."""
        raw = await self._connection.open()
        async with raw.transaction():
            await lock_lease(raw, self.run)
            if await raw.fetchval(_FENCE) is False:
                raise Unavailable("the database has not ended an earlier connection yet")
            if self._is_full:
                await self._try_space(raw)
            await raw.fetchval(standby.PROBE)
        self._check_replicated()
        self._damage.mark_readable("writer")
        self._is_full = False

    async def _try_space(self, raw: Raw) -> None:
        """Writes enough to need new pages, and rolls it back."""
        transaction = raw.transaction()
        await transaction.start()
        await raw.execute(_FILL_PAGES, self.run, os.urandom(FILL_BYTES))
        await transaction.rollback()

    def _become_writable(self) -> None:
        previous, self.read_only_reason = self.read_only_reason, None
        if previous is not None:
            self._events.publish(StorageState(None))

    def _become_read_only(self, read_only_reason: str) -> None:
        is_new, self.read_only_reason = self.read_only_reason is None, read_only_reason
        self._probed.set()
        _refuse(self._queue.clear(), ReadOnly, read_only_reason)
        if is_new:
            self._events.publish(StorageState(read_only_reason))

    async def _end(self) -> None:
        """Refuses everything after the lease has ended, until the writer is closed."""
        if self.has_given_up:
            self.read_only_reason = GIVEN_UP  # not published: the node stops
            self._probed.set()
            _refuse(self._queue.clear(), ReadOnly, GIVEN_UP)
        else:
            self._become_read_only(LEASE_ENDED)
            self._events.publish(LeaseLost())
        await self._closing.wait()

    def _note(self, error: Exception) -> None:
        """Records damage, and logs errors that no outage explains."""
        self._damage.report("writer", error)
        if not isinstance(error, AWAY):
            failure = WriteFailed(f"{reason(error)}.")  # logged as often as an outage's are
            logger.error("write failed", error=failure, exc_info=error)

    def _check_replicated(self) -> None:
        """Raises NotReplicated."""
        if self._replication is not None:
            self._replication.check()


async def _retry_if_rolled_back(work: Callable[[], Awaitable[None]]) -> None:
    """Repeats the work of a transaction that the database has rolled back because of another one,
    for example after a deadlock."""
    for _ in range(ATTEMPTS - 1):
        with contextlib.suppress(*tasks.RETRYABLE):
            return await work()
    await work()


def _settle(job: Job, value: Any, error: Exception | None) -> None:
    if job.done.done():  # its caller was cancelled
        return
    if error is None:
        job.done.set_result(value)
    else:
        job.done.set_exception(error)


def _refuse(jobs: Sequence[Job], kind: type[WriteFailed], why: str) -> None:
    for job in jobs:
        _settle(job, None, kind(why))


def _unknown(error: Exception) -> str:
    return f"It is not known whether this was written: {reason(error)}."
