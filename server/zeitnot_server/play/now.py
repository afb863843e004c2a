"""The one clock that rooms see: monotonic milliseconds of this run, with stalls left out.

A loop that stood still (a suspended machine, a stopped process) charged somebody for time in which
nobody could move. A tick every 50 ms shows such a gap, and the first look at the clock after it
takes it out. Time is injected, so that a test needs no waiting.

A frame may have lain in the kernel while the loop was busy, so an instant can be asked for that has
passed already: `ms(ago)`. Within a stall time stood still.
"""

from collections.abc import Callable

from ..rooms.room import Now

TICK_MS = 50
STALL_MS = 250


class AdjustedClock:
    """Milliseconds since the start of this run, less the stalls."""

    def __init__(
        self, run: int, monotonic_ns: Callable[[], int], wall_ns: Callable[[], int]
    ) -> None:
        self.run = run
        self._monotonic_ns = monotonic_ns
        self._wall_ns = wall_ns
        self._start_ns = monotonic_ns()
        self._stalled_ms = 0
        self.stalls = 0
        self._last_tick_ms = 0
        self._stall = (0, 0)  # from and to, raw; only the last one is remembered
        self._floor_ms = 0  # adjusted: the end of the stall before that

    def ms(self, ago_ms: int = 0) -> int:
        """The adjusted time; never goes back. `ago_ms`: as it was so much real time ago."""
        raw = self._raw_ms()
        if raw - self._last_tick_ms > STALL_MS:
            self._leave_out(self._last_tick_ms + TICK_MS, raw)
        if ago_ms <= 0:
            return raw - self._stalled_ms
        then, (since, until) = raw - ago_ms, self._stall
        if then >= until:
            return then - self._stalled_ms
        before = self._stalled_ms - (until - since)
        return max(self._floor_ms, min(then, since) - before)

    def _leave_out(self, since: int, until: int) -> None:
        self._floor_ms = self._stall[1] - self._stalled_ms
        self._stall = (since, until)
        self._stalled_ms += until - since
        self._last_tick_ms = until
        self.stalls += 1

    @property
    def stalled_ms(self) -> int:
        """How much time all `stalls` so far have left out."""
        return self._stalled_ms

    def tick(self) -> int:
        """The loop is alive; to be called every TICK_MS. Returns the adjusted time."""
        now = self.ms()
        self._last_tick_ms = self._raw_ms()
        return now

    def now(self) -> Now:
        """This instant, with the wall clock's time for people to read."""
        return self.at(self.ms())

    def at(self, ms: int, lag_ms: int = 0) -> Now:
        """An instant stamped earlier in this run; `lag_ms` as in `Now`."""
        wall = self._wall_ns() // 1_000_000 - (self.ms() - ms)
        return Now(run=self.run, ms=ms, wall=wall, lag_ms=lag_ms)

    def _raw_ms(self) -> int:
        return (self._monotonic_ns() - self._start_ns) // 1_000_000
