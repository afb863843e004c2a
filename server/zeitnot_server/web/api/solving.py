"""Solves positions of finished games for viewers: one at a time, in a separate thread with the
lowest priority, and for at most half of the time. Accounts and addresses take turns.
"""

import asyncio
import contextlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from zeitnot_engines.exact_games import ExactFinder, exact_finder
from zeitnot_engines.exact_values import MoveValue, retry_s
from zeitnot_engines.games import Game, History

from ...limits.fair_queue import FairQueue
from ...limits.quota_subject import QuotaSubject
from ...limits.table import STANDARD

SECONDS = STANDARD.solving_seconds
"""The time for one position while few requests wait."""
MIN_SECONDS = 0.05
WAIT_SECONDS = 45.0
"""Roughly the longest wait. The more requests an address has, the less time each gets. An HTTP
response may take 60 s."""
MAX_WAITING = STANDARD.solving_waits
READS_A_SECOND = 20
"""How many reads are charged for a second of solving."""
NICENESS = 19
CACHED = STANDARD.values_kept
"""The number of positions whose values are cached."""
CACHED_SECONDS = 600.0
"""How long exact values are cached. Other results are cached for `retry_s`, and then computed
again, to find the missing values or a more precise equilibrium."""

Position = tuple[str, int, str]
"""A game, its settings, and the text of a position."""
Values = list[MoveValue]


class QueueFull(Exception):
    """The request was refused at once, or dropped in favour of a sender with fewer requests."""


@dataclass(slots=True)
class _Request:
    """A request for a position's values. Requests for the same position are equal."""

    position: Position
    state: History = field(compare=False)
    sender: QuotaSubject = field(compare=False)
    since_s: float = field(compare=False)
    answer: asyncio.Future[Values] = field(compare=False)

    @property
    def address(self) -> str:
        """The sender's address; empty: this machine."""
        return self.sender.origin or ""


class Solving:
    """The values found so far, and the queue of requests. `finder_of`: makes the finder of a game;
    `now_s`: monotonic seconds."""

    def __init__(
        self,
        seconds: float = SECONDS,
        finder_of: Callable[[Game], ExactFinder] = exact_finder,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._now_s = now_s
        self._finder_of = finder_of
        self._queue: FairQueue[_Request] = FairQueue(MAX_WAITING)
        self._worker: asyncio.Task[None] | None = None
        self._by_game: dict[tuple[str, int], ExactFinder] = {}
        self._cached: OrderedDict[Position, tuple[float, Values]] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "solving", initializer=_lower_priority)

    async def values(
        self, state: History, sender: QuotaSubject, account: str | None = None
    ) -> list[MoveValue]:
        """The values of all moves in this position of a game with exact values, as far as they are
        found in time. `sender` is charged by the time. Raises QueueFull."""
        game, loop = (state.game.name, state.game.settings_key), asyncio.get_running_loop()
        position = (*game, state.text)
        if (known := self._known(position, state)) is not None:
            return known
        request = _Request(position, state, sender, loop.time(), loop.create_future())
        dropped = self._queue.put(
            request, request.address, account or f"anonymous at {request.address}"
        )
        if dropped is not None and not dropped.answer.done():
            dropped.answer.set_exception(QueueFull())
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return await request.answer

    def _known(self, position: Position, state: History) -> Values | None:
        until_s, values = self._cached.get(position, (0.0, None))
        if values is not None and self._now_s() < until_s:
            self._cached.move_to_end(position)
            return values
        finder = self._by_game.get(position[:2])
        return None if finder is None else finder.known(state)

    async def _work(self) -> None:
        """Solves until the queue is empty."""
        loop = asyncio.get_running_loop()
        while self._queue:
            request = self._queue.take()
            if request.answer.done():
                continue  # it has been cancelled
            share = self._queue.share_of(request.address)
            left_s = WAIT_SECONDS - (loop.time() - request.since_s)
            seconds = min(self._seconds, max(MIN_SECONDS, left_s * share / 2))
            began_s = time.monotonic()
            try:
                found = await loop.run_in_executor(self._thread, self._find, request, seconds)
            except Exception as failed:
                self._answer(request, failed)
            else:
                self._cache(request.position, found, seconds)
                self._answer(request, found)
            took_s = time.monotonic() - began_s
            request.sender.charge_reads(round(READS_A_SECOND * took_s))
            await asyncio.sleep(took_s)

    def _find(self, request: _Request, seconds: float) -> Values:
        """Runs on the thread, because making the finder may take a while, too."""
        game = request.position[:2]
        if (finder := self._by_game.get(game)) is None:
            finder = self._by_game[game] = self._finder_of(request.state.game)
        known = finder.known(request.state)
        return finder.find(request.state, seconds) if known is None else known

    def _answer(self, request: _Request, found: Values | Exception) -> None:
        """Answers all requests for this position."""
        for each in (request, *self._queue.take_same(request)):
            if each.answer.done():
                continue
            if isinstance(found, Exception):
                each.answer.set_exception(found)
            else:
                each.answer.set_result(found)

    def _cache(self, position: Position, values: Values, seconds: float) -> None:
        is_complete = all(one.value is not None for one in values)
        lasts_s = CACHED_SECONDS if is_complete else retry_s(seconds)
        self._cached[position] = self._now_s() + lasts_s, values
        self._cached.move_to_end(position)
        if len(self._cached) > CACHED:
            self._cached.popitem(last=False)


def _lower_priority() -> None:
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
