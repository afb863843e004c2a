"""Who may search now, on few cores, and for how long: thinking goes before pondering, and every
source of games gets the same share, however many games and accounts it has; of that, every opponent
the same. Pure.

A source is an address, where the server tells apart which games were made from one; else it is the
opponent. A thinker starts when a core is free, or when nothing thinks yet for its source: then the
operating system shares the cores among the sources, up to `most` searches, the last of which must
be short. All others wait: first those whose source, then whose opponent has had the least
(hierarchical start-time fair queueing; Goyal, Vin and Cheng, SIGCOMM 1996), and of these the one
that has to move soonest. A move is due when the time is over that its clock allows for it
(`wanted_ms`); of that time the search gets its fair share (`allowed_ms`): cores are shared fairly
among sources, a source's among its opponents, and an opponent's among the games that want to think
just then. A thinker that has had its share gives way as soon as another one waits: `Stop`, and it
moves. So nobody waits much longer than until its move is due; and where a clock runs out, a search
starts at once, beside the others.

Ponderers get the cores that thinkers leave free, the sources with the fewest first, and are
stopped when a thinker comes; a ponderer that was stopped has to ask again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from .served import ServiceTimes
from .shares import fair_shares

LEAST_MS = 20  # that a search has before it gives way
LATE_MS = 500  # before its deadline a search starts in any case
SHORT_MS = 250  # so long may the search take that gets the last place


@dataclass(frozen=True, slots=True)
class Job:
    """A search that wants to run. `deadline_ms`: when its clock has run out, None: never;
    `opponent`: whose account it is played against; `wanted_ms`: how long it would take with a
    core of its own; `source`: where the game comes from, if the server tells, perhaps in common
    with others."""

    name: str
    kind: Literal["think", "ponder"]
    deadline_ms: int | None = None
    opponent: str = ""
    wanted_ms: int = 0
    source: str = ""

    @property
    def party(self) -> "Party":
        """Whose share of the cores this is."""
        return self.source or self.opponent, self.opponent


@dataclass(frozen=True, slots=True)
class Start:
    """This job may run now."""

    job: Job


@dataclass(frozen=True, slots=True)
class Stop:
    """This search must end; its `end` is still to come. A thinker moves."""

    job: Job


Order = Start | Stop
Party = tuple[str, str]
"""A source and one opponent of it."""
Fractions = dict[Party, float]
"""How much of its wish each gets."""


@dataclass(slots=True)
class Search:
    """A job from when it asked to its end. `fraction`: of its wish, what it would have got when it
    asked; `short`: it began as one that would not last."""

    job: Job
    requested_ms: int
    fraction: float = 1.0
    started_ms: int | None = None
    short: bool = False
    stopping: bool = False

    @property
    def thinks(self) -> bool:
        return self.job.kind == "think"

    @property
    def due_ms(self) -> int:
        """When it is to have moved; before its clock is in danger in any case."""
        due = self.requested_ms + self.job.wanted_ms
        deadline = self.job.deadline_ms
        return due if deadline is None else min(due, deadline - LATE_MS)

    def is_late(self, now_ms: int) -> bool:
        """Whether its clock runs out soon."""
        deadline = self.job.deadline_ms
        return deadline is not None and deadline - now_ms <= LATE_MS

    def is_short(self, now_ms: int, fractions: Fractions) -> bool:
        """Whether it may have the last place."""
        return self.is_late(now_ms) or fractions[self.job.party] * self.job.wanted_ms <= SHORT_MS

    def share_ends_ms(self, fractions: Fractions) -> int:
        """When it will have had its fair share of its wish."""
        share_ms = fractions[self.job.party] * self.job.wanted_ms
        return (self.started_ms or 0) + max(LEAST_MS, round(share_ms))


@dataclass(slots=True)
class Scheduler:
    """`cores`: searches that get a core of their own; `most`: searches at one time at all. Instants
    are in milliseconds of any clock, and never go back."""

    cores: int
    most: int
    _searches: dict[Job, Search] = field(default_factory=dict)
    _sources: ServiceTimes[str] = field(default_factory=ServiceTimes)
    _parties: dict[str, ServiceTimes[Party]] = field(default_factory=dict)  # by source

    def ask(self, job: Job, now_ms: int = 0) -> list[Order]:
        """A job comes; the orders may concern others too."""
        search = Search(job, now_ms)
        if search.thinks:
            self._admit(job.party)
        self._searches[job] = search
        if search.thinks:
            search.fraction = self._fractions()[job.party]
        return self.reschedule(now_ms)

    def end(self, job: Job, now_ms: int = 0) -> list[Order]:
        """A job has ended, or does not want to run any more."""
        search = self._searches.pop(job, None)
        if search is not None and search.thinks and search.started_ms is not None:
            self._sources.add(job.party[0], now_ms - search.started_ms)
            self._parties[job.party[0]].add(job.party, now_ms - search.started_ms)
        return self.reschedule(now_ms)

    @property
    def load(self) -> float:
        """Searches that think, or wait to, for each core; at least 1."""
        thinkers = sum(search.thinks for search in list(self._searches.values()))
        return max(1.0, thinkers / self.cores)

    def counts(self) -> dict[tuple[str, str], int]:
        """How many searches there are by kind and state: `think` or `ponder`, `running` or
        `waiting`. May be called by another thread."""
        counts = {
            (kind, state): 0 for kind in ("think", "ponder") for state in ("running", "waiting")
        }
        for search in list(self._searches.values()):
            counts[search.job.kind, "waiting" if search.started_ms is None else "running"] += 1
        return counts

    def reschedule(self, now_ms: int) -> list[Order]:
        """What is to be done at this instant; nothing twice."""
        orders: list[Order] = []
        fractions = self._fractions()
        while (search := self._next(now_ms, fractions)) is not None:
            search.started_ms = now_ms
            search.short = search.thinks and search.is_short(now_ms, fractions)
            orders.append(Start(search.job))
        for search in (*self._surplus(), *self._past_their_share(now_ms, fractions)):
            search.stopping = True
            orders.append(Stop(search.job))
        return orders

    def next_ms(self) -> int | None:
        """When to look again if nobody asks or ends before; None: not at all."""
        waiting = self._waiting("think")
        if not waiting:
            return None
        fractions = self._fractions()
        instants = [s.share_ends_ms(fractions) for s in self._thinking() if not s.stopping]
        if len(self._running()) < self.most:
            hurried = self._sources_with_extra_starts()
            deadlines = (s.job.deadline_ms for s in waiting if s.job.party[0] in hurried)
            instants += [deadline - LATE_MS for deadline in deadlines if deadline is not None]
        return min(instants, default=None)

    def allowed_ms(self, job: Job, now_ms: int) -> int:
        """How long this thinker, which starts now, may take: its fair share of its wish as the load
        is now, and no longer than until its move is due; but half of its share as the load was in
        any case, which lets those catch up that are late."""
        search, wanted_ms = self._searches[job], job.wanted_ms
        fraction = self._fractions()[job.party]
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

    def _fractions(self) -> Fractions:
        """How much of its wish a thinker gets, by party."""
        demands = self._thinking_by_party()
        by_source = _by_source(demands)
        slots = max(self.cores, min(len(by_source), self.most))
        of_sources = fair_shares(
            slots, {source: parties.total() for source, parties in by_source.items()}
        )
        cores = dict[Party, float]()
        for source, parties in by_source.items():
            cores |= fair_shares(of_sources[source], parties)
        return {party: cores[party] / demands[party] for party in cores}

    def _thinking_by_party(self) -> Counter[Party]:
        return Counter(search.job.party for search in self._searches.values() if search.thinks)

    def _admit(self, party: Party) -> None:
        """Whoever comes anew, or has not thought for long, is not owed what others had meanwhile:
        neither among the sources nor within its own."""
        source, active = party[0], _by_source(self._thinking_by_party())
        for forgotten in self._sources.admit(source, active):
            self._parties.pop(forgotten, None)
        self._parties.setdefault(source, ServiceTimes()).admit(party, active.get(source, ()))

    def _served_until(self, now_ms: int) -> tuple[Counter[str], Counter[Party]]:
        """How long searches have run for each source and each party; only differences mean
        something."""
        sources, parties = Counter(self._sources.ms), Counter[Party]()
        for served in self._parties.values():
            parties.update(served.ms)
        for search in self._thinking():
            party, ran_ms = search.job.party, now_ms - (search.started_ms or 0)
            sources[party[0]] += ran_ms
            parties[party] += ran_ms
        return sources, parties

    # ── who runs, who waits ────────────────────────────────────────────────────────────────────

    def _running(self) -> list[Search]:
        return [s for s in self._searches.values() if s.started_ms is not None]

    def _thinking(self) -> list[Search]:
        return [search for search in self._running() if search.thinks]

    def _pondering(self) -> list[Search]:
        return [s for s in self._running() if not s.thinks and not s.stopping]

    def _waiting(self, kind: str) -> list[Search]:
        return [s for s in self._searches.values() if s.started_ms is None and s.job.kind == kind]

    def _next(self, now_ms: int, fractions: Fractions) -> Search | None:
        """The waiting job that may start, if one may."""
        running = len(self._running())
        if running >= self.most:
            return None
        if waiting := self._waiting("think"):
            return self._next_thinker(waiting, now_ms, fractions)
        if running >= self.cores:
            return None
        tally = _Tally(self._pondering())
        return min(self._waiting("ponder"), key=tally.of, default=None)

    def _next_thinker(
        self, waiting: list[Search], now_ms: int, fractions: Fractions
    ) -> Search | None:
        thinking = self._thinking()
        tally, hurried = _Tally(thinking), self._sources_with_extra_starts()
        of_source, of_party = self._served_until(now_ms)

        def priority(search: Search) -> tuple[bool, bool, int, bool, bool, int, int]:
            party = search.job.party
            source_runs, party_runs = (count > 0 for count in tally.of(search))
            source_ms, own_ms = of_source[party[0]], of_party[party]
            is_late = search.is_late(now_ms)
            first = is_late and party[0] in hurried
            return not first, source_runs, source_ms, not is_late, party_runs, own_ms, search.due_ms

        if sum(not search.short for search in thinking) >= max(self.cores, self.most - 1):
            waiting = [search for search in waiting if search.is_short(now_ms, fractions)]
        first = min(waiting, key=priority, default=None)
        if first is None or (first.is_late(now_ms) and first.job.party[0] in hurried):
            return first
        free = len(thinking) < self.cores or not tally.of(first)[0]
        return first if free else None

    def _sources_with_extra_starts(self) -> set[str]:
        """The sources whose late searches may start beside the others. Where several want to think,
        each has so many short ones at a time as there are cores for it: else whoever chooses short
        clocks would always have as many as there may be."""
        sources = {party[0] for party in self._thinking_by_party()}
        if len(sources) <= 1:
            return sources
        short_searches = Counter(search.job.party[0] for search in self._thinking() if search.short)
        most = max(1, self.cores // len(sources))
        return {source for source in sources if short_searches[source] < most}

    def _surplus(self) -> list[Search]:
        """The ponderers that must give way: to thinkers; and one of a source's several to that of
        a source that has none."""
        pondering = self._pondering()
        thinkers = len(self._thinking()) + len(self._waiting("think"))
        count = max(0, len(pondering) - max(0, self.cores - thinkers))
        if not count and self._is_kept_out(_Tally(pondering)):
            count = 1
        surplus = []
        for _ in range(count):
            surplus.append(max(pondering, key=_Tally(pondering).of))
            pondering.remove(surplus[-1])
        return surplus

    def _is_kept_out(self, pondering: "_Tally") -> bool:
        """Whether there is no ponderer for a source that waits for one, and several for another."""
        poor = any(not pondering.of(search)[0] for search in self._waiting("ponder"))
        stopping = any(search.stopping for search in self._running())
        return poor and not stopping and max(pondering.sources.values(), default=0) > 1

    def _past_their_share(self, now_ms: int, fractions: Fractions) -> list[Search]:
        """The thinkers that have, while others wait."""
        if not self._waiting("think"):
            return []
        thinking = [search for search in self._thinking() if not search.stopping]
        return [search for search in thinking if search.share_ends_ms(fractions) <= now_ms]


class _Tally:
    """How many of these searches each source has, and each party."""

    def __init__(self, searches: Sequence[Search]) -> None:
        self.sources = Counter(search.job.party[0] for search in searches)
        self._parties = Counter(search.job.party for search in searches)

    def of(self, search: Search) -> tuple[int, int]:
        """Those of this search's source, and of these those of its opponent."""
        party = search.job.party
        return self.sources[party[0]], self._parties[party]


def _by_source(demands: Counter[Party]) -> dict[str, Counter[Party]]:
    by_source: dict[str, Counter[Party]] = {}
    for party, count in demands.items():
        by_source.setdefault(party[0], Counter())[party] = count
    return by_source
