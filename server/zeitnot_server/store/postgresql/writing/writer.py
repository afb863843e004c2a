"""The only writer of a node: one connection, through which everything is written.

As the writer of SQLite's store does, it writes all commits that wait in one transaction (group
commit), before other writes; and after a transaction whose end is unknown (the connection was lost)
it drops the connection, tells all callers (WriteFailed), and is read-only until the database has
ended that connection, so that nothing of it arrives late, and a probing write has succeeded on a
new one. What was read meanwhile may not be on the standbys (`certain`).

Every transaction holds the node's lease. If that has ended, nothing is ever written again
(`LeaseLost`, unless the node has given it up itself).

A transaction without an answer for HANG_SECONDS makes it read-only too, until there is one: that
games stand still is better than clocks that run on while nothing can be stored.
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
CERTAIN_SECONDS = 1.0  # at most for a probe, when somebody wants to read
# What an earlier connection has sent may be in the network still. Once its process in the database
# has ended, nothing of it arrives any more. (The name of the connection is this node's alone.)
_FENCE = """SELECT bool_and(pg_terminate_backend(pid, 2000)) FROM pg_stat_activity
WHERE application_name = current_setting('application_name') AND datname = current_database()
AND usename = session_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()"""
# To see whether there is room on the disk again takes more than a page may have left.
_ROOM = """INSERT INTO node_state (run, state) VALUES ($1, $2)
ON CONFLICT (run) DO UPDATE SET state = excluded.state"""
ROOM_BYTES = 1 << 16
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
        self.in_flight: int | None = None  # number of the transaction that is
        self._batches = 0
        self.has_given_up = False  # the lease, in order
        self.trouble: str | None = None
        self._events = events or Events()
        self.tally = WriterTally()
        self._damage = damage
        self._queue = WriteQueue()
        self._queued = asyncio.Event()
        self._closing = asyncio.Event()
        self._replication: Replication | None = None
        self._is_full = False  # the database's disk, or another resource of it

        async def watched() -> Raw:
            raw = await connect()
            self._replication = Replication(raw)
            return raw

        self._connection = OneConnection(watched)
        self._probed = asyncio.Event()
        self._probed.set()
        self._worker = asyncio.create_task(self._work(), name="writer")
        self._worker.add_done_callback(self._ended)

    async def commit(self, commit: Commit, /) -> None:
        """Returns when the rows are on disk. Raises Conflict, WriteFailed, ReadOnly."""
        await self._put(QueuedCommit.of(commit))

    def release(self, game: str, /) -> None:
        """Nothing is kept of a game's log."""

    async def write(self, work: Callable[[WritingConnection], T], /) -> T:
        """Runs `work` in a transaction, after the commits; it must be short. It is run again, up to
        ATTEMPTS times, if the database rolls the transaction back for the sake of another one. An
        error that it raises rolls it back and is raised here. Raises WriteFailed, ReadOnly."""
        result: T = await self._put(Task.of(work))
        return result

    async def certain(self) -> None:
        """Returns when all that can be read now is on the disks of the standbys too, if there are
        any. After a transaction whose end is unknown that is so once the probing write, which
        follows it in the WAL, is there. Raises ReadFailed when it cannot be known at present."""
        try:
            async with asyncio.timeout(CERTAIN_SECONDS):
                await self._probed.wait()
        except TimeoutError:
            raise ReadFailed("It is not known yet whether all of this is stored.") from None
        if self.trouble is not None:
            raise ReadFailed(f"It is not known whether all of this is stored: {self.trouble}.")

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
        if self.trouble is not None:
            raise ReadOnly(self.trouble)
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
        """The task has ended; if nobody closed it, the process has to end too, for nobody would be
        told any more."""
        if not self._closing.is_set():
            error = None if task.cancelled() else task.exception()
            logger.critical("writer ended", exc_info=error)
            self._turn_read_only("the writer has ended")
            self._events.publish(LeaseLost())

    async def _write_batch(self) -> None:
        """One transaction, of commits or of other writes."""
        commits = self._queue.next_commits()
        others = [] if commits else self._queue.next_tasks(MAX_TASKS)
        jobs: list[Job] = [*commits, *others]
        if not jobs:  # the callers of all tasks have gone
            return
        raw: Raw | None = None
        try:
            with self._read_only_while_it_hangs():
                raw = await self._connection.open()
                if commits:
                    await _retry_if_rolled_back(partial(self._write_commits, raw, commits))
                else:
                    await _retry_if_rolled_back(partial(self._write_tasks, raw, others))
            self._turn_writable()
        except LeaseEnded:
            _refuse(jobs, ReadOnly, GIVEN_UP if self.has_given_up else LEASE_ENDED)
            await self._end()
        except asyncpg.InsufficientResourcesError as full:  # nothing was written
            self._note(full)
            self._is_full = True
            self._turn_read_only(reason(full))
            _refuse(jobs, ReadOnly, reason(full))
            await self._recover()
        except Exception as error:  # whatever it is, this task must go on
            self._note(error)
            self._probed.clear()
            self._connection.drop()
            if raw is None:  # nothing was sent
                self._turn_read_only(reason(error))
                _refuse(jobs, ReadOnly, reason(error))
            else:
                _refuse(jobs, WriteFailed, _unknown(error))
            await self._recover()
            self._probed.set()

    @contextlib.contextmanager
    def _read_only_while_it_hangs(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        timer = loop.call_later(HANG_SECONDS, self._turn_read_only, HANGS)
        try:
            yield
        finally:
            timer.cancel()

    async def _write_commits(self, raw: Raw, commits: Sequence[QueuedCommit]) -> None:
        conflicts = await commit.write(raw, self.run, [queued.values for queued in commits])
        self._check_replicated()
        self._damage.well("writer")
        self._queue.note_written(commits=True)
        record_batch(self.tally, commits)
        for queued, conflict in zip(commits, conflicts, strict=True):
            _settle(queued, None, conflict)

    async def _write_tasks(self, raw: Raw, queued: Sequence[Task]) -> None:
        end_s = time.monotonic() + TASK_SECONDS
        works = [task.work for task in queued]
        results = await tasks.write(raw, self.run, works, lambda: time.monotonic() >= end_s)
        self._check_replicated()
        self._damage.well("writer")
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
                # In order, or the database would go on with each probe, e.g. wait for the standby,
                # until it takes no more connections. Nobody can see what a probe has written.
                await self._connection.close()
                self._turn_read_only(reason(failed))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), pause)
                return
            pause = min(2 * pause, longest)
        self._turn_writable()

    async def _probe(self) -> None:
        """Writes something, with the lease held, once no earlier connection can write any more."""
        raw = await self._connection.open()
        async with raw.transaction():
            await lock_lease(raw, self.run)
            if await raw.fetchval(_FENCE) is False:
                raise Unavailable("the database has not ended an earlier connection yet")
            if self._is_full:
                await self._try_room(raw)
            await raw.fetchval(standby.PROBE)
        self._check_replicated()
        self._damage.well("writer")
        self._is_full = False

    async def _try_room(self, raw: Raw) -> None:
        """Writes as much as needs new pages, and takes it back."""
        transaction = raw.transaction()
        await transaction.start()
        await raw.execute(_ROOM, self.run, os.urandom(ROOM_BYTES))
        await transaction.rollback()

    def _turn_writable(self) -> None:
        previous, self.trouble = self.trouble, None
        if previous is not None:
            self._events.publish(StorageState(None))

    def _turn_read_only(self, trouble: str) -> None:
        is_new, self.trouble = self.trouble is None, trouble
        self._probed.set()
        _refuse(self._queue.clear(), ReadOnly, trouble)
        if is_new:
            self._events.publish(StorageState(trouble))

    async def _end(self) -> None:
        """The lease has ended: returns when the writer is closed."""
        if self.has_given_up:
            self.trouble = GIVEN_UP  # nobody is told: the node stops
            self._probed.set()
            _refuse(self._queue.clear(), ReadOnly, GIVEN_UP)
        else:
            self._turn_read_only(LEASE_ENDED)
            self._events.publish(LeaseLost())
        await self._closing.wait()

    def _note(self, error: Exception) -> None:
        """Reports damage, and shows where an error comes from that no outage explains."""
        self._damage.report("writer", error)
        if not isinstance(error, AWAY):
            failure = WriteFailed(f"{reason(error)}.")  # logged as often as an outage's are
            logger.error("write failed", error=failure, exc_info=error)

    def _check_replicated(self) -> None:
        """Raises NotReplicated."""
        if self._replication is not None:
            self._replication.check()


async def _retry_if_rolled_back(work: Callable[[], Awaitable[None]]) -> None:
    """Does the work of a transaction again that the database has rolled back for the sake of
    another one, e.g. since each waited for the other."""
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
