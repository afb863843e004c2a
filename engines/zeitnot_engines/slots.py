"""The scheduler for coroutines: wait for a turn to search, give it back."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from .scheduler import Job, Order, Scheduler, Start, Stop


class Slots:
    """Turns to search, given out by a Scheduler."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.thoughts = 0  # moves thought about so far
        self.asked_ms = 0  # time that they would have had alone
        self.granted_ms = 0  # and that they had
        self._scheduler = scheduler
        self._started: dict[Job, asyncio.Event] = {}
        self._stops: dict[Job, Callable[[], None]] = {}
        self._begun: set[Job] = set()
        self._too_late: set[Job] = set()  # had to give way before they had begun

    @property
    def load(self) -> float:
        """Thinkers a core."""
        return self._scheduler.load

    def counts(self) -> dict[tuple[str, str], int]:
        """See `Scheduler.counts`."""
        return self._scheduler.counts()

    def granted(self, asked_ms: int, granted_ms: int) -> None:
        """Notes the time of a move that is thought about."""
        self.thoughts += 1
        self.asked_ms += asked_ms
        self.granted_ms += granted_ms

    @asynccontextmanager
    async def hold(self, job: Job, stop: Callable[[], None]) -> AsyncIterator[None]:
        """Waits until the job may run. `stop` is called when it has to give way; it must then
        leave soon, and ask again for more."""
        self._started[job] = asyncio.Event()
        self._stops[job] = stop
        try:
            self._obey(self._scheduler.ask(job))
            await self._turn(job)
            yield
        finally:
            del self._started[job], self._stops[job]
            self._begun.discard(job)
            self._too_late.discard(job)
            self._obey(self._scheduler.end(job))

    async def _turn(self, job: Job) -> None:
        """Waits for it. One that was taken back before it could begin is no turn."""
        await self._started[job].wait()
        while job in self._too_late:
            self._too_late.discard(job)
            self._started[job].clear()
            self._obey(self._scheduler.end(job))
            self._obey(self._scheduler.ask(job))
            await self._started[job].wait()
        self._begun.add(job)

    def _obey(self, orders: list[Order]) -> None:
        for order in orders:
            match order:
                case Start(job):
                    self._started[job].set()
                case Stop(job) if job in self._begun:
                    self._stops[job]()
                case Stop(job):
                    self._too_late.add(job)
