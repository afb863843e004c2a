"""The scheduler's interface for coroutines, which wait here for their turn to search."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from .scheduler import Job, Order, Scheduler, Start, Stop


def monotonic_ms() -> int:
    """A clock of this process."""
    return time.monotonic_ns() // 1_000_000


class SearchQueue:
    """Lets coroutines search when a Scheduler allows it. `now_ms`: its clock, for tests."""

    def __init__(self, scheduler: Scheduler, now_ms: Callable[[], int] = monotonic_ms) -> None:
        self.searches = 0  # searches for a move so far
        self.requested_ms = 0  # their wanted time
        self.granted_ms = 0  # the time that they got
        self._scheduler = scheduler
        self.now_ms = now_ms
        self._started: dict[Job, asyncio.Event] = {}  # set by the order to start
        self._stops: dict[Job, Callable[[], None]] = {}
        self._begun: set[Job] = set()  # whose coroutines have ended their wait
        self._stopped_early: set[Job] = set()  # stopped before they had begun
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def load(self) -> float:
        """Thinking searches per core."""
        return self._scheduler.load

    def counts(self) -> dict[tuple[str, str], int]:
        """See `Scheduler.counts`."""
        return self._scheduler.counts()

    def count_grant(self, requested_ms: int, granted_ms: int) -> None:
        """Counts a search for a move and its times."""
        self.searches += 1
        self.requested_ms += requested_ms
        self.granted_ms += granted_ms

    @asynccontextmanager
    async def acquire(
        self,
        job: Job,
        stop: Callable[[], None],
        waited: Callable[[int], None] = lambda _: None,
    ) -> AsyncIterator[int]:
        """Waits until the job may run; yields a thinker's time in milliseconds, or 0 for a
        ponderer. `stop` is called when the job must stop; leave the context soon after that.
        `waited` is called with the milliseconds of the wait, if there was one."""
        self._started[job] = asyncio.Event()
        self._stops[job] = stop
        try:
            asked_ms = self.now_ms()
            self._execute(self._scheduler.ask(job, asked_ms))
            must_wait = not self._started[job].is_set()
            await self._wait_for_turn(job)
            if must_wait:
                waited(self.now_ms() - asked_ms)
            thinks = job.kind == "think"
            yield self._scheduler.allowed_ms(job, self.now_ms()) if thinks else 0
        finally:
            del self._started[job], self._stops[job]
            self._begun.discard(job)
            self._stopped_early.discard(job)
            self._execute(self._scheduler.end(job, self.now_ms()))

    async def _wait_for_turn(self, job: Job) -> None:
        """Waits until the job may run. A ponderer that was stopped before it began asks again."""
        await self._started[job].wait()
        while job in self._stopped_early:
            self._stopped_early.discard(job)
            self._started[job].clear()
            self._execute(self._scheduler.end(job, self.now_ms()))
            self._execute(self._scheduler.ask(job, self.now_ms()))
            await self._started[job].wait()
        self._begun.add(job)

    def _execute(self, orders: list[Order]) -> None:
        for order in orders:
            match order:
                case Start(job):
                    self._started[job].set()
                case Stop(job) if job in self._begun:
                    self._stops[job]()
                case Stop(job) if job.kind == "ponder":
                    self._stopped_early.add(job)
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Calls `reschedule` at the scheduler's `next_ms`, unless something happens before."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if (at_ms := self._scheduler.next_ms()) is not None:
            delay_s = max(1, at_ms - self.now_ms()) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay_s, self._on_alarm)

    def _on_alarm(self) -> None:
        self._alarm = None
        self._execute(self._scheduler.reschedule(self.now_ms()))
