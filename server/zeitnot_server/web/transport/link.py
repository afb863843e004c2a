"""One connection as a room sees it (`hosting.room.send_queue`): round trip and unread input.

The server measures by its own ping, never by a client's claim: after a move, with a payload that
cannot be guessed, one at a time and at most one a second, so that fast games cause little traffic.

Another thread (`input_watchdog`) notes unread input while the loop is busy. Such a sighting says
how many bytes had arrived by then, and since when at the earliest. So a frame is as old as the last
check before the one that found all of it, regardless of what is sent before or after it.
"""

import secrets
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

from ...rooms.lag import SAMPLES, owed_ms
from . import kernel
from .input_watchdog import LATE_NS, InputWatchdog

PING_INTERVAL_NS = 1_000_000_000
PAYLOAD_BYTES = 8
SIGHTINGS_KEPT = 256


Sighting = tuple[int, int]
"""(since_ns, total_bytes): a check found that this many bytes had arrived over the connection since
it began; those not in the previous sighting arrived after `since_ns` (monotonic). A bare tuple,
because each frame that arrives while the loop is busy makes one."""


class Wire(Protocol):
    """The connection itself. `is_direct`: without a proxy, so the kernel's round trip is the
    peer's; `unparsed`: bytes whose frames wait for their turn; `waiting`: messages that wait for
    the application."""

    @property
    def is_direct(self) -> bool: ...

    @property
    def unparsed(self) -> int: ...

    @property
    def waiting(self) -> int: ...

    def ping(self, payload: bytes) -> bool:
        """Sends a ping; False if the connection is ending."""

    def hurry(self) -> None:
        """Processes a chunk of the read frames out of turn."""


class SocketLink:
    """Implements `hosting.room.send_queue.Link`. The protocol (`transport`), which is its wire,
    reports input to it. `flush`: sends what was written now.
    """

    def __init__(
        self,
        wire: Wire,
        sock: Any,
        flush: Callable[[], None],
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.sock = sock
        self.bytes_in = 0
        self.frames_in = 0
        self.closed = self.leaving = False
        self._wire: Wire | None = wire
        self._flush = flush
        self._monotonic_ns = monotonic_ns
        self._samples: list[int] = []  # the last round trips, in ms
        self._min_ms: int | None = None  # the shortest of these
        self._known: kernel.Tcp | None = None  # what the kernel said at the last input
        self._received_ns = 0  # when that was
        self._checked_before_ns = 0  # the last check of the watchdog before that
        self._watchdog: InputWatchdog | None = None
        self._followed_ns = 0
        self._sightings: list[Sighting] = []  # appended by the thread of the watchdog
        self._max_sighted = 0
        self._payload: bytes | None = None
        self._sent_ns = 0

    def close(self) -> None:
        """Notes that the connection is lost. Call it before the socket is closed."""
        self.closed = self.leaving = True
        if self._watchdog is not None:
            self._watchdog.forget(self)

    def dispose(self) -> None:
        """Drops the references to the closed connection, so that it can be freed."""
        self.sock, self._wire, self._flush = None, None, lambda: None

    # ── called by the protocol ─────────────────────────────────────────────────────────────────

    def note_received(self, count: int) -> None:
        """Notes that this many bytes were just read."""
        self.bytes_in += count
        self._known = kernel.tcp(self.sock)
        self._received_ns = self._monotonic_ns()
        self._checked_before_ns = self._watchdog.checked_ns if self._watchdog is not None else 0

    def waited_ms(self, behind: int) -> int:
        """How long (ms) a frame has waited in the kernel and here, if `behind` of the read bytes
        came after it. Call it for each frame, in order.

        Nothing has arrived within the kernel's idle time, so that much is certain. A sighted frame
        may have arrived as early as the check before; so may a frame with bytes behind it, if there
        was no check for a while. The player gets the benefit of the doubt (docs/why/clocks.md).
        """
        now_ns = self._monotonic_ns()
        idle_ms = (self._known.idle_ms if self._known else 0) + (
            now_ns - self._received_ns
        ) // 1_000_000
        since_ns = self._sighted_since(self.bytes_in - behind) if self._sightings else None
        if since_ns is None:
            since_ns = self._unseen_since(behind)
        if since_ns is None:
            return idle_ms
        return max(idle_ms, (now_ns - since_ns) // 1_000_000)

    def _sighted_since(self, end: int) -> int | None:
        """The earliest time at which the first `end` bytes can have arrived completely; None if no
        sighting covers them."""
        while self._sightings:
            since_ns, arrived = self._sightings[0]
            if arrived >= end:
                return since_ns
            self._sightings.pop(0)
        return None

    def _unseen_since(self, behind: int) -> int | None:
        """The time of the last check, if that is long ago and the kernel does not know either."""
        checked_ns = self._checked_before_ns
        if not checked_ns or self._received_ns - checked_ns <= LATE_NS:
            return None
        unread = behind or kernel.unread_bytes(self.sock)
        return max(checked_ns, self._followed_ns) if unread else None

    def pong(self, payload: bytes, waited_ms: int) -> bool:
        """Handles a pong that had been unread for `waited_ms`. False if it answers no ping of
        ours."""
        if self._payload is None or payload != self._payload:
            return False
        self._payload = None
        took = (self._monotonic_ns() - self._sent_ns) // 1_000_000
        self._samples = [*self._samples[1 - SAMPLES :], max(0, took - waited_ms)]
        self._min_ms = min(self._samples)
        return True

    # ── while the loop is busy ─────────────────────────────────────────────────────────────────

    def follow(self, watchdog: InputWatchdog) -> None:
        """Has the watchdog check this connection's input from now on."""
        self._watchdog, self._followed_ns = watchdog, self._monotonic_ns()
        watchdog.follow(self)

    def note_unread(self, since_ns: int) -> bool:
        """Called on the watchdog's thread. It may miss bytes that are being read, but never counts
        any twice."""
        arrived = self.bytes_in
        unread = kernel.unread_bytes(self.sock)
        if not unread:
            return False
        arrived += unread
        if arrived > self._max_sighted and len(self._sightings) < SIGHTINGS_KEPT:
            self._max_sighted = arrived
            self._sightings.append((max(since_ns, self._followed_ns), arrived))
        return True

    # ── what a room asks ───────────────────────────────────────────────────────────────────────

    def measure(self) -> None:
        """Flushes output, with a ping, unless one is unanswered or the last one was less than a
        second ago."""
        now = self._monotonic_ns()
        if self._payload is None and (not self._sent_ns or now - self._sent_ns >= PING_INTERVAL_NS):
            payload = secrets.token_bytes(PAYLOAD_BYTES)
            if self._wire is not None and self._wire.ping(payload):
                self._payload, self._sent_ns = payload, now
        self._flush()

    def owed_ms(self, bot: bool) -> int:
        """See `rooms.lag`."""
        if self._min_ms is None:
            return 0
        rtt = self._known.rtt_ms if self._known and self._is_direct else None
        return owed_ms((self._min_ms,), bot=bot, kernel_ms=rtt)

    @cached_property
    def _is_direct(self) -> bool:
        return self._wire is not None and self._wire.is_direct

    def unread(self) -> Callable[[], bool]:
        """Returns a function that tells whether all input up to now was processed: first the bytes
        in the kernel, then the frames in them. They jump the queue, because behind many sockets of
        the same address they might wait for seconds."""
        bytes_then = self.bytes_in + kernel.unread_bytes(self.sock)
        frames_then: int | None = None

        def read() -> bool:
            nonlocal frames_then
            if self.closed or self._wire is None:
                return True
            if self.bytes_in - self._wire.unparsed < bytes_then:
                self._wire.hurry()
                return False
            if frames_then is None:
                frames_then = self.frames_in
            return self.frames_in - self._wire.waiting >= frames_then

        return read
