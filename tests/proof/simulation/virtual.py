"""A deterministic event loop with simulated time.

Where a real loop would sleep until the next timer, this one advances its time. In between it calls
the server's `tick` every TICK_S seconds, because tasks for these would take most of the run time; a
long sleep has fewer ticks. `ran_ns` counts the time in which the process was not stopped.
"""

import asyncio
import math
from collections.abc import Callable

TICK_S = 0.02
MAX_JUMP_S = 0.2
SAMPLE_SECONDS = 0.01


class _TimeSelector:
    """The loop's selector: no files, only time."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise AssertionError("no timer is left")
        if timeout > 0:
            self._loop.advance(timeout)
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """Starts at second 0."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _TimeSelector(self)
        self._clock_resolution = 1e-6
        self._now = 0.0
        self._stalls: list[tuple[float, float]] = []  # from and to
        self.tick: Callable[[], None] = lambda: None
        self.sample: Callable[[], None] = lambda: None

    def time(self) -> float:
        return self._now

    def ns(self) -> int:
        """The same time in whole nanoseconds."""
        return round(self._now * 1e9)

    def advance(self, seconds: float) -> None:
        """Advances the time, with the ticks in it."""
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
        """Stops the whole process: time passes without ticks; one that was due comes afterwards."""
        self._stalls.append((self._now, self._now + seconds))
        self._now += seconds
        self.call_soon(lambda: self.tick())

    def busy(self, seconds: float) -> None:
        """Keeps the loop busy for this time; a tick that was due comes afterwards. Meanwhile
        another thread takes samples."""
        end = self._now + seconds
        while self._now < end:
            self._now = min(end, self._now + SAMPLE_SECONDS)
            self.sample()
        self.tick()

    def ran_at(self, seconds: float) -> float:
        """The seconds for which the process had run until an earlier instant."""
        stalled = (min(until, seconds) - since for since, until in self._stalls if since < seconds)
        return seconds - sum(stalled)

    def ran_ns(self) -> int:
        """As `ran_at`, for now, in whole nanoseconds."""
        return round(self.ran_at(self._now) * 1e9)

    def _process_events(self, event_list: list[object]) -> None:
        """There are no files."""

    def _write_to_self(self) -> None:
        """No other thread ever wakes this loop."""
