"""The scheduler of searches: thinking before pondering, equal shares, a limited number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from zeitnot_engines.bots.scheduler import MIN_MS, URGENT_MS, Job, Scheduler, Start, Stop
from zeitnot_engines.bots.shares import fair_shares

from .jobs import ponder, think


def test_free_core_is_granted_at_once() -> None:
    scheduler = Scheduler(cores=2, max_searches=4)
    assert scheduler.ask(ponder("a")) == [Start(ponder("a"))]
    assert scheduler.ask(think("b")) == [Start(think("b"))]


@pytest.mark.parametrize("max_searches", [1, 4])
def test_pondering_yields_to_thinking(max_searches: int) -> None:
    scheduler = Scheduler(cores=1, max_searches=max_searches)
    scheduler.ask(ponder("a"))
    orders = scheduler.ask(think("b"))
    assert Stop(ponder("a")) in orders
    orders += scheduler.end(ponder("a"))
    assert Start(think("b")) in orders
    assert scheduler.ask(ponder("a")) == []
    assert scheduler.end(think("b")) == [Start(ponder("a"))]


def test_only_as_many_ponder_searches_as_needed_are_stopped() -> None:
    scheduler = Scheduler(cores=2, max_searches=4)
    scheduler.ask(ponder("a"))
    scheduler.ask(ponder("b"))
    assert scheduler.ask(think("c")) == [Start(think("c")), Stop(ponder("a"))]
    assert scheduler.ask(think("d")) == [Start(think("d")), Stop(ponder("b"))]


def test_second_ponder_search_yields_to_another_opponent() -> None:
    scheduler = Scheduler(cores=2, max_searches=4)
    scheduler.ask(ponder("a", "x"))
    scheduler.ask(ponder("b", "x"))
    assert scheduler.ask(ponder("c", "x")) == []
    assert scheduler.ask(ponder("d", "y")) == [Stop(ponder("a", "x"))]
    assert scheduler.end(ponder("a", "x")) == [Start(ponder("d", "y"))]


def test_shorter_searches_start_first_and_pondering_last() -> None:
    scheduler = Scheduler(cores=1, max_searches=1)
    slow, quick = think("slow", "x", wanted_ms=900), think("quick", "x", wanted_ms=100)
    scheduler.ask(think("a", "x"))
    assert scheduler.ask(ponder("p")) == []
    assert scheduler.ask(slow) == []
    assert scheduler.ask(quick) == []
    assert scheduler.end(think("a", "x")) == [Start(quick)]
    assert scheduler.end(quick) == [Start(slow)]
    assert scheduler.end(slow) == [Start(ponder("p"))]


def test_cancelled_request_is_forgotten() -> None:
    scheduler = Scheduler(cores=1, max_searches=1)
    scheduler.ask(think("a"))
    scheduler.ask(think("b"))
    scheduler.end(think("b"))
    assert scheduler.end(think("a")) == []


def test_opponents_share_cores_regardless_of_their_games() -> None:
    scheduler = Scheduler(cores=1, max_searches=4)
    for name in "abc":
        scheduler.ask(think(name, "x"))
    single = think("d", "y")
    assert Start(single) in scheduler.ask(single)
    assert scheduler.allowed_ms(single, 0) == 1000
    assert scheduler.allowed_ms(think("a", "x"), 0) == 333


def test_addresses_share_cores_regardless_of_their_accounts() -> None:
    scheduler = Scheduler(cores=1, max_searches=4)
    guests = [think(name, source="here") for name in "abc"]
    for guest in guests:
        scheduler.ask(guest)
    single = think("d", source="there")
    assert Start(single) in scheduler.ask(single)
    assert scheduler.allowed_ms(single, 0) == 1000
    assert scheduler.allowed_ms(guests[0], 0) == 333


def test_share_of_an_address_is_divided_by_accounts() -> None:
    scheduler = Scheduler(cores=1, max_searches=4)
    scheduler.ask(think("other", source="there"))
    jobs = [think(name, "x", source="here") for name in "abc"] + [think("d", "y", source="here")]
    for job in jobs:
        scheduler.ask(job)
    scheduler.end(think("other", source="there"), 0)
    assert scheduler.allowed_ms(jobs[0], 0) == 167
    assert scheduler.allowed_ms(jobs[3], 0) == 500


def test_less_served_account_of_an_address_is_first() -> None:
    scheduler = Scheduler(cores=1, max_searches=1)
    first, second = think("a", "x", source="here"), think("b", "x", wanted_ms=10, source="here")
    scheduler.ask(first, 0)
    scheduler.ask(second, 0)
    other = think("c", "y", source="here")
    scheduler.ask(other, 0)
    assert scheduler.end(first, 300) == [Start(other)]


def test_second_ponder_search_yields_to_another_address() -> None:
    scheduler = Scheduler(cores=2, max_searches=4)
    scheduler.ask(ponder("a", source="here"))
    scheduler.ask(ponder("b", source="here"))
    assert scheduler.ask(ponder("c", source="here")) == []
    other = ponder("d", source="there")
    assert scheduler.ask(other) == [Stop(ponder("a", source="here"))]
    assert scheduler.end(ponder("a", source="here")) == [Start(other)]


def test_search_that_used_its_share_yields() -> None:
    scheduler = Scheduler(cores=1, max_searches=4)
    first, second = think("a", "x"), think("b", "x")
    scheduler.ask(first, 0)
    assert scheduler.next_ms() is None  # no search waits, so this one may use its full time
    assert scheduler.ask(second, 100) == []
    assert scheduler.next_ms() == 500
    assert scheduler.reschedule(499) == []
    assert scheduler.reschedule(500) == [Stop(first)]
    assert scheduler.reschedule(501) == []
    assert scheduler.end(first, 505) == [Start(second)]


def test_every_search_runs_for_a_minimum() -> None:
    scheduler = Scheduler(cores=1, max_searches=1)
    scheduler.ask(think("a", wanted_ms=1000), 0)
    for name in range(200):
        scheduler.ask(think(f"b{name}"), 0)
    assert scheduler.next_ms() == MIN_MS


def test_urgent_search_starts_beside_the_others() -> None:
    scheduler = Scheduler(cores=1, max_searches=2)
    scheduler.ask(think("a", "x", wanted_ms=60_000), 0)
    urgent = think("b", "x", wanted_ms=60_000, deadline_ms=URGENT_MS + 700)
    assert scheduler.ask(urgent, 0) == []
    assert scheduler.next_ms() == 700
    assert scheduler.reschedule(700) == [Start(urgent)]


def test_waiting_is_deducted_from_the_granted_time() -> None:
    scheduler = Scheduler(cores=1, max_searches=1)
    scheduler.ask(think("a", "x"), 0)
    for name in "bcd":
        scheduler.ask(think(name, "x"), 0)
    for name in "ab":
        scheduler.end(think(name, "x"), 0)
    last = think("d", "x")
    assert scheduler.allowed_ms(last, 0) == 500
    assert scheduler.allowed_ms(last, 800) == 200
    assert scheduler.allowed_ms(last, 5000) == 125  # at least half of its first grant


# ── shares ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("amount", "demands", "shares"),
    [
        (2, {}, {}),
        (2, {"x": 60}, {"x": 2}),
        (2, {"x": 60, "y": 1}, {"x": 1, "y": 1}),
        (8, {"x": 60, "y": 60, "z": 1}, {"x": 3.5, "y": 3.5, "z": 1}),
        (1, {"x": 1, "y": 3}, {"x": 0.5, "y": 0.5}),
        (9, {"x": 1, "y": 3}, {"x": 1, "y": 3}),
    ],
)
def test_fair_shares_are_computed(
    amount: float, demands: dict[str, float], shares: dict[str, float]
) -> None:
    assert fair_shares(amount, demands) == shares


@given(
    st.floats(0, 100), st.dictionaries(st.text("abcdef", min_size=1), st.floats(0, 50), max_size=6)
)
def test_fair_shares_are_equal_up_to_demand(amount: float, demands: dict[str, float]) -> None:
    shares = fair_shares(amount, demands)
    assert sum(shares.values()) == pytest.approx(min(amount, sum(demands.values())))
    highest = max(shares.values(), default=0)
    for name, share in shares.items():
        assert share <= demands[name]
        assert share == pytest.approx(demands[name]) or share == pytest.approx(highest)


# ── any order ──────────────────────────────────────────────────────────────────────────────────


class Machine(RuleBasedStateMachine):
    """Jobs are added and end in any order; a stopped job ends some time later."""

    def __init__(self) -> None:
        super().__init__()
        self.cores, self.max_searches = 2, 5
        self.scheduler = Scheduler(self.cores, self.max_searches)
        self.running: set[Job] = set()
        self.stopped: set[Job] = set()
        self.waiting: set[Job] = set()
        self.count = 0
        self.now = 0

    def apply(self, orders: list[Start | Stop]) -> None:
        for order in orders:
            if isinstance(order, Start):
                assert order.job in self.waiting
                self.waiting.remove(order.job)
                self.running.add(order.job)
            else:
                assert order.job in self.running - self.stopped
                assert order.job.kind == "ponder" or self.waiting
                self.stopped.add(order.job)

    @rule(
        kind=st.sampled_from(["think", "ponder"]),
        opponent=st.sampled_from("xyz"),
        source=st.sampled_from(["", "here", "there"]),
        wanted_ms=st.integers(5, 900),
        clock=st.none() | st.integers(0, 999),
    )
    def ask(self, kind: str, opponent: str, source: str, wanted_ms: int, clock: int | None) -> None:
        self.count += 1
        deadline = None if clock is None else self.now + clock
        job = Job(str(self.count), kind, deadline, opponent, wanted_ms, source)  # type: ignore[arg-type]
        self.waiting.add(job)
        self.apply(self.scheduler.ask(job, self.now))

    @precondition(lambda self: self.running or self.waiting)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        jobs = sorted(self.running | self.waiting, key=lambda job: int(job.name))
        job = data.draw(st.sampled_from(jobs))
        self.running.discard(job)
        self.stopped.discard(job)
        self.waiting.discard(job)
        self.apply(self.scheduler.end(job, self.now))

    @rule(ms=st.integers(1, 60))
    def advance_time(self, ms: int) -> None:
        """Advances time in the steps that the scheduler requests."""
        until = self.now + ms
        while (at := self.scheduler.next_ms()) is not None and at <= until:
            self.now = max(self.now, at)
            self.apply(self.scheduler.reschedule(self.now))
            following = self.scheduler.next_ms()
            assert following is None or following > self.now
        self.now = until
        self.apply(self.scheduler.reschedule(self.now))

    @invariant()
    def running_jobs_are_limited(self) -> None:
        assert len(self.running) <= self.max_searches
        active = self.running - self.stopped
        pondering = [job for job in active if job.kind == "ponder"]
        assert not pondering or len(active) <= self.cores

    @invariant()
    def jobs_wait_only_if_necessary(self) -> None:
        waiting = [job for job in self.waiting if job.kind == "think"]
        thinking = [job for job in self.running if job.kind == "think"]
        if waiting:
            assert len(self.running) == self.max_searches or len(thinking) >= self.cores
        if len(self.running) < self.max_searches - 1:
            assert {job.party[0] for job in waiting} <= {job.party[0] for job in thinking}
        if self.waiting and not waiting:
            assert len(self.running) >= self.cores

    @invariant()
    def thinking_jobs_have_time(self) -> None:
        for job in self.running:
            if job.kind == "think":
                assert 0 < self.scheduler.allowed_ms(job, self.now) <= job.wanted_ms


TestMachine = Machine.TestCase
