"""A deterministic event loop with simulated time.

Instead of sleeping until the next timer, this loop advances its time. Meanwhile it calls the
server's `tick` every TICK_S seconds, or less often during a long sleep, because timers for the
ticks would take most of the run time. `ran_ns` is the time without stalls.
"""

import asyncio
import math
from collections.abc import Callable

TICK_S = 0.02
MAX_JUMP_S = 0.2
SAMPLE_SECONDS = 0.01


class _TimeSelector:
    """The loop's selector, which has no files and only advances the time."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise AssertionError("no timer is left")
        if timeout > 0:
            self._loop.advance(timeout)
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """An event loop whose time starts at 0."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _TimeSelector(self)
        self._clock_resolution = 1e-6
        self._now = 0.0
        self._stalls: list[tuple[float, float]] = []  # begin and end
        self.tick: Callable[[], None] = lambda: None
        self.sample: Callable[[], None] = lambda: None

    def time(self) -> float:
        return self._now

    def ns(self) -> int:
        """The same time in whole nanoseconds."""
        return round(self._now * 1e9)

    def advance(self, seconds: float) -> None:
        """Advances the time and calls `tick`."""
        end = self._now + seconds
        while end - self._now > MAX_JUMP_S:
            self._now += MAX_JUMP_S
            self.tick()
        last = math.floor(end / TICK_S) * TICK_S
        if last > self._now:
            self._now = last
            self.tick()
        self._now = max(self._now, end)

    def stall(self, seconds: float) -> None:
        """Stops the process: time passes without ticks, and then one tick is late."""
        self._stalls.append((self._now, self._now + seconds))
        self._now += seconds
        self.call_soon(lambda: self.tick())

    def busy(self, seconds: float) -> None:
        """Keeps the loop busy for this time. Another thread takes samples meanwhile, and then one
        tick is late."""
        end = self._now + seconds
        while self._now < end:
            self._now = min(end, self._now + SAMPLE_SECONDS)
            self.sample()
        self.tick()

    def ran_at(self, seconds: float) -> float:
        """The seconds without stalls up to an earlier instant."""
        stalled = (min(until, seconds) - since for since, until in self._stalls if since < seconds)
        return seconds - sum(stalled)

    def ran_ns(self) -> int:
        """The time without stalls up to now, in whole nanoseconds."""
        return round(self.ran_at(self._now) * 1e9)

    def _process_events(self, event_list: list[object]) -> None:
        """Does nothing, because there are no files."""

    def _write_to_self(self) -> None:
        """Does nothing, because no other thread wakes this loop."""
