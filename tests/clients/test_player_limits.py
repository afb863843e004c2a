"""The house bot's search time is limited by its clock, its level, and its other games."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import pytest

import zeitnot_protocol as p
from zeitnot_engines.bots.scheduler import Job, Scheduler
from zeitnot_engines.bots.search_queue import SearchQueue
from zeitnot_engines.levels import LEVELS
from zeitnot_engines.timing import budget

from .bot_rig import BOT, bot_rig
from .fake_engine import FakeEngine
from .fake_room import ANN, LONG_CONTROL, FakeRoom


async def test_search_in_a_free_turn_stays_within_the_free_time() -> None:
    hours = p.Control(kind="sudden_death", base_ms=50 * 3_600_000)
    room = FakeRoom(seats=(None, BOT), control=hours, setup=p.Setup())
    async with bot_rig(room, ponders=False) as rig:
        await rig.start_game()
        await rig.move()
        assert rig.engine.searches[0]["ms"] < 30_000
        await rig.move()
        assert rig.engine.searches[1]["ms"] > 30_000


async def test_search_has_a_soft_limit_only_if_saved_time_is_kept() -> None:
    each_move = p.Control(kind="per_move", time_ms=20_000)
    for control, soft in ((LONG_CONTROL, True), (each_move, False)):
        async with bot_rig(FakeRoom(seats=(None, BOT), control=control), ponders=False) as rig:
            await rig.start_game()
            await rig.move()
            think = rig.engine.searches[0]
        assert (think["soft_ms"] is not None) is soft
        assert not soft or think["soft_ms"] < think["ms"]


async def test_level_limits_the_search() -> None:
    room = FakeRoom("othello", seats=(None, BOT), level=4)
    async with bot_rig(room) as rig:
        await rig.start_game()
        await rig.move()
        ponder, think = rig.engine.searches[:2]
    level = LEVELS[4]
    assert (think["depth"], think["nodes"]) == (level.depth, level.nodes)
    assert think["ms"] <= level.max_ms  # type: ignore[operator]
    assert (ponder["depth"], ponder["nodes"]) == (level.ponder_depth, level.ponder_nodes)


async def test_games_of_one_opponent_share_its_time(caplog: pytest.LogCaptureFixture) -> None:
    """On one core, two other searches against Ann run or wait, so this one gets half of its time.
    The log has its waiting time."""
    control = p.Control(kind="per_move", time_ms=20_000)
    caplog.set_level(logging.INFO)
    now_ms = 0
    search_queue, engine = SearchQueue(Scheduler(1, 4), lambda: now_ms), FakeEngine()
    room = FakeRoom(seats=(None, BOT), control=control)

    async def hold(name: str, until: asyncio.Event) -> None:
        async with search_queue.acquire(
            Job(name, "think", None, ANN.account, 60_000), lambda: None
        ):
            await until.wait()

    async with bot_rig(room, engine, search_queue=search_queue, ponders=False) as rig:
        await rig.start_game()
        ends = asyncio.Event()
        others = [asyncio.create_task(hold(name, ends)) for name in ("runs", "waits")]
        await rig.wait_until(lambda: rig.ann.session.state.legal)
        rig.ann.session.move("a1")
        await rig.wait_until(
            lambda: any(job.name == f"{room.room.id}/1" for job in search_queue._started)
        )
        assert engine.searches == []
        now_ms = 1_500
        ends.set()
        await rig.wait_until(rig.moves_of_bot)
        await asyncio.gather(*others)
    unshared_ms = budget(20_000, control, 1).soft_ms
    (search,) = engine.searches
    assert search["soft_ms"] is None
    assert 0.4 * unshared_ms < search["ms"] <= 0.5 * unshared_ms
    assert "game game0, ply 1: waited 1.5 s for a core" in caplog.messages


async def test_searches_count_for_the_source_from_the_server() -> None:
    jobs, search_queue, room = (
        list[Job](),
        SearchQueue(Scheduler(1, 4)),
        FakeRoom(seats=(None, BOT)),
    )
    room.source, acquire = "5eed5eed", search_queue.acquire

    def record_job(job: Job, *callbacks: Callable[..., None]) -> AbstractAsyncContextManager[int]:
        jobs.append(job)
        return acquire(job, *callbacks)

    search_queue.acquire = record_job  # type: ignore[method-assign]
    async with bot_rig(room, search_queue=search_queue) as rig:
        await rig.start_game()
        await rig.move()
    assert {job.kind for job in jobs} == {"think", "ponder"}
    assert {job.source for job in jobs} == {"5eed5eed"}


async def test_search_on_one_core_interrupts_pondering_elsewhere() -> None:
    search_queue = SearchQueue(Scheduler(1, 4))
    async with bot_rig(search_queue=search_queue) as local:
        await local.start_game()
        await local.wait_until(lambda: len(local.engine.searches) == 1)
        other_game = bot_rig(
            FakeRoom(game="other", seats=(BOT, None)), search_queue=search_queue, ponders=False
        )
        async with other_game as other:
            await other.start_game(seat=1)
            await other.wait_until(other.moves_of_bot)
            await local.wait_until(lambda: len(local.engine.searches) == 2)
        await local.move()
        report = local.moves_of_bot()[0].engine
    assert report
    assert report.ponder
    assert report.ponder.nodes == 600
