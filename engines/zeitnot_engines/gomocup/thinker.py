"""Runs our engine for a `Brain`: one search at a time, in a thread."""

import logging
import random
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ..engine import Engine, StopToken
from ..games import Game
from ..levels import Level, level
from ..playing_options import PlayingOptions
from .brain import Think
from .info import Info

BASE_MB = 64  # memory in addition to the table
MIN_HASH_MB = 1
logger = logging.getLogger("zeitnot.gomocup")


class Thinker:
    """Runs the searches. `answer` is called with the number of a `begin` and a move, in the search
    thread."""

    def __init__(self, options: PlayingOptions, answer: Callable[[int, str], object]) -> None:
        self._options, self._answer = options, answer
        self._engine: Engine | None = None
        self._made_for: tuple[Game, int] | None = None  # the game, and the table's size in MB
        self._stop = StopToken()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="search")
        self._running: Future[None] | None = None  # the latest search
        self._rng = random.Random()

    def prepare(self, game: Game, info: Info) -> None:
        """Makes the engine for a game, unless it exists already."""
        hash_mb = hash_for(self._options.hash_mb, info.memory_bytes)
        if self._made_for == (game, hash_mb):
            return
        self.stop()
        self._engine = self._made_for = None  # frees its memory first
        try:
            self._engine = Engine(game, hash_mb=hash_mb, threads=self._options.threads)
        except MemoryError:
            logger.warning("not enough memory for a table of %d MB", hash_mb)
            self._engine = Engine(game, hash_mb=MIN_HASH_MB, threads=self._options.threads)
        self._made_for = (game, hash_mb)

    def begin(self, number: int, request: Think, requested_at: float) -> None:
        """Starts a search for a request that came at `requested_at` of the monotonic clock."""
        self.stop()
        self.prepare(request.state.game, request.info)
        self._stop = StopToken()
        self._running = self._threads.submit(self._think, number, request, requested_at, self._stop)

    def stop(self) -> None:
        """Stops the search and waits for its end. It may still call `answer` before that."""
        self._stop.stop()
        if self._running is not None:
            self._running.result()
            self._running = None

    def _think(self, number: int, request: Think, requested_at: float, stop: StopToken) -> None:
        try:
            move = self._choose(request, requested_at, stop)
        except Exception:  # a bug of ours must not leave the manager waiting
            logger.exception("the search has failed in %s", request.state.text)
            move = request.state.legal()[0]
        self._answer(number, move)

    def _choose(self, request: Think, requested_at: float, stop: StopToken) -> str:
        state = request.state
        legal, strength = state.legal(), level(self._options.level, state.game.name)
        if len(legal) == 1:
            return legal[0]
        if self._rng.random() < strength.blunder_rate:
            return self._rng.choice(legal)
        assert self._engine is not None
        elapsed_ms = 1000 * (time.monotonic() - requested_at)
        limits = search_limits(self._options, strength, request.info, request.ply, elapsed_ms)
        return self._engine.search(state, stop=stop, **limits).best or legal[0]


def hash_for(requested_mb: int, memory_bytes: int | None) -> int:
    """The size of the table if the process may use `memory_bytes`."""
    if memory_bytes is None:
        return requested_mb
    return max(MIN_HASH_MB, min(requested_mb, memory_bytes // 2**20 - BASE_MB))


def search_limits(
    options: PlayingOptions, strength: Level, info: Info, ply: int, elapsed_ms: float
) -> dict[str, Any]:
    """The arguments of a search, from the manager's times, the options and the level."""
    nodes, max_ms = options.playouts or strength.nodes, options.ms or strength.max_ms
    limits = {"depth": strength.depth, "nodes": nodes}
    if options.playouts and not info.timed and max_ms is None:
        return limits
    return limits | info.limits(ply, max_ms, elapsed_ms)
