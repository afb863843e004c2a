"""Decides which searches run now, on few cores, and for how long. Thinking has priority over
pondering. Every source of games gets the same share, however many games and accounts it has, and
each opponent of a source gets an equal part of that share. Pure.

A source is an address, if the server tells the bot which games come from the same one; otherwise it
is the opponent. A *thinker* is a search for a move, a *ponderer* a search on the opponent's time. A
thinker starts when a core is free, or when its source has no running thinker; in the latter case
the operating system shares the cores among up to `max_searches` searches, the last of which must be
short. All others wait. The next thinker to start is that of the source that has had the least time,
then of the opponent that has had the least (hierarchical start-time fair queueing; Goyal, Vin and
Cheng, SIGCOMM 1996), then the one whose move is due first. A move is due when its wanted time
(`wanted_ms`) is over. The search gets a fair share of that time (`allowed_ms`): the cores are
shared fairly among the sources, a source's share among its opponents, and an opponent's share among
the games in which a move is being searched. A thinker that has used its share is stopped (`Stop`),
and moves, as soon as another one waits. So a game waits little longer than until its move is due,
and when its clock is about to run out, its search starts immediately, beside the others.

Ponderers get the cores that thinkers leave free, the sources with the fewest ponderers first, and
are stopped when a thinker comes. A stopped ponderer has to ask again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from .service_times import ServiceTimes
from .shares import fair_shares

MIN_MS = 20  # how long a search runs at least before it is stopped for another
URGENT_MS = 500  # a search this close to its deadline may start beside the others
SHORT_MS = 250  # the longest search that may start as the last of `max_searches`


@dataclass(frozen=True, slots=True)
class Job:
    """A search to run. `deadline_ms`: when its clock runs out, None: never; `opponent`: the account
    on the other seat; `wanted_ms`: the time that it would use with its own core; `source`: where
    the game comes from, if the server says so; several opponents may have the same source."""

    name: str
    kind: Literal["think", "ponder"]
    deadline_ms: int | None = None
    opponent: str = ""
    wanted_ms: int = 0
    source: str = ""

    @property
    def party(self) -> "Party":
        """The party to whose share of the cores this job belongs."""
        return self.source or self.opponent, self.opponent


@dataclass(frozen=True, slots=True)
class Start:
    """This job may run now."""

    job: Job


@dataclass(frozen=True, slots=True)
class Stop:
    """This search must stop; then call `end`. A thinker plays the best move that it has found."""

    job: Job


Order = Start | Stop
Party = tuple[str, str]
"""A source and one of its opponents."""
Fractions = dict[Party, float]
"""The fraction of its wanted time that each party gets."""


@dataclass(slots=True)
class Search:
    """A job from its request to its end. `fraction`: the fraction of its wanted time that it would
    have got at its request; `short`: whether it was short when it started; `thinks` and `party`:
    the job's.
    """

    job: Job
    requested_ms: int
    thinks: bool
    party: Party
    fraction: float = 1.0
    started_ms: int | None = None
    short: bool = False
    stopping: bool = False

    @property
    def due_ms(self) -> int:
        """When its move is due, at the latest URGENT_MS before its clock runs out."""
        due = self.requested_ms + self.job.wanted_ms
        deadline = self.job.deadline_ms
        return due if deadline is None else min(due, deadline - URGENT_MS)

    def is_urgent(self, now_ms: int) -> bool:
        """Whether its clock is about to run out."""
        deadline = self.job.deadline_ms
        return deadline is not None and deadline - now_ms <= URGENT_MS

    def is_short(self, now_ms: int, fractions: Fractions) -> bool:
        """Whether it may start as the last of `max_searches`."""
        return self.is_urgent(now_ms) or fractions[self.party] * self.job.wanted_ms <= SHORT_MS

    def share_ends_ms(self, fractions: Fractions) -> int:
        """When it will have used its fair share of its wanted time."""
        share_ms = fractions[self.party] * self.job.wanted_ms
        return (self.started_ms or 0) + max(MIN_MS, round(share_ms))


@dataclass(slots=True)
class Scheduler:
    """Gives orders to start and stop searches. `cores`: how many searches get their own core;
    `max_searches`: the maximum at a time. Instants are in milliseconds of any monotonic clock."""

    cores: int
    max_searches: int
    _searches: dict[Job, Search] = field(default_factory=dict)
    _demands: Counter[Party] = field(default_factory=Counter)  # thinkers, running or waiting
    _fractions: Fractions = field(default_factory=dict)  # for the current demands
    _sources: ServiceTimes[str] = field(default_factory=ServiceTimes)
    _parties: dict[str, ServiceTimes[Party]] = field(default_factory=dict)  # by source

    def ask(self, job: Job, now_ms: int = 0) -> list[Order]:
        """Adds a job. The orders may also be for other jobs."""
        party = job.party
        search = Search(job, now_ms, job.kind == "think", party)
        if search.thinks:
            self._admit(party)
            if job not in self._searches:
                self._change_demand(party, 1)
            search.fraction = self._fractions[party]
        self._searches[job] = search
        return self.reschedule(now_ms)

    def end(self, job: Job, now_ms: int = 0) -> list[Order]:
        """Removes a job that has ended or is no longer needed."""
        search = self._searches.pop(job, None)
        if search is not None and search.thinks:
            self._change_demand(search.party, -1)
            if search.started_ms is not None:
                source, served_ms = search.party[0], now_ms - search.started_ms
                self._sources.add(source, served_ms)
                self._parties[source].add(search.party, served_ms)
        return self.reschedule(now_ms)

    @property
    def load(self) -> float:
        """Running and waiting thinkers per core, at least 1."""
        thinkers = sum(search.thinks for search in list(self._searches.values()))
        return max(1.0, thinkers / self.cores)

    def counts(self) -> dict[tuple[str, str], int]:
        """The number of searches by kind (`think`, `ponder`) and state (`running`, `waiting`). May
        be called from another thread."""
        counts = {
            (kind, state): 0 for kind in ("think", "ponder") for state in ("running", "waiting")
        }
        for search in list(self._searches.values()):
            counts[search.job.kind, "waiting" if search.started_ms is None else "running"] += 1
        return counts

    def reschedule(self, now_ms: int) -> list[Order]:
        """Returns the orders at this instant; each is given once."""
        orders: list[Order] = []
        if not self._searches:
            return orders
        fractions = self._fractions
        while (search := self._next(now_ms, fractions)) is not None:
            search.started_ms = now_ms
            search.short = search.thinks and search.is_short(now_ms, fractions)
            orders.append(Start(search.job))
        for search in (*self._surplus(), *self._past_their_share(now_ms, fractions)):
            search.stopping = True
            orders.append(Stop(search.job))
        return orders

    def next_ms(self) -> int | None:
        """When to call `reschedule` if no job comes or ends before; None: never."""
        waiting = self._waiting("think")
        if not waiting:
            return None
        instants = [s.share_ends_ms(self._fractions) for s in self._thinking() if not s.stopping]
        if len(self._running()) < self.max_searches:
            extra_sources = self._sources_with_extra_starts()
            deadlines = (s.job.deadline_ms for s in waiting if s.party[0] in extra_sources)
            instants += [deadline - URGENT_MS for deadline in deadlines if deadline is not None]
        return min(instants, default=None)

    def allowed_ms(self, job: Job, now_ms: int) -> int:
        """How long this thinker, which starts now, may take: its fair share of its wanted time at
        the current load, but not past the time at which its move is due; and at least half of its
        share at the time of its request, even if it starts late."""
        search, wanted_ms = self._searches[job], job.wanted_ms
        fraction = self._fractions[search.party]
        left_ms = wanted_ms - (now_ms - search.requested_ms)
        return max(
            1,
            round(
                max(
                    min(fraction, search.fraction) * wanted_ms / 2,
                    min(fraction * wanted_ms, left_ms),
                )
            ),
        )

    # ── shares ──────────────────────────────────────────────────────────────────────────────────

    def _change_demand(self, party: Party, by: int) -> None:
        """Changes a party's number of thinkers, and computes the shares again."""
        self._demands[party] += by
        if not self._demands[party]:
            del self._demands[party]
        self._fractions = self._fair_fractions()

    def _fair_fractions(self) -> Fractions:
        """The fraction of its wanted time that a thinker gets, by party."""
        by_source = _by_source(self._demands)
        total = max(self.cores, min(len(by_source), self.max_searches))
        of_sources = fair_shares(
            total, {source: parties.total() for source, parties in by_source.items()}
        )
        cores = dict[Party, float]()
        for source, parties in by_source.items():
            cores |= fair_shares(of_sources[source], parties)
        return {party: cores[party] / self._demands[party] for party in cores}

    def _admit(self, party: Party) -> None:
        """Admits a party. If it is new or has had no search for long, it is not owed the time that
        others have used meanwhile, neither among the sources nor within its own source."""
        source, active = party[0], _by_source(self._demands)
        for forgotten in self._sources.admit(source, active):
            self._parties.pop(forgotten, None)
        self._parties.setdefault(source, ServiceTimes()).admit(party, active.get(source, ()))

    def _served_until(self, now_ms: int) -> tuple[Counter[str], Counter[Party]]:
        """How long searches have run for each source and each party; only differences matter."""
        sources, parties = Counter(self._sources.ms), Counter[Party]()
        for served in self._parties.values():
            parties.update(served.ms)
        for search in self._thinking():
            party, ran_ms = search.party, now_ms - (search.started_ms or 0)
            sources[party[0]] += ran_ms
            parties[party] += ran_ms
        return sources, parties

    # ── running and waiting searches ───────────────────────────────────────────────────────────

    def _running(self) -> list[Search]:
        return [s for s in self._searches.values() if s.started_ms is not None]

    def _thinking(self) -> list[Search]:
        return [search for search in self._running() if search.thinks]

    def _pondering(self) -> list[Search]:
        return [s for s in self._running() if not s.thinks and not s.stopping]

    def _waiting(self, kind: str) -> list[Search]:
        thinks = kind == "think"
        return [s for s in self._searches.values() if s.started_ms is None and s.thinks == thinks]

    def _next(self, now_ms: int, fractions: Fractions) -> Search | None:
        """The next waiting job that may start, if any."""
        waiting = [s for s in self._searches.values() if s.started_ms is None]
        running = len(self._searches) - len(waiting)
        if not waiting or running >= self.max_searches:
            return None
        if thinkers := [search for search in waiting if search.thinks]:
            return self._next_thinker(thinkers, now_ms, fractions)
        if running >= self.cores:
            return None
        return min(waiting, key=_Tally(self._pondering()).counts_of)

    def _next_thinker(
        self, waiting: list[Search], now_ms: int, fractions: Fractions
    ) -> Search | None:
        thinking = self._thinking()
        tally, extra_sources = _Tally(thinking), self._sources_with_extra_starts()
        of_source, of_party = self._served_until(now_ms)

        def priority(search: Search) -> tuple[bool, bool, int, bool, bool, int, int]:
            party = search.party
            source_runs, party_runs = (count > 0 for count in tally.counts_of(search))
            source_ms, own_ms = of_source[party[0]], of_party[party]
            is_urgent = search.is_urgent(now_ms)
            first = is_urgent and party[0] in extra_sources
            return (
                not first,
                source_runs,
                source_ms,
                not is_urgent,
                party_runs,
                own_ms,
                search.due_ms,
            )

        if sum(not search.short for search in thinking) >= max(self.cores, self.max_searches - 1):
            waiting = [search for search in waiting if search.is_short(now_ms, fractions)]
        first = min(waiting, key=priority, default=None)
        if first is None or (first.is_urgent(now_ms) and first.party[0] in extra_sources):
            return first
        free = len(thinking) < self.cores or not tally.counts_of(first)[0]
        return first if free else None

    def _sources_with_extra_starts(self) -> set[str]:
        """The sources whose urgent searches may start beside the others. If several sources have
        thinkers, each may run only as many short ones as its part of the cores: otherwise a source
        of games with short clocks would use all of `max_searches`."""
        sources = {party[0] for party in self._demands}
        if len(sources) <= 1:
            return sources
        short_searches = Counter(search.party[0] for search in self._thinking() if search.short)
        max_short = max(1, self.cores // len(sources))
        return {source for source in sources if short_searches[source] < max_short}

    def _surplus(self) -> list[Search]:
        """The ponderers that must stop: those whose cores thinkers need; otherwise one of a source
        that has several, if another source waits for its first."""
        pondering = self._pondering()
        if not pondering:
            return []
        thinkers = len(self._thinking()) + len(self._waiting("think"))
        count = max(0, len(pondering) - max(0, self.cores - thinkers))
        if not count and self._has_starved_source(_Tally(pondering)):
            count = 1
        surplus = []
        for _ in range(count):
            surplus.append(max(pondering, key=_Tally(pondering).counts_of))
            pondering.remove(surplus[-1])
        return surplus

    def _has_starved_source(self, pondering: "_Tally") -> bool:
        """Whether a source without a running ponderer waits while another has several."""
        if max(pondering.sources.values(), default=0) <= 1:
            return False
        waits = any(not pondering.counts_of(search)[0] for search in self._waiting("ponder"))
        return waits and not any(search.stopping for search in self._running())

    def _past_their_share(self, now_ms: int, fractions: Fractions) -> list[Search]:
        """The thinkers that have used their share, if others wait."""
        if not self._waiting("think"):
            return []
        thinking = [search for search in self._thinking() if not search.stopping]
        return [search for search in thinking if search.share_ends_ms(fractions) <= now_ms]


class _Tally:
    """The number of searches by source and by party."""

    def __init__(self, searches: Sequence[Search]) -> None:
        self.sources = Counter(search.party[0] for search in searches)
        self._parties = Counter(search.party for search in searches)

    def counts_of(self, search: Search) -> tuple[int, int]:
        """The numbers of searches of this search's source and party."""
        party = search.party
        return self.sources[party[0]], self._parties[party]


def _by_source(demands: Counter[Party]) -> dict[str, Counter[Party]]:
    by_source: dict[str, Counter[Party]] = {}
    for party, count in demands.items():
        by_source.setdefault(party[0], Counter())[party] = count
    return by_source
