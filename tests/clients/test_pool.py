"""The pool of engines: which games have one, and which lose it, never during a search."""

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


class Made:
    """Makes engines and remembers them."""

    def __init__(self) -> None:
        self.engines: list[FakeEngine] = []
        self.fails: Exception | None = None

    def __call__(self, game: Any) -> FakeEngine:
        if self.fails:
            raise self.fails
        self.engines.append(FakeEngine())
        return self.engines[-1]


def searched(*engines: PooledEngine) -> None:
    for engine in engines:
        engine.search(START, ms=1)


def test_a_game_keeps_its_engine_from_search_to_search() -> None:
    created = Made()
    engine = Pool(created, 2).engine(GAME)
    assert created.engines == []
    searched(engine, engine, engine)
    assert len(created.engines) == 1
    assert len(created.engines[0].searches) == 3


def test_the_longest_unused_engine_gives_up_its_table() -> None:
    created = Made()
    pool = Pool(created, 2)
    a, b, c = (pool.engine(GAME) for _ in range(3))
    searched(a, b, a, c)
    assert [one.engine is not None for one in (a, b, c)] == [True, False, True]
    assert pool.count == 2
    searched(b)  # on an empty table
    assert [one.engine is not None for one in (a, b, c)] == [False, True, True]
    assert len(created.engines) == 4


def test_sixty_games_stay_within_the_number_of_tables() -> None:
    created = Made()
    pool = Pool(created, 7)
    games = [pool.engine(GAME) for _ in range(60)]
    for _ in range(3):
        searched(*games)
        assert pool.count == 7


def test_a_searching_game_keeps_its_engine() -> None:
    created, started, ends = Made(), threading.Event(), threading.Event()
    pool = Pool(created, 2)
    long, other, third = (pool.engine(GAME) for _ in range(3))

    def hold(report: Any) -> None:
        started.set()
        assert ends.wait(60)

    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(long.search, START, depth=1, on_report=hold)
        assert started.wait(60)
        searched(other, third, other)
        assert long.engine is created.engines[0]
        assert pool.count == 2
        ends.set()
        assert running.result(60).best == START.legal()[0]


def test_a_finished_game_frees_its_engine() -> None:
    created = Made()
    pool = Pool(created, 2)
    a, b, c = (pool.engine(GAME) for _ in range(3))
    searched(a, b)
    del a
    gc.collect()
    assert pool.count == 1
    searched(c)
    assert b.engine is not None


@pytest.mark.parametrize("error", [MemoryError(), ValueError("no")])
def test_a_failed_engine_is_not_used_again(error: Exception) -> None:
    created = Made()
    pool = Pool(created, 2)
    engine = pool.engine(GAME)
    searched(engine)
    created.engines[0].fails = error
    with pytest.raises(type(error)):
        searched(engine)
    assert (engine.engine, pool.count) == (None, 0)
    searched(engine)
    assert len(created.engines) == 2


def test_making_an_engine_is_retried_later() -> None:
    created = Made()
    pool = Pool(created, 1)
    engine = pool.engine(GAME)
    created.fails = MemoryError()
    with pytest.raises(MemoryError):
        searched(engine)
    created.fails = None
    searched(engine)
    assert pool.count == 1
