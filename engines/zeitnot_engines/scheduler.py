"""Who may search now, on few cores: thinking goes before pondering. Pure.

Thinkers start at once as long as fewer than `most` searches run; the operating system shares the
cores among them, and `load` says how much each should shorten its time. Beyond that they wait, the
soonest deadline first. Ponderers only get what thinkers leave free, and are stopped when a thinker
comes; a ponderer that was stopped has to ask again.
"""

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Job:
    """A search that wants to run; `deadline_ms` orders those that wait."""

    name: str
    kind: Literal["think", "ponder"]
    deadline_ms: int = 0


@dataclass(frozen=True, slots=True)
class Start:
    """This job may run now."""

    job: Job


@dataclass(frozen=True, slots=True)
class Stop:
    """This ponderer must end; its `end` is still to come."""

    job: Job


Order = Start | Stop


@dataclass(slots=True)
class Scheduler:
    """`cores`: searches that get a core of their own; `most`: searches at one time at all."""

    cores: int
    most: int
    _running: list[Job] = field(default_factory=list)
    _stopping: set[Job] = field(default_factory=set)
    _waiting: list[Job] = field(default_factory=list)

    def ask(self, job: Job) -> list[Order]:
        """A job comes; the orders may concern others too."""
        self._waiting.append(job)
        return self._orders()

    def end(self, job: Job) -> list[Order]:
        """A job has ended, or does not want to run any more."""
        self._stopping.discard(job)
        for jobs in (self._running, self._waiting):
            if job in jobs:
                jobs.remove(job)
        return self._orders()

    @property
    def load(self) -> float:
        """Thinkers a core, those included that wait; at least 1."""
        thinkers = sum(job.kind == "think" for job in self._running + self._waiting)
        return max(1.0, thinkers / self.cores)

    def counts(self) -> dict[tuple[str, str], int]:
        """How many searches there are by kind and state: `think` or `ponder`, `running` or
        `waiting`. May be called by another thread."""
        states = {"running": list(self._running), "waiting": list(self._waiting)}
        return {
            (kind, state): sum(job.kind == kind for job in jobs)
            for kind in ("think", "ponder")
            for state, jobs in states.items()
        }

    def _orders(self) -> list[Order]:
        orders: list[Order] = []
        while job := self._next():
            self._waiting.remove(job)
            self._running.append(job)
            orders.append(Start(job))
        surplus = len(self._running) - len(self._stopping) - self.cores
        for ponderer in [job for job in self._running if job.kind == "ponder"]:
            if surplus > 0 and ponderer not in self._stopping:
                self._stopping.add(ponderer)
                orders.append(Stop(ponderer))
                surplus -= 1
        return orders

    def _next(self) -> Job | None:
        """The waiting job that may start, if one may."""
        thinkers = [job for job in self._waiting if job.kind == "think"]
        if thinkers:
            soonest = min(thinkers, key=lambda job: job.deadline_ms)
            return soonest if len(self._running) < self.most else None
        free = len(self._running) < self.cores
        return next((job for job in self._waiting if free), None)
