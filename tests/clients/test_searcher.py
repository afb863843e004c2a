"""A search in a thread: limits, stopping, cancelling."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from zeitnot_engines.games import load
from zeitnot_engines.player import PONDER_MS
from zeitnot_engines.searcher import Searcher

from .fake_engine import FakeEngine

START = load("tictactoe", {}).start()
LONG_MS = PONDER_MS


@pytest.fixture
async def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
async def searcher(engine: FakeEngine) -> AsyncIterator[Searcher]:
    with ThreadPoolExecutor(1) as threads:
        yield Searcher(engine, threads)


def ignore(_: Any) -> None:
    """Hears nothing."""


async def test_the_answer_and_the_way_to_it(searcher: Searcher) -> None:
    heard: list[int] = []
    final = await searcher.search(START, lambda report: heard.append(report.depth), ms=10)
    assert final.best == START.legal()[0]
    assert searcher.final is final
    assert [r.depth for r in searcher.reports] == heard == [1, 2, 3]
    assert not searcher.stopped


async def test_both_limits_reach_the_engine(searcher: Searcher, engine: FakeEngine) -> None:
    await searcher.search(START, ignore, ms=10, soft_ms=5)
    assert (engine.searches[0]["ms"], engine.searches[0]["soft_ms"]) == (10, 5)


async def test_stop_gives_what_was_found(searcher: Searcher) -> None:
    first = asyncio.Event()
    search = asyncio.create_task(searcher.search(START, lambda _: first.set(), ms=LONG_MS))
    await first.wait()
    searcher.stop()
    assert (await search).depth == 3
    assert searcher.stopped


async def test_a_stop_before_the_engine_has_begun_is_not_lost(
    searcher: Searcher, engine: FakeEngine
) -> None:
    search = asyncio.create_task(searcher.search(START, ignore, ms=LONG_MS))
    await asyncio.sleep(0)
    searcher.stop()
    engine.stop()
    await search
    assert searcher.stopped


async def test_cancelling_waits_for_the_engine_and_keeps_the_result(searcher: Searcher) -> None:
    first = asyncio.Event()
    search = asyncio.create_task(searcher.search(START, lambda _: first.set(), ms=LONG_MS))
    await first.wait()
    search.cancel()
    await asyncio.wait({search})
    assert search.cancelled()
    assert searcher.final
    assert searcher.final.nodes == 300
    assert (await searcher.search(START, ignore, ms=10)).best  # the engine is free again


async def test_cancelled_twice_it_still_waits_for_the_engine(
    searcher: Searcher, engine: FakeEngine
) -> None:
    """The second cancellation comes while an engine that hears nothing is told to stop."""
    first, deaf = asyncio.Event(), engine.stop
    engine.stop = lambda: None  # type: ignore[method-assign]
    search = asyncio.create_task(searcher.search(START, lambda _: first.set(), ms=LONG_MS))
    await first.wait()
    searcher.stop()
    for _ in range(3):
        await asyncio.sleep(0)
        search.cancel()
    await asyncio.sleep(0)
    assert not search.done()
    engine.stop = deaf  # type: ignore[method-assign]
    await asyncio.wait({search})
    assert search.cancelled()
    assert (await searcher.search(START, ignore, ms=10)).best  # the engine is free again


async def test_an_engine_that_fails_is_raised(searcher: Searcher, engine: FakeEngine) -> None:
    engine.fails = ValueError("no")
    with pytest.raises(ValueError, match="no"):
        await searcher.search(START, ignore, ms=10)
    assert searcher.final is None
