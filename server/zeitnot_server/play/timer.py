"""A room's one timer: when it is to look at its clock again.

A ring decides nothing, it only asks. So it may come too early, though never too late, and a timer
that rings soon enough is left alone: a move then costs no timer, and a room whose players move is
rung once in a while.
"""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

MOST_SECONDS = 3600.0  # a timer for days is set again every hour: the wall clock may be set

T = TypeVar("T")


class Timer(Generic[T]):
    """`ring` gets what the timer was set for; `due` is when, in seconds of the loop's time."""

    def __init__(self, ring: Callable[[T], None]) -> None:
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None
        self._what: T | None = None
        self.due = 0.0  # by the loop's time
        self._loop: asyncio.AbstractEventLoop | None = None  # known when first set

    @property
    def running(self) -> bool:
        """Whether it will ring."""
        return self._handle is not None

    def at_latest(self, delay_ms: int, what: T) -> None:
        """Rings with `what` after so long or sooner, and for nothing else."""
        loop = self._loop = self._loop or asyncio.get_running_loop()
        due = loop.time() + min(max(0, delay_ms) / 1000, MOST_SECONDS)
        if self._handle is not None and self._what == what and self.due <= due:
            return
        self.stop()
        self._what, self.due = what, due
        self._handle = loop.call_at(due, self._rings, what)

    def stop(self) -> None:
        """Does not ring."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def close(self) -> None:
        """Never rings again, whatever it is set for."""
        self.stop()
        self._ring = lambda what: None

    def _rings(self, what: T) -> None:
        self._handle = None
        self._ring(what)
