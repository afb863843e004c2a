"""One connection as a room sees it (`play.link`): round trips measured, unread input known.

The server measures by its own ping, never by a client's claim: after a move, with a payload that
cannot be guessed, one at a time and at most one a second, so that fast games do not drown in it.
"""

import secrets
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any

from ..rooms.lag import SAMPLES, owed_ms
from . import kernel

APART_NS = 1_000_000_000
PAYLOAD_BYTES = 8


class SocketLink:
    """Implements `play.link.Link`. The protocol (`transport`) tells it what comes and goes.

    `ping`: sends a ping frame with this payload; False if the connection is ending. `direct`:
    whether no proxy stands between, so that the kernel's round trip is the peer's.
    """

    def __init__(
        self,
        ping: Callable[[bytes], bool],
        direct: Callable[[], bool],
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.sock: Any = None
        self.bytes_in = 0
        self.frames_in = 0
        self.frames_waiting: Callable[[], int] = lambda: 0
        self.closed = self.leaving = False
        self._ping = ping
        self._direct = direct
        self._monotonic_ns = monotonic_ns
        self._samples: list[int] = []  # the last few
        self._least: int | None = None  # of the samples
        self._known: kernel.Tcp | None = None  # when data came last
        self._payload: bytes | None = None
        self._sent_ns = 0

    def let_go(self) -> None:
        """The connection is over: nothing is asked of it any more, and it can be freed."""
        self.sock = None
        self.frames_waiting = lambda: 0
        self._ping = lambda payload: False
        self._direct = lambda: False

    # ── what the protocol tells ────────────────────────────────────────────────────────────────

    def came(self, count: int) -> int:
        """So many bytes have just been read; returns for how long (ms) they had surely lain in
        the kernel."""
        self.bytes_in += count
        self._known = kernel.tcp(self.sock)
        return self._known.idle_ms if self._known else 0

    def pong(self, payload: bytes, lay_ms: int) -> bool:
        """A pong came, after having lain unread; False if it answers no ping of ours."""
        if self._payload is None or payload != self._payload:
            return False
        self._payload = None
        took = (self._monotonic_ns() - self._sent_ns) // 1_000_000
        self._samples = [*self._samples[1 - SAMPLES :], max(0, took - lay_ms)]
        self._least = min(self._samples)
        return True

    # ── what a room asks ───────────────────────────────────────────────────────────────────────

    def measure(self) -> None:
        """Sends a ping, unless one is on its way or the last one was less than a second ago."""
        now = self._monotonic_ns()
        if self._payload is not None or (self._sent_ns and now - self._sent_ns < APART_NS):
            return
        payload = secrets.token_bytes(PAYLOAD_BYTES)
        if self._ping(payload):
            self._payload, self._sent_ns = payload, now

    def owed_ms(self, bot: bool) -> int:
        """See `rooms.lag`."""
        if self._least is None:
            return 0
        rtt = self._known.rtt_ms if self._known and self._is_direct else None
        return owed_ms((self._least,), bot=bot, kernel_ms=rtt)

    @cached_property
    def _is_direct(self) -> bool:
        return self._direct()

    def unread(self) -> Callable[[], bool]:
        """First the bytes in the kernel, then the frames made of them, must have been taken."""
        bytes_then = self.bytes_in + kernel.unread_bytes(self.sock)
        frames_then: int | None = None

        def read() -> bool:
            nonlocal frames_then
            if self.closed:
                return True
            if self.bytes_in < bytes_then:
                return False
            if frames_then is None:
                frames_then = self.frames_in
            return self.frames_in - self.frames_waiting() >= frames_then

        return read
