"""The one clock that rooms see: monotonic milliseconds of this run, without the time in which the
process was not run (docs/why/clocks.md, "Stalls").

A process that was stopped, or a machine that stood still, charged somebody for time in which nobody
could move. A loop that was only busy is another thing: people went on thinking, so its time counts.
The two are told apart by the processor time of the process, which goes on only while it is run: the
clock looks at both every few milliseconds, and of a longer gap between two looks all is left out in
which no thread of the process did anything; but not what a crowded machine's scheduler takes, a
little here and there, for that adds up. `look` must also be called from where the loop cannot hold
it up: a thread of its own (`web.watch`) calls it, and so does the loop.

A frame may have lain in the kernel while the loop was busy, so an instant can be asked for that has
passed already: `ms(ago)`. Time is injected, so that a test needs no waiting.
"""

import threading
from collections.abc import Callable
from typing import NamedTuple

from ..rooms.room import Now

LOOK_MS = 10
STALL_MS = 30  # shorter gaps count
STARVED_MS = 250  # so long without a processor is a stall, too
STALLS_KEPT = 64
_MS = 1_000_000


class _Stall(NamedTuple):
    """From and to, raw ns; `before`: how long all earlier ones lasted."""

    since: int
    until: int
    before: int


class _Look(NamedTuple):
    """What was known at one look: raw time, processor time, time without a processor, all stalls
    together, the last ones."""

    at: int
    ran: int
    waited: int
    stood: int
    stalls: tuple[_Stall, ...]


class AdjustedClock:
    """Milliseconds since the start of this run, less the stalls. One thread asks; any may `look`.

    `ran_ns`: the processor time of all threads together; without it no gap is ever a stall.
    `waited_ns`: how long threads were ready to run and were not run.
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
        self._known = _Look(self._start_ns, self._ran_ns(), self._waited_ns(), 0, ())
        self.stalls = 0  # found so far
        self._asked_ns = self._start_ns  # the raw time that was told last
        self._looking = threading.Lock()

    def ms(self, ago_ms: int = 0) -> int:
        """The adjusted time; never goes back. `ago_ms`: as it was so much real time ago; within a
        stall time stood still."""
        while True:
            known = self._known
            raw = self._monotonic_ns()
            if raw - known.at > STALL_MS * _MS:
                self.look()
                continue
            self._asked_ns = raw
            if known is self._known:  # else another thread may know of a stall in between
                break
        if ago_ms > 0:
            return max(0, _adjusted(raw - ago_ms * _MS, known) - self._start_ns) // _MS
        return (raw - known.stood - self._start_ns) // _MS

    def tick(self) -> int:
        """A look by the thread that asks, if it is time for one. Returns the adjusted time."""
        if self._monotonic_ns() - self._known.at >= LOOK_MS * _MS:
            self.look()
        return self.ms()

    def look(self) -> None:
        """Finds out whether the process was run since the last look; to be called every LOOK_MS."""
        with self._looking:
            known, at = self._known, self._monotonic_ns()
            ran, waited = self._ran_ns(), self._waited_ns()
            # The time without a stall is at least the processor's; how long the thread slept until
            # this look is unknown: half an interval on average. Time told is never taken back.
            stood = at - known.at - max(ran - known.ran, LOOK_MS * _MS // 2)
            if stood < STARVED_MS * _MS:
                stood -= waited - known.waited
            stood = min(stood, at - self._asked_ns)
            if stood < STALL_MS * _MS:
                self._known = known._replace(at=at, ran=ran, waited=waited)
                return
            stall = _Stall(at - stood, at, known.stood)
            stalls = (*known.stalls[1 - STALLS_KEPT :], stall)
            self._known = _Look(at, ran, waited, known.stood + stood, stalls)
            self.stalls += 1

    @property
    def stalled_ms(self) -> int:
        """How much time all `stalls` so far have left out."""
        return self._known.stood // _MS

    def now(self) -> Now:
        """This instant, with the wall clock's time for people to read."""
        return self.at(self.ms())

    def at(self, ms: int, lag_ms: int = 0) -> Now:
        """An instant stamped earlier in this run; `lag_ms` as in `Now`."""
        wall = self._wall_ns() // _MS - (self.ms() - ms)
        return Now(run=self.run, ms=ms, wall=wall, lag_ms=lag_ms)


def _adjusted(raw: int, known: _Look) -> int:
    """A raw instant that has passed, less the stalls before it. What is older than all that is
    remembered is taken to be as old as that."""
    for stall in reversed(known.stalls):
        if raw >= stall.until:
            return raw - stall.before - (stall.until - stall.since)
        if raw >= stall.since:
            return stall.since - stall.before
    if len(known.stalls) < STALLS_KEPT:
        return raw
    return known.stalls[0].since - known.stalls[0].before
