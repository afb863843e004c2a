"""Answers that are computed at most once in a while, however many clients ask."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from ...store import SingleFlight
from ..http.problems import ProblemError

COMPUTED_AT_ONCE = 2

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class TimedCache(Generic[K, T]):
    """The newest `size` answers, each kept for `seconds`. `compute`: makes one; `waiting`: how many
    may be computed or wait for that; `now_s`: monotonic seconds."""

    def __init__(
        self,
        compute: Callable[[K], Awaitable[T]],
        seconds: float,
        size: int,
        waiting: int,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._compute, self._seconds, self._size = compute, seconds, size
        self._waiting, self._now_s = waiting, now_s
        self._cached: OrderedDict[K, tuple[float, T]] = OrderedDict()
        self._computing: dict[K, SingleFlight[T]] = {}
        self._places = asyncio.Semaphore(COMPUTED_AT_ONCE)

    async def get(self, key: K) -> T:
        """The answer for a key. Raises ProblemError 503 if too many wait; the errors of
        `compute`."""
        cached = self._cached.get(key)
        if cached is not None and self._now_s() < cached[0]:
            self._cached.move_to_end(key)
            return cached[1]
        if key not in self._computing:
            if len(self._computing) >= self._waiting:
                raise ProblemError(503, "busy", "Too many pages are being computed.", 5)
            self._computing[key] = SingleFlight(lambda: self._computed(key))
        return await self._computing[key].get()

    def latest(self, key: K) -> T | None:
        """The last answer for a key, which may be too old; None if it is not kept."""
        cached = self._cached.get(key)
        return None if cached is None else cached[1]

    async def _computed(self, key: K) -> T:
        try:
            async with self._places:
                answer = await self._compute(key)
        finally:
            del self._computing[key]
        self._cached[key] = self._now_s() + self._seconds, answer
        self._cached.move_to_end(key)
        if len(self._cached) > self._size:
            self._cached.popitem(last=False)
        return answer
