"""Who searches: thinking before pondering, and never too many at a time."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from zeitnot_engines.scheduler import Job, Scheduler, Start, Stop
from zeitnot_engines.slots import Slots


def think(name: str, deadline: int = 0) -> Job:
    return Job(name, "think", deadline)


def ponder(name: str) -> Job:
    return Job(name, "ponder")


def test_a_free_core_goes_to_whoever_asks() -> None:
    scheduler = Scheduler(cores=2, most=4)
    assert scheduler.ask(ponder("a")) == [Start(ponder("a"))]
    assert scheduler.ask(think("b")) == [Start(think("b"))]


def test_a_thinker_starts_at_once_and_a_ponderer_gives_way() -> None:
    scheduler = Scheduler(cores=1, most=4)
    scheduler.ask(ponder("a"))
    assert scheduler.ask(think("b")) == [Start(think("b")), Stop(ponder("a"))]
    assert scheduler.end(ponder("a")) == []
    assert scheduler.ask(ponder("a")) == []
    assert scheduler.end(think("b")) == [Start(ponder("a"))]


def test_only_as_many_ponderers_stop_as_must() -> None:
    scheduler = Scheduler(cores=2, most=4)
    scheduler.ask(ponder("a"))
    scheduler.ask(ponder("b"))
    assert scheduler.ask(think("c")) == [Start(think("c")), Stop(ponder("a"))]
    assert scheduler.ask(think("d")) == [Start(think("d")), Stop(ponder("b"))]


def test_waiting_thinkers_start_by_deadline_and_before_ponderers() -> None:
    scheduler = Scheduler(cores=1, most=1)
    scheduler.ask(think("a"))
    assert scheduler.ask(ponder("p")) == []
    assert scheduler.ask(think("late", 900)) == []
    assert scheduler.ask(think("soon", 100)) == []
    assert scheduler.end(think("a")) == [Start(think("soon", 100))]
    assert scheduler.end(think("soon", 100)) == [Start(think("late", 900))]
    assert scheduler.end(think("late", 900)) == [Start(ponder("p"))]


def test_who_no_longer_wants_to_wait_is_forgotten() -> None:
    scheduler = Scheduler(cores=1, most=1)
    scheduler.ask(think("a"))
    scheduler.ask(think("b"))
    scheduler.end(think("b"))
    assert scheduler.end(think("a")) == []


def test_load_counts_thinkers_alone() -> None:
    scheduler = Scheduler(cores=2, most=3)
    assert scheduler.load == 1
    for name in "abcde":
        scheduler.ask(think(name))
    scheduler.ask(ponder("p"))
    assert scheduler.load == 2.5


class Machine(RuleBasedStateMachine):
    """Jobs come and go in any order; who is told to stop ends some time later."""

    def __init__(self) -> None:
        super().__init__()
        self.cores, self.most = 2, 5
        self.scheduler = Scheduler(self.cores, self.most)
        self.running: set[Job] = set()
        self.stopped: set[Job] = set()
        self.waiting: set[Job] = set()
        self.count = 0

    def obey(self, orders: list[Start | Stop]) -> None:
        for order in orders:
            if isinstance(order, Start):
                assert order.job in self.waiting
                self.waiting.remove(order.job)
                self.running.add(order.job)
            else:
                assert order.job.kind == "ponder"
                assert order.job in self.running - self.stopped
                self.stopped.add(order.job)

    @rule(kind=st.sampled_from(["think", "ponder"]), deadline=st.integers(0, 9))
    def ask(self, kind: str, deadline: int) -> None:
        self.count += 1
        job = Job(str(self.count), kind, deadline)  # type: ignore[arg-type]
        self.waiting.add(job)
        self.obey(self.scheduler.ask(job))

    @precondition(lambda self: self.running or self.waiting)
    @rule(data=st.data())
    def end(self, data: st.DataObject) -> None:
        jobs = sorted(self.running | self.waiting, key=lambda job: int(job.name))
        job = data.draw(st.sampled_from(jobs))
        self.running.discard(job)
        self.stopped.discard(job)
        self.waiting.discard(job)
        self.obey(self.scheduler.end(job))

    @invariant()
    def never_too_many(self) -> None:
        assert len(self.running) <= self.most
        going = self.running - self.stopped
        pondering = [job for job in going if job.kind == "ponder"]
        assert not pondering or len(going) <= self.cores

    @invariant()
    def nobody_waits_without_need(self) -> None:
        if any(job.kind == "think" for job in self.waiting):
            assert len(self.running) == self.most
        elif self.waiting:
            assert len(self.running) >= self.cores


TestMachine = Machine.TestCase


@given(st.integers(1, 8))
def test_one_core_still_serves_many_rooms(rooms: int) -> None:
    scheduler = Scheduler(cores=1, most=1)
    order = [o for n in range(rooms) for o in scheduler.ask(think(str(n), n))]
    for n in range(rooms):
        order += scheduler.end(think(str(n), n))
    assert order == [Start(think(str(n), n)) for n in range(rooms)]


async def test_slots_wait_and_give_way() -> None:
    slots = Slots(Scheduler(cores=1, most=2))
    stopped = asyncio.Event()
    order: list[str] = []

    async def pondering() -> None:
        async with slots.hold(ponder("p"), stopped.set):
            order.append("ponder")
            await stopped.wait()
        order.append("gave way")

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(pondering())
        await asyncio.sleep(0)
        async with slots.hold(think("t"), lambda: None):
            order.append("think")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
    assert order == ["ponder", "think", "gave way"]


async def test_who_has_to_give_way_before_it_has_begun_does_not_begin() -> None:
    """The thinker comes while the ponderer's turn is known and not yet heard of."""
    slots = Slots(Scheduler(cores=1, most=2))
    order: list[str] = []
    first, second = asyncio.Event(), asyncio.Event()

    async def search(job: Job, end: asyncio.Event | None) -> None:
        async with slots.hold(job, lambda: order.append(f"stop {job.name}")):
            order.append(job.name)
            if end:
                await end.wait()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(search(think("t"), first))
        await asyncio.sleep(0)
        tasks.create_task(search(ponder("p"), None))
        await asyncio.sleep(0)
        first.set()
        tasks.create_task(search(think("u"), second))
        for _ in range(10):
            await asyncio.sleep(0)
        assert order == ["t", "u"]
        second.set()
    assert order == ["t", "u", "p"]


async def test_a_cancelled_wait_leaves_nothing_behind() -> None:
    slots = Slots(Scheduler(cores=1, most=1))

    async def waits() -> None:
        async with slots.hold(think("b"), lambda: None):
            pytest.fail("must not start")

    async with slots.hold(think("a"), lambda: None):
        task = asyncio.create_task(waits())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task})
    assert slots.load == 1
    async with slots.hold(think("c"), lambda: None):
        pass
