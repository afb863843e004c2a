"""How long the house bot may search: its clock, its level, and its other games."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import zeitnot_protocol as p
from zeitnot_engines.bots.levels import LEVELS
from zeitnot_engines.bots.scheduler import Job, Scheduler
from zeitnot_engines.bots.slots import Slots
from zeitnot_engines.timing import budget

from .evening import BOT, evening
from .fake_engine import FakeEngine
from .fake_room import ANN, RICH, FakeRoom


async def test_a_move_in_a_free_turn_stays_within_the_free_time() -> None:
    hours = p.Control(kind="sudden_death", base_ms=50 * 3_600_000)
    room = FakeRoom(seats=(None, BOT), control=hours, setup=p.Setup())
    async with evening(room, ponders=False) as night:
        await night.starts()
        await night.moves()
        assert night.engine.searches[0]["ms"] < 30_000
        await night.moves()
        assert night.engine.searches[1]["ms"] > 30_000


async def test_a_move_has_a_soft_and_a_hard_limit_where_time_accumulates() -> None:
    each_move = p.Control(kind="per_move", time_ms=20_000)
    for control, soft in ((RICH, True), (each_move, False)):
        async with evening(FakeRoom(seats=(None, BOT), control=control), ponders=False) as night:
            await night.starts()
            await night.moves()
            think = night.engine.searches[0]
        assert (think["soft_ms"] is not None) is soft
        assert not soft or think["soft_ms"] < think["ms"]


async def test_a_level_limits_the_search() -> None:
    room = FakeRoom(seats=(None, BOT), level=4)
    async with evening(room) as night:
        await night.starts()
        await night.moves()
        ponder, think = night.engine.searches[:2]
    four = LEVELS[4]
    assert (think["depth"], think["nodes"]) == (four.depth, four.nodes)
    assert think["ms"] <= four.most_ms  # type: ignore[operator]
    assert (ponder["depth"], ponder["nodes"]) == (four.ponder_depth, four.ponder_nodes)


async def test_two_games_of_one_opponent_share_its_time() -> None:
    """On one core: the bot's other game with Ann wants to think, too, and has more time."""
    control = p.Control(kind="per_move", time_ms=20_000)
    slots, engine = Slots(Scheduler(1, 4)), FakeEngine()
    room = FakeRoom(seats=(None, BOT), control=control)

    async def hold(name: str, until: asyncio.Event) -> None:
        async with slots.hold(Job(name, "think", None, ANN.account, 60_000), lambda: None):
            await until.wait()

    async with evening(room, engine, slots=slots, ponders=False) as night:
        await night.starts()
        ends = asyncio.Event()
        others = [asyncio.create_task(hold(name, ends)) for name in ("runs", "waits")]
        await night.sees(lambda: night.ann.session.state.legal)
        night.ann.session.move("a1")
        await night.sees(lambda: any(job.name == room.room.id for job in slots._started))
        assert engine.searches == []
        ends.set()
        await night.sees(night.of_bot)
        await asyncio.gather(*others)
    alone = budget(20_000, control, 1).soft_ms
    (search,) = engine.searches
    assert search["soft_ms"] is None
    assert 0.4 * alone < search["ms"] <= 0.5 * alone


async def test_a_game_counts_for_the_source_that_the_server_names() -> None:
    jobs, slots, room = list[Job](), Slots(Scheduler(1, 4)), FakeRoom(seats=(None, BOT))
    room.source, hold = "5eed5eed", slots.hold

    def noting(job: Job, stop: Callable[[], None]) -> AbstractAsyncContextManager[int]:
        jobs.append(job)
        return hold(job, stop)

    slots.hold = noting  # type: ignore[method-assign]
    async with evening(room, slots=slots) as night:
        await night.starts()
        await night.moves()
    assert {job.kind for job in jobs} == {"think", "ponder"}
    assert {job.source for job in jobs} == {"5eed5eed"}


async def test_with_one_core_a_search_interrupts_pondering_in_another_room() -> None:
    slots = Slots(Scheduler(1, 4))
    async with evening(slots=slots) as here:
        await here.starts()
        await here.sees(lambda: len(here.engine.searches) == 1)
        there = evening(FakeRoom(game="other", seats=(BOT, None)), slots=slots, ponders=False)
        async with there as other:
            await other.starts(seat=1)
            await other.sees(other.of_bot)
            await here.sees(lambda: len(here.engine.searches) == 2)
        await here.moves()
        report = here.of_bot()[0].engine
    assert report
    assert report.ponder
    assert report.ponder.nodes == 600
