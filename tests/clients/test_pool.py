"""The engine pool: which games have an engine and which lose theirs, never during a search."""

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from zeitnot_engines.bots.pool import Pool, PooledEngine
from zeitnot_engines.games import load

from .fake_engine import FakeEngine

GAME = load("tictactoe", {})
START = GAME.start()


class EngineFactory:
    """Makes engines and records them."""

    def __init__(self) -> None:
        self.engines: list[FakeEngine] = []
        self.error: Exception | None = None

    def __call__(self, game: Any) -> FakeEngine:
        if self.error:
            raise self.error
        self.engines.append(FakeEngine())
        return self.engines[-1]


def search_with(*engines: PooledEngine) -> None:
    for engine in engines:
        engine.search(START, ms=1)


def test_game_keeps_its_engine_between_searches() -> None:
    factory = EngineFactory()
    engine = Pool(factory, 2).engine(GAME)
    assert factory.engines == []
    search_with(engine, engine, engine)
    assert len(factory.engines) == 1
    assert len(factory.engines[0].searches) == 3


def test_least_recently_used_engine_is_dropped() -> None:
    factory = EngineFactory()
    pool = Pool(factory, 2)
    a, b, c = (pool.engine(GAME) for _ in range(3))
    search_with(a, b, a, c)
    assert [pooled.engine is not None for pooled in (a, b, c)] == [True, False, True]
    assert pool.count == 2
    search_with(b)  # on an empty table
    assert [pooled.engine is not None for pooled in (a, b, c)] == [False, True, True]
    assert len(factory.engines) == 4


def test_many_games_stay_within_the_number_of_tables() -> None:
    factory = EngineFactory()
    pool = Pool(factory, 7)
    games = [pool.engine(GAME) for _ in range(60)]
    for _ in range(3):
        search_with(*games)
        assert pool.count == 7


def test_searching_game_keeps_its_engine() -> None:
    factory, started, may_end = EngineFactory(), threading.Event(), threading.Event()
    pool = Pool(factory, 2)
    searching, other, third = (pool.engine(GAME) for _ in range(3))

    def hold(report: Any) -> None:
        started.set()
        assert may_end.wait(60)

    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(searching.search, START, depth=1, on_report=hold)
        assert started.wait(60)
        search_with(other, third, other)
        assert searching.engine is factory.engines[0]
        assert pool.count == 2
        may_end.set()
        assert running.result(60).best == START.legal()[0]


def test_deleted_game_frees_its_engine() -> None:
    factory = EngineFactory()
    pool = Pool(factory, 2)
    a, b, c = (pool.engine(GAME) for _ in range(3))
    search_with(a, b)
    del a
    gc.collect()
    assert pool.count == 1
    search_with(c)
    assert b.engine is not None


@pytest.mark.parametrize("error", [MemoryError(), ValueError("no")])
def test_failed_engine_is_replaced(error: Exception) -> None:
    factory = EngineFactory()
    pool = Pool(factory, 2)
    engine = pool.engine(GAME)
    search_with(engine)
    factory.engines[0].error = error
    with pytest.raises(type(error)):
        search_with(engine)
    assert (engine.engine, pool.count) == (None, 0)
    search_with(engine)
    assert len(factory.engines) == 2


def test_failed_creation_of_an_engine_is_retried() -> None:
    factory = EngineFactory()
    pool = Pool(factory, 1)
    engine = pool.engine(GAME)
    factory.error = MemoryError()
    with pytest.raises(MemoryError):
        search_with(engine)
    factory.error = None
    search_with(engine)
    assert pool.count == 1
