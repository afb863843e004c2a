"""Fair scheduling of input: if many frames were read from a socket at once, they are processed in
chunks, a few in each tick of the loop, so that no burst delays others. Otherwise a thousand sockets
of one address with two hundred frames each would block the loop for seconds, because all are ready
in one tick.

All frames of an address that sends many a second are processed here, after everyone else's:
otherwise five hundred of its games, played as fast as possible, would take nearly all of the
server's time. Frames are stamped on arrival, so no clock loses time. Addresses take turns, so that
a thousand sockets of one address delay another address no more than a single socket would.
"""

import asyncio
from typing import Protocol

import structlog

from ...limits.round_robin import RoundRobin

BURST = 2  # frames of one read that do not wait: a move and an engine's report
BATCH = 8  # frames of one socket in a chunk
PER_TICK = 128
BULK_PER_TICK = 6  # frames of addresses that send many: each may be a move, a third of a ms
BULK_PAUSE_SECONDS = 0.01  # between two such ticks: 600 frames a second for all of them together

logger = structlog.get_logger()


class Backlog(Protocol):
    """A socket with frames that wait to be processed."""

    def process_frames(self, max_frames: int) -> bool:
        """Processes up to `max_frames`; returns whether more are left."""

    def abort(self) -> None:
        """Ends the connection at once."""


def process_frames(backlog: Backlog, max_frames: int) -> bool:
    """Processes up to `max_frames` of a backlog, even out of turn, and aborts the connection if
    that fails. Returns whether more are left."""
    try:
        return backlog.process_frames(max_frames)
    except Exception:
        logger.exception("frames not taken")
        backlog.abort()
        return False


class InputScheduler:
    """Processes the backlogs in chunks, in turns, until they are empty."""

    def __init__(
        self, per_tick: int = PER_TICK, batch: int = BATCH, pause_seconds: float = 0.0
    ) -> None:
        self._per_tick, self._batch = per_tick, batch
        self._pause_seconds = pause_seconds
        self._waiting = RoundRobin[Backlog]()
        self._added = set[Backlog]()  # all that are waiting

    def add(self, origin: str, backlog: Backlog) -> None:
        """Adds a backlog for the next tick of the loop, unless it is already waiting. `origin`: the
        address under which it counts."""
        if backlog in self._added:
            return
        if not self._waiting:
            self._schedule_tick()
        self._added.add(backlog)
        self._waiting.put(origin, backlog)

    def _schedule_tick(self) -> None:
        loop = asyncio.get_running_loop()
        if self._pause_seconds:
            loop.call_later(self._pause_seconds, self._tick)
        else:
            loop.call_soon(self._tick)

    def _tick(self) -> None:
        for _ in range(min(len(self._waiting), self._per_tick // self._batch)):
            origin, backlog = self._waiting.take()
            if process_frames(backlog, self._batch):
                self._waiting.put(origin, backlog)
            else:
                self._added.discard(backlog)
        if self._waiting:
            self._schedule_tick()
