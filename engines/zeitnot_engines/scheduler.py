"""Who may search now, on few cores, and for how long: thinking goes before pondering, and every
opponent gets the same share, however many games somebody plays. Pure.

A thinker starts when a core is free, or when nothing thinks yet against its opponent: then the
operating system shares the cores among the opponents, up to `most` searches, the last of which must
be short. All others wait: first those whose opponent has had the least (start-time fair queueing;
Goyal, Vin and Cheng, SIGCOMM 1996), and of these the one that has promised its move soonest. A move
is promised for when the time is over that its clock allows for it (`wish_ms`); of that time the
search gets the part of a core that falls to it (`allowed_ms`) when the cores are dealt out fairly
among opponents, and an opponent's part among the games that want to think just then. A thinker that
has had its part gives way as soon as another one waits: `Stop`, and it moves. So nobody waits much
longer than its promise; and where a clock runs out, a search starts at once, beside the others.

Ponderers get the cores that thinkers leave free, the opponents with the fewest first, and are
stopped when a thinker comes; a ponderer that was stopped has to ask again.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from .shares import fair_shares

LEAST_MS = 20  # that a search has before it gives way
LATE_MS = 500  # before its deadline a search starts in any case
SHORT_MS = 250  # so long may the search take that gets the last place


@dataclass(frozen=True, slots=True)
class Job:
    """A search that wants to run. `deadline_ms`: when its clock has run out, None: never; `rival`:
    whom it is played against; `wish_ms`: how long it would take with a core of its own."""

    name: str
    kind: Literal["think", "ponder"]
    deadline_ms: int | None = None
    rival: str = ""
    wish_ms: int = 0


@dataclass(frozen=True, slots=True)
class Start:
    """This job may run now."""

    job: Job


@dataclass(frozen=True, slots=True)
class Stop:
    """This search must end; its `end` is still to come. A thinker moves."""

    job: Job


Order = Start | Stop
Shares = dict[str, float]


@dataclass(slots=True)
class Search:
    """A job from when it asked to its end. `share`: of its wish, when it asked; `short`: it began
    as one that would not last."""

    job: Job
    asked_ms: int
    share: float = 1.0
    started_ms: int | None = None
    short: bool = False
    stopping: bool = False

    @property
    def thinks(self) -> bool:
        return self.job.kind == "think"

    @property
    def promised_ms(self) -> int:
        """When it is to have moved; before its clock is in danger in any case."""
        promise = self.asked_ms + self.job.wish_ms
        deadline = self.job.deadline_ms
        return promise if deadline is None else min(promise, deadline - LATE_MS)

    def is_late(self, now_ms: int) -> bool:
        """Whether its clock runs out soon."""
        deadline = self.job.deadline_ms
        return deadline is not None and deadline - now_ms <= LATE_MS

    def is_short(self, now_ms: int, shares: Shares) -> bool:
        """Whether it may have the last place."""
        return self.is_late(now_ms) or shares[self.job.rival] * self.job.wish_ms <= SHORT_MS

    def part_ends_ms(self, shares: Shares) -> int:
        """When it will have had the part of its wish that falls to it."""
        part = shares[self.job.rival] * self.job.wish_ms
        return (self.started_ms or 0) + max(LEAST_MS, round(part))


@dataclass(slots=True)
class Scheduler:
    """`cores`: searches that get a core of their own; `most`: searches at one time at all. Instants
    are in milliseconds of any clock, and never go back."""

    cores: int
    most: int
    _searches: dict[Job, Search] = field(default_factory=dict)
    _served_ms: dict[str, int] = field(default_factory=dict)  # by opponent: how long, all in all

    def ask(self, job: Job, now_ms: int = 0) -> list[Order]:
        """A job comes; the orders may concern others too."""
        search = Search(job, now_ms)
        if search.thinks:
            self._let_in(job.rival)
        self._searches[job] = search
        if search.thinks:
            search.share = self._shares()[job.rival]
        return self.look(now_ms)

    def end(self, job: Job, now_ms: int = 0) -> list[Order]:
        """A job has ended, or does not want to run any more."""
        search = self._searches.pop(job, None)
        if search is not None and search.thinks and search.started_ms is not None:
            self._served_ms[job.rival] += now_ms - search.started_ms
        return self.look(now_ms)

    @property
    def load(self) -> float:
        """Thinkers a core, those included that wait; at least 1."""
        thinkers = sum(search.thinks for search in list(self._searches.values()))
        return max(1.0, thinkers / self.cores)

    def counts(self) -> dict[tuple[str, str], int]:
        """How many searches there are by kind and state: `think` or `ponder`, `running` or
        `waiting`. May be called by another thread."""
        found = {
            (kind, state): 0 for kind in ("think", "ponder") for state in ("running", "waiting")
        }
        for search in list(self._searches.values()):
            found[search.job.kind, "waiting" if search.started_ms is None else "running"] += 1
        return found

    def look(self, now_ms: int) -> list[Order]:
        """What is to be done at this instant; nothing twice."""
        orders: list[Order] = []
        shares = self._shares()
        while (search := self._next(now_ms, shares)) is not None:
            search.started_ms = now_ms
            search.short = search.thinks and search.is_short(now_ms, shares)
            orders.append(Start(search.job))
        for search in (*self._surplus(), *self._had_their_part(now_ms, shares)):
            search.stopping = True
            orders.append(Stop(search.job))
        return orders

    def next_ms(self) -> int | None:
        """When to look again if nobody asks or ends before; None: not at all."""
        waiting = self._waiting("think")
        if not waiting:
            return None
        shares = self._shares()
        instants = [s.part_ends_ms(shares) for s in self._thinking() if not s.stopping]
        if len(self._running()) < self.most:
            deadlines = (s.job.deadline_ms for s in waiting)
            instants += [deadline - LATE_MS for deadline in deadlines if deadline is not None]
        return min(instants, default=None)

    def allowed_ms(self, job: Job, now_ms: int) -> int:
        """How long this thinker, which starts now, may take: its part of its wish as the load is
        now, and no longer than it has promised; but half of its part as the load was in any case,
        which lets those catch up that are late."""
        search, wish = self._searches[job], job.wish_ms
        share = self._shares()[job.rival]
        left = wish - (now_ms - search.asked_ms)
        return max(1, round(max(min(share, search.share) * wish / 2, min(share * wish, left))))

    # ── shares ─────────────────────────────────────────────────────────────────────────────────

    def _shares(self) -> Shares:
        """The part of its wish that falls to a thinker, by opponent."""
        wanted = self._demands()
        slots = max(self.cores, min(len(wanted), self.most))
        return {rival: part / wanted[rival] for rival, part in fair_shares(slots, wanted).items()}

    def _demands(self) -> Counter[str]:
        return Counter(search.job.rival for search in self._searches.values() if search.thinks)

    def _let_in(self, rival: str) -> None:
        """Who comes anew, or has not thought for long, is not owed what others had meanwhile."""
        active = self._demands()
        least = min((self._served_ms[other] for other in active), default=0)
        for other in [other for other, ms in self._served_ms.items() if ms <= least]:
            if other not in active:
                del self._served_ms[other]
        self._served_ms.setdefault(rival, least)

    def _served_until(self, now_ms: int) -> Counter[str]:
        """How long searches have run against each opponent; only differences mean something."""
        served = Counter(self._served_ms)
        for search in self._thinking():
            served[search.job.rival] += now_ms - (search.started_ms or 0)
        return served

    # ── who runs, who waits ────────────────────────────────────────────────────────────────────

    def _running(self) -> list[Search]:
        return [s for s in self._searches.values() if s.started_ms is not None]

    def _thinking(self) -> list[Search]:
        return [search for search in self._running() if search.thinks]

    def _pondering(self) -> list[Search]:
        return [s for s in self._running() if not s.thinks and not s.stopping]

    def _waiting(self, kind: str) -> list[Search]:
        return [s for s in self._searches.values() if s.started_ms is None and s.job.kind == kind]

    def _next(self, now_ms: int, shares: Shares) -> Search | None:
        """The waiting job that may start, if one may."""
        running = len(self._running())
        if running >= self.most:
            return None
        if waiting := self._waiting("think"):
            return self._next_thinker(waiting, now_ms, shares)
        if running >= self.cores:
            return None
        pondering = Counter(search.job.rival for search in self._pondering())
        ponderers = self._waiting("ponder")
        return min(ponderers, key=lambda s: pondering[s.job.rival], default=None)

    def _next_thinker(self, waiting: list[Search], now_ms: int, shares: Shares) -> Search | None:
        thinking = Counter(search.job.rival for search in self._thinking())
        served_ms = self._served_until(now_ms)

        def order(search: Search) -> tuple[bool, bool, int, int]:
            late, rival = search.is_late(now_ms), search.job.rival
            return not late, thinking[rival] > 0, served_ms[rival], search.promised_ms

        if sum(not search.short for search in self._thinking()) >= max(self.cores, self.most - 1):
            waiting = [search for search in waiting if search.is_short(now_ms, shares)]
        first = min(waiting, key=order, default=None)
        if first is None or first.is_late(now_ms):
            return first
        free = thinking.total() < self.cores or not thinking[first.job.rival]
        return first if free else None

    def _surplus(self) -> list[Search]:
        """The ponderers that must give way: to thinkers; and one of an opponent's several to that
        of an opponent who has none."""
        pondering = self._pondering()
        thinkers = len(self._thinking()) + len(self._waiting("think"))
        count = max(0, len(pondering) - max(0, self.cores - thinkers))
        of = Counter(search.job.rival for search in pondering)
        if not count and self._is_kept_out(of):
            count = 1
        gone = []
        for _ in range(count):
            gone.append(max(pondering, key=lambda search: of[search.job.rival]))
            pondering.remove(gone[-1])
            of[gone[-1].job.rival] -= 1
        return gone

    def _is_kept_out(self, pondering: Counter[str]) -> bool:
        """Whether there is no ponderer against somebody who waits for one, and several against
        somebody else."""
        poor = any(not pondering[search.job.rival] for search in self._waiting("ponder"))
        stopping = any(search.stopping for search in self._running())
        return poor and not stopping and max(pondering.values(), default=0) > 1

    def _had_their_part(self, now_ms: int, shares: Shares) -> list[Search]:
        """The thinkers that have, while others wait."""
        if not self._waiting("think"):
            return []
        thinking = [search for search in self._thinking() if not search.stopping]
        return [search for search in thinking if search.part_ends_ms(shares) <= now_ms]
