"""A pool of few engines for many games, because each engine has a large transposition table.

A game's engine is made for its first search, and is kept between searches, so that pondering helps.
When another game needs an engine and the pool is full, the least recently used engine is dropped,
and its game starts its next search with an empty table. Engines in use are never dropped, because
the scheduler does not let more games search than there may be engines.
"""

import threading
import weakref
from collections.abc import Callable
from typing import Any

from ..interfaces import EngineLike, GameLike, ReportLike


class Pool:
    """At most `max_engines` engines at a time, made by `make`. Thread-safe."""

    def __init__(self, make: Callable[[GameLike], EngineLike], max_engines: int) -> None:
        self._make = make
        self._max_engines = max_engines
        self._lock = threading.Lock()
        # In the order of their last searches; weak, so that a finished game frees its engine.
        self._holders: list[weakref.ref[PooledEngine]] = []

    def engine(self, game: GameLike) -> "PooledEngine":
        """An engine for one game; its table is allocated at the first search."""
        return PooledEngine(self, game)

    @property
    def count(self) -> int:
        """How many engines there are."""
        with self._lock:
            return sum(holder() is not None for holder in self._holders)

    def acquire(self, requester: "PooledEngine") -> EngineLike:
        """The requester's engine, which is made if necessary. Raises what `make` raises."""
        with self._lock:
            living = [holder for ref in self._holders if (holder := ref()) is not None]
            others = [holder for holder in living if holder is not requester]
            if requester.engine is None:
                self._drop_idle_engines(others)
                requester.engine = self._make(requester.game)
            requester.is_searching = True
            self._holders = [
                weakref.ref(holder) for holder in (*others, requester) if holder.engine
            ]
            return requester.engine

    def _drop_idle_engines(self, holders: list["PooledEngine"]) -> None:
        """Drops those used least recently, so that there may be one more."""
        idle = [holder for holder in holders if not holder.is_searching]
        for holder in idle[: max(0, len(holders) + 1 - self._max_engines)]:
            holder.engine = None

    def release(self, requester: "PooledEngine", *, failed: bool) -> None:
        """Call it when a search has ended. `failed`: the engine is dropped, because its program may
        have exited."""
        with self._lock:
            requester.is_searching = False
            if failed:
                requester.engine = None
                self._holders = [ref for ref in self._holders if ref() not in (requester, None)]


class PooledEngine:
    """An engine of a pool, for one game: an EngineLike."""

    def __init__(self, pool: Pool, game: GameLike) -> None:
        self.game = game
        self.engine: EngineLike | None = None
        self.is_searching = False
        self._pool = pool

    def search(self, history: Any, **limits: Any) -> ReportLike:
        """Searches with the pooled engine. Raises what its `search` or its construction raises."""
        engine, failed = self._pool.acquire(self), True
        try:
            report = engine.search(history, **limits)
            failed = False
        finally:
            self._pool.release(self, failed=failed)
        return report
