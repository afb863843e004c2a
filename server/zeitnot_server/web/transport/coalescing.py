"""A transport that coalesces writes: one write to the kernel for each socket and move.

The mover gets four frames for a move and perhaps a ping, from different places and within one tick
of the loop. Separate writes would each cost a system call, a TCP segment and an interrupt at the
other end; that was a sixth of all work (docs/why/speed.md). Nothing is delayed for this: the data
is sent before the loop polls for input again, and in a long tick after a millisecond, because the
next player's clock is already running.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

FLUSH_BYTES = 64 * 1024  # more is sent at once, so that the kernel's flow control takes effect
MAX_NS = 1_000_000


class WriteCoalescer:
    """The transports of one loop that have something to send."""

    def __init__(self, monotonic_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._waiting: list[CoalescingTransport] = []
        self._monotonic_ns = monotonic_ns
        self._since_ns = 0
        self._scheduled = False  # `_flush_all` will be called at the end of this tick

    def add(self, transport: "CoalescingTransport") -> None:
        """Notes that this transport has something to send."""
        now = self._monotonic_ns()
        if self._waiting and now - self._since_ns > MAX_NS:
            self._flush_all()
        if not self._waiting:
            self._since_ns = now
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self._flush_all)
        self._waiting.append(transport)

    def _flush_all(self) -> None:
        self._scheduled = False
        waiting, self._waiting = self._waiting, []
        for transport in waiting:
            transport.flush()


class CoalescingTransport(asyncio.Transport):
    """Wraps a transport and gathers its writes; everything else is passed on in order."""

    def __init__(self, transport: asyncio.Transport, coalescer: WriteCoalescer) -> None:
        super().__init__()
        self._transport = transport
        self._coalescer = coalescer
        self._parts: list[bytes] = []
        self._size = 0
        self.sent = 0  # bytes passed to the wrapped transport
        self._held = self._paused = False

    def write(self, data: Any) -> None:
        """Sends bytes in order, at the latest at the end of the tick."""
        if not self._parts:
            self._coalescer.add(self)
        self._parts.append(data)
        self._size += len(data)
        if self._size > FLUSH_BYTES:
            self.flush()

    def flush(self) -> None:
        """Passes on the gathered bytes; drops them if the connection has ended meanwhile."""
        data = b"".join(self._parts)
        self._parts, self._size = [], 0
        if data and not self._transport.is_closing():
            self.sent += len(data)
            self._transport.write(data)

    def close(self) -> None:
        """Sends the gathered bytes, then closes."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Drops everything."""
        self._parts, self._size = [], 0
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def hold(self) -> None:
        """Pauses reading until `release`, even if `resume_reading` is called meanwhile."""
        self._held = True
        self._transport.pause_reading()

    def release(self) -> None:
        """Resumes reading, unless it is paused."""
        self._held = False
        if not self._paused:
            self._transport.resume_reading()

    def pause_reading(self) -> None:
        self._paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._paused = False
        if not self._held:
            self._transport.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._transport.set_protocol(protocol)
