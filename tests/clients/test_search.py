"""`Search`, which runs an engine in a thread: results, reports, stopping and cancelling."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

import pytest

from zeitnot_engines.bots.player import PONDER_MS
from zeitnot_engines.bots.pondering import profile_of
from zeitnot_engines.engine import Engine as Native
from zeitnot_engines.engine import Search, StopToken, in_loop, search
from zeitnot_engines.games import load
from zeitnot_engines.interfaces import ReportLike

from .fake_engine import FakeEngine, FakeReport

START = load("tictactoe", {}).start()
LONG_MS = PONDER_MS


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


class EndlessSearch:
    """An endless search, and the reports that the event loop receives."""

    def __init__(self, engine: FakeEngine, **options: Any) -> None:
        self.depths: list[int] = []
        self.first = asyncio.Event()
        self.search: Search[ReportLike] = Search(
            engine, START, ms=LONG_MS, on_report=in_loop(self._on_report), **options
        )
        self.answer = asyncio.create_task(self.search.answer())

    def _on_report(self, report: ReportLike) -> None:
        self.depths.append(report.depth)
        self.first.set()


async def test_search_returns_the_result_and_the_reports(
    engine: FakeEngine, threads: Executor
) -> None:
    received: list[int] = []
    on_report = in_loop(lambda report: received.append(report.depth))
    search = Search(engine, START, executor=threads, on_report=on_report, ms=10)
    final = await search.answer()
    assert final.best == START.legal()[0]
    assert search.final is final is search.result()
    assert [r.depth for r in search.reports] == received == [1, 2, 3]
    assert search.latest is search.reports[-1]
    assert not search.stopped


class ChattyEngine:
    """An engine that reports depths 1, 2, 1 and 3 many times each, like a long tree search."""

    REPEATS = 500

    def search(self, history: Any, *, on_report: Any, **limits: Any) -> FakeReport:
        nodes = 0
        for depth in (1, 2, 1, 3):
            for _ in range(self.REPEATS):
                nodes += 1
                on_report(FakeReport(depth=depth, nodes=nodes))
        return FakeReport(depth=3, nodes=nodes)


def test_search_keeps_the_first_report_of_each_depth() -> None:
    seen_nodes: list[int] = []
    running: Search[FakeReport] = Search(
        ChattyEngine(), START, on_report=lambda report: seen_nodes.append(report.nodes)
    )
    running.result()
    end = 4 * ChattyEngine.REPEATS
    assert len(seen_nodes) == end
    assert running.latest is not None
    assert running.latest.nodes == end
    assert [(r.depth, r.nodes) for r in running.reports] == [(1, 1), (2, 501), (3, 1501)]
    assert profile_of(running.reports) == ((1, 1), (2, 501), (3, 1501))


def test_search_works_without_an_event_loop(engine: FakeEngine) -> None:
    running = Search(engine, START, ms=10, soft_ms=5)
    assert running.wait(60)
    assert running.result() is running.final
    assert search(engine, START, ms=20).depth == 3
    assert [(limits["ms"], limits["soft_ms"]) for limits in engine.searches] == [
        (10, 5),
        (20, None),
    ]


async def test_stopped_search_returns_its_best_so_far(
    engine: FakeEngine, threads: Executor
) -> None:
    endless = EndlessSearch(engine, executor=threads)
    await endless.first.wait()
    assert (endless.search.final, endless.search.wait(0)) == (None, False)
    endless.search.stop()
    assert (await endless.answer).depth == 3
    assert endless.search.stopped


async def test_stop_before_the_engine_starts_is_not_lost(
    engine: FakeEngine, threads: Executor
) -> None:
    """The only thread of the pool is busy when the search is stopped."""
    busy = threading.Event()
    threads.submit(busy.wait)
    endless = EndlessSearch(engine, executor=threads)
    endless.search.stop()
    assert engine.searches == []
    busy.set()
    assert (await endless.answer).depth == 3


def test_stopped_token_stops_the_search(engine: FakeEngine) -> None:
    token = StopToken()
    token.stop()
    for _ in range(2):
        assert Search(engine, START, stop=token, ms=LONG_MS).result().depth == 3
    native = Search(Native(load("othello")), load("othello").start(), stop=token)
    assert native.result().nodes <= 512


async def test_late_stop_does_not_stop_the_next_search(
    engine: FakeEngine,
) -> None:
    """The next search on the same engine has a new token."""
    ended = Search(engine, START, ms=10)
    await ended.answer()
    endless = EndlessSearch(engine)
    await endless.first.wait()
    ended.stop()
    assert not endless.search.stopped
    endless.search.stop()
    await endless.answer


async def test_cancelling_waits_for_the_engine_and_keeps_the_result(
    engine: FakeEngine, threads: Executor
) -> None:
    endless = EndlessSearch(engine, executor=threads)
    await endless.first.wait()
    endless.answer.cancel()
    await asyncio.wait({endless.answer})
    assert endless.answer.cancelled()
    assert endless.search.final
    assert endless.search.final.nodes == 300
    assert Search(engine, START, ms=10).result().best  # the engine is free again


async def test_second_cancellation_still_waits_for_the_engine(
    engine: FakeEngine, threads: Executor
) -> None:
    """It comes while the engine is being stopped and does not react yet."""
    engine.ignores_stop = True
    endless = EndlessSearch(engine, executor=threads)
    await endless.first.wait()
    for _ in range(3):
        endless.answer.cancel()
        await asyncio.sleep(0)
    assert not endless.answer.done()
    engine.ignores_stop = False
    await asyncio.wait({endless.answer})
    assert endless.answer.cancelled()
    assert Search(engine, START, ms=10).result().best  # the engine is free again


async def test_engine_error_is_raised(engine: FakeEngine, threads: Executor) -> None:
    engine.error = ValueError("no")
    for options in ({}, {"executor": threads}):
        failed: Search[ReportLike] = Search(engine, START, ms=10, **options)
        with pytest.raises(ValueError, match="no"):
            await failed.answer()
        with pytest.raises(ValueError, match="no"):
            failed.result()
        assert failed.final is None
