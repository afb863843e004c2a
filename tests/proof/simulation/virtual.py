"""An event loop whose time is a number: nobody waits, and the same start gives the same run.

Where a real loop would sleep until the next timer, this one sets its time to it. Between two
instants the server's own ticks take place (`tick`, every TICK seconds): they are so many that tasks
for them would cost more than all the rest; a long sleep has fewer. The processor counts all time
(`ran_ns`) in which the process was not stopped.
"""

import asyncio
import math
from collections.abc import Callable

TICK = 0.02
LONGEST_JUMP = 0.2
SAMPLE_SECONDS = 0.01


class _Waiting:
    """Stands where a loop has its selector: no files, only time."""

    def __init__(self, loop: "VirtualLoop") -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise AssertionError("nothing is left that could ever happen")
        if timeout > 0:
            self._loop.advance(timeout)
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """Starts at second 0."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = _Waiting(self)
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
        """Goes on, with the ticks that fall into this time."""
        until = self._now + seconds
        while until - self._now > LONGEST_JUMP:
            self._now += LONGEST_JUMP
            self.tick()
        last = math.floor(until / TICK) * TICK
        if last > self._now:
            self._now = last
            self.tick()
        self._now = max(self._now, until)

    def stall(self, seconds: float) -> None:
        """The whole process is stopped: time passes and nothing ticks. The tick that was due is the
        first to come afterwards."""
        self._stalls.append((self._now, self._now + seconds))
        self._now += seconds
        self.call_soon(lambda: self.tick())

    def busy(self, seconds: float) -> None:
        """The loop is at work for so long, and comes to nothing else but the tick that was due.
        Another thread takes samples."""
        until = self._now + seconds
        while self._now < until:
            self._now = min(until, self._now + SAMPLE_SECONDS)
            self.sample()
        self.tick()

    def ran_at(self, seconds: float) -> float:
        """For how long the process had been run at an instant that has passed."""
        stood = (min(until, seconds) - since for since, until in self._stalls if since < seconds)
        return seconds - sum(stood)

    def ran_ns(self) -> int:
        """The same for now, in whole nanoseconds."""
        return round(self.ran_at(self._now) * 1e9)

    def _process_events(self, event_list: list[object]) -> None:
        """There are no files to hear from."""

    def _write_to_self(self) -> None:
        """No other thread ever wakes this loop."""
