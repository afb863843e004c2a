"""The one clock that rooms see: monotonic milliseconds of this run, without stalls, which are times
in which the process did not run (docs/why/clocks.md, "Stalls").

If the process is stopped, or the machine suspended, no player can move, so that time is not
charged. If only the event loop is busy, the players go on thinking, and that time counts. The
processor time of the process tells the two apart, because it advances only while the process runs:
the clock samples both every few milliseconds, and leaves out of a longer gap between two samples
the part in which no thread of the process ran. Short waits for a processor on a loaded machine are
not left out, because they would add up. `sample` must also be called from where a busy loop cannot
delay it: a separate thread (`web.transport.input_watchdog`) calls it, and so does the loop.

A frame may have waited in the kernel while the loop was busy, so `ms(ago_ms)` also gives an earlier
instant. The sources of time are injected, so that tests need not wait.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from ...rooms.room import Now

SAMPLE_MS = 10
STALL_MS = 30  # shorter gaps are charged
STARVED_MS = 250  # a wait for a processor this long is a stall, too
MAX_STALLS = 64
_MS = 1_000_000


class _Stall(NamedTuple):
    """A time in which the process did not run, in ns of raw time, which is the monotonic clock with
    stalls included; `before`: the length of all earlier stalls."""

    since: int
    until: int
    before: int


class _Sample(NamedTuple):
    """Raw time, processor time, time in which threads were ready but did not run, and the length of
    all stalls so far, in ns; the latest stalls."""

    at: int
    ran: int
    waited: int
    stalled: int
    stalls: tuple[_Stall, ...]


class AdjustedClock:
    """Milliseconds since the start of this run, less the stalls. One thread reads the time; any may
    call `sample`.

    `ran_ns`: the processor time of all threads together; without it no gap is ever a stall.
    `waited_ns`: how long threads were ready to run but had no processor.
    """

    def __init__(
        self,
        run: int,
        monotonic_ns: Callable[[], int],
        wall_ns: Callable[[], int],
        ran_ns: Callable[[], int] | None = None,
        waited_ns: Callable[[], int] = lambda: 0,
    ) -> None:
        self.run = run
        self._monotonic_ns = monotonic_ns
        self._wall_ns = wall_ns
        self._ran_ns = ran_ns or monotonic_ns
        self._waited_ns = waited_ns
        self._start_ns = monotonic_ns()
        self._latest = _Sample(self._start_ns, self._ran_ns(), self._waited_ns(), 0, ())
        self.stalls = 0  # how many so far
        self._last_read_ns = self._start_ns  # the raw time of the last reading
        self._sampling = threading.Lock()

    def ms(self, ago_ms: int = 0) -> int:
        """The adjusted time; never goes back. `ago_ms`: the adjusted time at an instant so long ago
        in real time; it does not advance within a stall."""
        while True:
            latest = self._latest
            raw = self._monotonic_ns()
            if raw - latest.at > STALL_MS * _MS:
                self.sample()
                continue
            self._last_read_ns = raw
            if latest is self._latest:  # else another thread may have found a stall meanwhile
                break
        if ago_ms > 0:
            return max(0, _adjusted(raw - ago_ms * _MS, latest) - self._start_ns) // _MS
        return (raw - latest.stalled - self._start_ns) // _MS

    def tick(self) -> int:
        """Samples if the last sample is old, on the thread that reads. Returns the adjusted
        time."""
        if self._monotonic_ns() - self._latest.at >= SAMPLE_MS * _MS:
            self.sample()
        return self.ms()

    def sample(self) -> None:
        """Finds out whether the process has run since the last sample. Call it every SAMPLE_MS."""
        with self._sampling:
            latest, at = self._latest, self._monotonic_ns()
            ran, waited = self._ran_ns(), self._waited_ns()
            # The process ran for at least its processor time. How long this thread would have slept
            # anyway is unknown: half an interval on average. Adjusted time never goes back.
            stalled = at - latest.at - max(ran - latest.ran, SAMPLE_MS * _MS // 2)
            if stalled < STARVED_MS * _MS:
                stalled -= waited - latest.waited
            stalled = min(stalled, at - self._last_read_ns)
            if stalled < STALL_MS * _MS:
                self._latest = latest._replace(at=at, ran=ran, waited=waited)
                return
            stall = _Stall(at - stalled, at, latest.stalled)
            stalls = (*latest.stalls[1 - MAX_STALLS :], stall)
            self._latest = _Sample(at, ran, waited, latest.stalled + stalled, stalls)
            self.stalls += 1

    @property
    def stalled_ms(self) -> int:
        """How long all stalls so far lasted."""
        return self._latest.stalled // _MS

    def now(self) -> Now:
        """This instant, with the wall clock's time."""
        return Now(run=self.run, ms=self.ms(), wall=self._wall_ns() // _MS)

    def at(self, ms: int, lag_ms: int = 0) -> Now:
        """An instant stamped earlier in this run; `lag_ms` as in `Now`."""
        wall = self._wall_ns() // _MS - (self.ms() - ms)
        return Now(run=self.run, ms=ms, wall=wall, lag_ms=lag_ms)


def _adjusted(raw: int, latest: _Sample) -> int:
    """An earlier raw instant, less the stalls before it; for one before the oldest stall in
    `latest`, the start of that stall."""
    for stall in reversed(latest.stalls):
        if raw >= stall.until:
            return raw - stall.before - (stall.until - stall.since)
        if raw >= stall.since:
            return stall.since - stall.before
    if len(latest.stalls) < MAX_STALLS:
        return raw
    return latest.stalls[0].since - latest.stalls[0].before
