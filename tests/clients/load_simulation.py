"""Simulates many searches on few cores: time jumps from one event to the next.

The running searches share the cores equally. A search ends when its time is over, or slightly after
it is stopped; the opponent answers after a while, and then the game requests its next search. The
simulation records the duration and the core time of each search.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field

from zeitnot_engines.bots.scheduler import Job, Order, Scheduler, Start, Stop


@dataclass(frozen=True)
class Game:
    """A game of `opponent`, whose clock allows `wanted_ms` per move; the opponent answers after
    `answer_ms`. `clock_ms`: the time left on the clock, or None if it is unlimited. `source`: the
    opponent's network address or its hash, if known."""

    name: str
    opponent: str
    wanted_ms: int
    answer_ms: int = 0
    clock_ms: int | None = None
    begins_ms: int = 0
    source: str = ""


@dataclass
class SimulatedSearch:
    """One search: the times when it was requested, began and ended, and its core time."""

    game: Game
    requested_ms: float
    begun_ms: float = 0.0
    ended_ms: float = 0.0
    core_ms: float = 0.0

    @property
    def took_ms(self) -> float:
        """The time that passed on the clock, including the wait."""
        return self.ended_ms - self.requested_ms


@dataclass
class LoadSimulation:
    """All games against one bot. `overhead_ms`: additional time of a search."""

    scheduler: Scheduler
    overhead_ms: float = 0.0
    now_ms: float = 0.0
    searches: list[SimulatedSearch] = field(default_factory=list)
    max_running: int = 0
    _events: list[tuple[float, int, str, Job | Game]] = field(default_factory=list)
    _running: dict[Job, float] = field(default_factory=dict)  # when each search will end
    _open: dict[Job, SimulatedSearch] = field(default_factory=dict)  # requested and not ended
    _count: int = 0

    def run(self, games: list[Game], until_ms: float) -> list[SimulatedSearch]:
        """Runs the simulation; returns the searches that have ended."""
        for game in games:
            self._at(game.begins_ms, "ask", game)
        while self.now_ms < until_ms:
            self._step(until_ms)
        return self.searches

    def searches_of(self, opponent: str) -> Iterator[SimulatedSearch]:
        """The searches of one opponent's games."""
        return (search for search in self.searches if search.game.opponent == opponent)

    def of_source(self, source: str) -> Iterator[SimulatedSearch]:
        """The searches of the games from one source."""
        return (search for search in self.searches if search.game.source == source)

    def _step(self, until_ms: float) -> None:
        ends = min(self._running.values(), default=until_ms)
        next_ms = self.scheduler.next_ms()
        reschedule_ms = until_ms if next_ms is None else max(next_ms, int(self.now_ms) + 1)
        at_ms = min(ends, reschedule_ms, until_ms, self._events[0][0] if self._events else until_ms)
        self._advance(at_ms)
        for job in [job for job, end in self._running.items() if end <= self.now_ms]:
            self._end(job)
        while self._events and self._events[0][0] <= self.now_ms:
            _, _, _, game = heapq.heappop(self._events)
            assert isinstance(game, Game)
            self._ask(game)
        self._execute(self.scheduler.reschedule(int(self.now_ms)))

    def _advance(self, at_ms: float) -> None:
        core_share = min(1.0, self.scheduler.cores / len(self._running)) if self._running else 0.0
        for job in self._running:
            self._open[job].core_ms += core_share * (at_ms - self.now_ms)
        self.now_ms = at_ms

    def _at(self, at_ms: float, kind: str, payload: Job | Game) -> None:
        self._count += 1
        heapq.heappush(self._events, (at_ms, self._count, kind, payload))

    def _ask(self, game: Game) -> None:
        now_ms = int(self.now_ms)
        deadline = None if game.clock_ms is None else now_ms + game.clock_ms
        job = Job(game.name, "think", deadline, game.opponent, game.wanted_ms, game.source)
        self._open[job] = SimulatedSearch(game, self.now_ms)
        self._execute(self.scheduler.ask(job, now_ms))

    def _end(self, job: Job) -> None:
        del self._running[job]
        search = self._open.pop(job)
        search.ended_ms = self.now_ms
        self.searches.append(search)
        self._at(self.now_ms + search.game.answer_ms, "ask", search.game)
        self._execute(self.scheduler.end(job, int(self.now_ms)))

    def _execute(self, orders: list[Order]) -> None:
        for order in orders:
            match order:
                case Start(job):
                    self._open[job].begun_ms = self.now_ms
                    allowed = self.scheduler.allowed_ms(job, int(self.now_ms))
                    self._running[job] = self.now_ms + allowed + self.overhead_ms
                case Stop(job):
                    self._running[job] = min(self._running[job], self.now_ms + self.overhead_ms)
        self.max_running = max(self.max_running, len(self._running))
