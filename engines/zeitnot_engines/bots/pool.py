"""A pool of few engines for many games: each has a transposition table, which takes the memory.

A game's engine is made when the game first searches, and stays with it from search to search, so
that pondering pays, until another game needs one: then the engine whose last search is longest ago
is dropped, and its game starts with an empty table when it searches next. An engine in use is never
dropped; the scheduler lets at most as many games search as there may be engines.
"""

import threading
import weakref
from collections.abc import Callable
from typing import Any

from ..interfaces import EngineLike, GameLike, ReportLike


class Pool:
    """At most `max_engines` engines at a time, made by `make`; may be used from any thread."""

    def __init__(self, make: Callable[[GameLike], EngineLike], max_engines: int) -> None:
        self._make = make
        self._max_engines = max_engines
        self._lock = threading.Lock()
        # In the order of their last searches; weak, so that an ended game frees its engine.
        self._holders: list[weakref.ref[PooledEngine]] = []

    def engine(self, game: GameLike) -> "PooledEngine":
        """The engine of one game, which has no table yet."""
        return PooledEngine(self, game)

    @property
    def count(self) -> int:
        """How many engines there are."""
        with self._lock:
            return sum(holder() is not None for holder in self._holders)

    def take(self, taker: "PooledEngine") -> EngineLike:
        """The taker's engine, made if it has none. Raises what `make` raises."""
        with self._lock:
            living = [holder for ref in self._holders if (holder := ref()) is not None]
            others = [holder for holder in living if holder is not taker]
            if taker.engine is None:
                self._make_room(others)
                taker.engine = self._make(taker.game)
            taker.is_searching = True
            self._holders = [weakref.ref(holder) for holder in (*others, taker) if holder.engine]
            return taker.engine

    def _make_room(self, holders: list["PooledEngine"]) -> None:
        idle = [holder for holder in holders if not holder.is_searching]
        for holder in idle[: max(0, len(holders) + 1 - self._max_engines)]:
            holder.engine = None

    def give_back(self, taker: "PooledEngine", *, failed: bool) -> None:
        """The search has ended. `failed`: its engine is dropped; a program may have exited."""
        with self._lock:
            taker.is_searching = False
            if failed:
                taker.engine = None
                self._holders = [ref for ref in self._holders if ref() not in (taker, None)]


class PooledEngine:
    """One game's engine, of a pool: an EngineLike."""

    def __init__(self, pool: Pool, game: GameLike) -> None:
        self.game = game
        self.engine: EngineLike | None = None
        self.is_searching = False
        self._pool = pool

    def search(self, history: Any, **limits: Any) -> ReportLike:
        """As the engine's `search`. Raises what that raises, or what making the engine raises."""
        engine, failed = self._pool.take(self), True
        try:
            report = engine.search(history, **limits)
            failed = False
        finally:
            self._pool.give_back(self, failed=failed)
        return report
