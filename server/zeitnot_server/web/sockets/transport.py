"""uvicorn's sans-I/O WebSocket protocol, with bounds (`bounded_socket`), a shortcut past ASGI
(`direct`), and these additions.

Each frame is stamped with its time of arrival (`zeitnot.at_ms` in the ASGI event), because that is
when the mover's clock stops; if the loop was late, by what the kernel and the watch know (`link`),
and each frame separately, whatever was read with it (`boundaries`). The socket's send buffer is
small, or the kernel would buffer hours of events for a reader that sleeps. A connection that does
not answer a ping is aborted, not flushed. The ASGI scope has `zeitnot.abort`, for viewers that are
cut off, `zeitnot.dismiss`, for those that are told why, `zeitnot.link`, which measures the
connection and knows what is unread, and `zeitnot.direct`. Input of a dismissed peer is not
processed: some frames are checked for its close frame, then nothing more is read. If much was read
at once, it is processed in chunks (`turns`), and all that an account and an address send is bounded
(`web.limits.metered`).
uvicorn is pinned to a minor version and tests/server/test_transport.py guards what is used here."""

import asyncio
import math
import socket
from collections.abc import Callable, Iterator
from typing import Any, cast

from websockets.frames import Frame
from websockets.http11 import Request

import zeitnot_protocol as p

from ...hosting.tally import Tally
from ...limits.quota_subject import UNMETERED, QuotaSubject
from ...limits.table import STANDARD, Limits
from ..http.proxies import FORWARDED
from . import kernel
from .boundaries import Boundaries
from .coalescing import CoalescingTransport, WriteCoalescer
from .direct import DirectSocket, ping_frame
from .link import SocketLink
from .turns import AT_ONCE, IN_A_GO, MANY_IN_A_TURN, MANY_PAUSE_SECONDS, Turns, take_on
from .watch import Watch

AT_MS = "zeitnot.at_ms"
ABORT = "zeitnot.abort"
DISMISS = "zeitnot.dismiss"
LINK = "zeitnot.link"
DIRECT = "zeitnot.direct"
SEND_BUFFER_BYTES = 32 * 1024
READ_SECONDS = 0.5  # for what lies unread
MOST_WAITING = STANDARD.waiting_frames  # for an application that reads them one by one
LAST_FRAMES = STANDARD.closing_frames


class _StampedQueue:
    """The part of asyncio.Queue that uvicorn uses, for one reader; takes a tenth of the memory.

    `waited_ms`: how long the event that is put now had waited in the kernel. Stamps never go back.
    """

    def __init__(self, ms: Callable[[int], int], link: SocketLink) -> None:
        self.waited_ms = 0
        self._items: list[Any] = []
        self._reader: asyncio.Future[None] | None = None
        self._ms = ms
        self._link = link
        self._last_ms = 0
        link.frames_waiting = self.qsize

    def stamp(self) -> int:
        """The arrival time of the frame that is passed on now."""
        self._link.frames_in += 1
        self._last_ms = max(self._last_ms, self._ms(self.waited_ms))
        return self._last_ms

    def put_nowait(self, item: Any) -> None:
        """Puts an event in, stamped."""
        item[AT_MS] = self.stamp()
        self._items.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The next event, as soon as there is one."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._items.pop(0)

    def qsize(self) -> int:
        """How many wait."""
        return len(self._items)

    def empty(self) -> bool:
        """Whether none waits."""
        return not self._items


class StampedSocket(DirectSocket):
    """uvicorn's protocol with these additions; the rest is set by a subclass."""

    ms: Callable[[int], int]
    watch: Watch | None
    turns: Turns
    turns_of_many: Turns

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.link = SocketLink(self._ping, self._direct)
        self.stamped = _StampedQueue(type(self).ms, self.link)
        self.queue = cast(Any, self.stamped)
        self._boundaries = Boundaries()
        self._answered = -math.inf  # when a ping of ours was answered last
        self._served = True  # no application has this socket
        self._read_first = False  # a ping has timed out, but input was still unread
        self._dismissed = False
        self._last_frames = LAST_FRAMES
        self.sender: QuotaSubject = UNMETERED  # until the application says who it is
        self._pieces: Iterator[bytes] | None = None  # of what was read, and not yet taken
        self._reads: list[bytes] = []  # that came meanwhile
        self._unparsed = 0  # bytes of all these
        self._held = False  # nothing is read until they are taken
        self.link.unparsed = lambda: self._unparsed
        self.link.hurry = self._flush_now

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        sock = transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self.link.sock = sock
        self.link.flush = cast(CoalescingTransport, self.transport).flush

    def connection_lost(self, exc: Exception | None) -> None:
        self.link.closed = self.link.leaving = True
        self.link.forget()
        super().connection_lost(exc)
        self._dispose()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._served = True
        self._dispose()

    def _dispose(self) -> None:
        """Once both the connection and the application are done: breaks reference cycles, so that
        everything is freed at once and not left to the garbage collector."""
        if not self.link.closed or not self._served:
            return
        self.taker = None
        self._drop_rest()
        self.queue_out = None
        self.scope = cast(Any, {})
        self._end_parser()
        self.link.dispose()

    def handle_close(self, event: Frame) -> None:
        self.link.leaving = True
        super().handle_close(event)

    def data_received(self, data: bytes) -> None:
        if not self._last_frames:
            self._read_no_more()
            return
        self.link.came(len(data))
        self._unparsed += len(data)
        if self._pieces is not None:
            self._reads.append(data)  # it was in flight when reading was paused
            return
        self._pieces = self._cut(data)
        prompt = self.sender.is_prompt()
        if self.take_on(AT_ONCE if prompt else 0):
            self._held = True
            cast(CoalescingTransport, self.transport).hold()
            turns = self.turns if prompt else self.turns_of_many
            turns.add(self.sender.origin or "", self)

    def _cut(self, data: bytes) -> Iterator[bytes]:
        return iter(self._boundaries.pieces(data) if self.handshake_complete else (data,))

    def take_on(self, most: int) -> bool:
        """Processes at most so many of the frames that were read; returns whether more are left."""
        for _ in range(most):
            if (piece := self._next_piece()) is None:
                self._unparsed = 0
                break
            self._unparsed -= len(piece)
            self.stamped.waited_ms = self.link.waited_ms(self._unparsed)
            super().data_received(piece)
            if not self._unparsed:
                break
        self.stamped.waited_ms = 0
        if self._unparsed:
            return True
        self._drop_rest()
        return False

    def _flush_now(self) -> None:
        if self._held:
            take_on(self, IN_A_GO)

    def _next_piece(self) -> bytes | None:
        """The next piece that was read; None: there is none, or the rest is ignored."""
        while self._pieces is not None:
            if self.disconnected or self.conn.parser_exc is not None:
                break  # the connection has ended within these data
            if (piece := next(self._pieces, None)) is None:
                self._pieces = self._cut(self._reads.pop(0)) if self._reads else None
                continue
            if not self._leaves and not self.sender.sent_frame():
                self.dismiss(p.POLICY_VIOLATION, "too many frames")
            if self._leaves and not self._one_of_the_last():
                break
            return piece
        return None

    @property
    def _leaves(self) -> bool:
        return self._dismissed or self.close_sent

    def _drop_rest(self) -> None:
        """All that was read has been processed, or is ignored: resumes reading."""
        self._pieces, self._unparsed = None, 0
        self._reads.clear()
        if self._held:
            self._held = False
            if self._last_frames and not self.transport.is_closing():
                cast(CoalescingTransport, self.transport).release()

    def _one_of_the_last(self) -> bool:
        """Counts a frame that comes after a dismissal; False: further ones are ignored."""
        self._last_frames -= 1
        if self._last_frames:
            return True
        self._read_no_more()
        return False

    def _read_no_more(self) -> None:
        """Stops reading until the connection is closed, at the latest `linger_seconds` after the
        close frame."""
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def send_receive_event_to_app(self) -> None:
        if self._dismissed:
            self.frames = []
            return
        super().send_receive_event_to_app()
        if self.waiting > MOST_WAITING:
            self.dismiss(p.POLICY_VIOLATION, "too many frames")

    def follow(self) -> None:
        """A player's socket: has the watch check it while the loop is busy."""
        if self.watch is not None and self.link.sock is not None and not self.link.closed:
            self.link.follow(self.watch)

    def handle_pong(self, event: Frame) -> None:
        payload = bytes(event.data)
        measured = self.link.pong(payload, self.stamped.waited_ms)
        if measured:
            self.sender.frame_was_due()
        if measured or payload == self.pending_ping_payload:
            self._answered, self._read_first = self.loop.time(), False
        if not measured:
            super().handle_pong(event)

    def send_keepalive_ping(self) -> None:
        """Sends a keepalive ping, unless a measuring ping has just been answered. Other input does
        not count, not even a pong: a peer that sends may not read; only an answer shows that."""
        quiet = self.loop.time() - self._answered
        if self.ping_interval is None or quiet >= self.ping_interval:
            super().send_keepalive_ping()
            return
        remaining = self.ping_interval - quiet
        self.ping_timer = self.loop.call_later(remaining, self.send_keepalive_ping)

    def _ping(self, payload: bytes) -> bool:
        if self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(ping_frame(payload))
        return True

    def _direct(self) -> bool:
        """Whether the connection is the client's own, not a trusted proxy's."""
        return FORWARDED not in cast(dict[str, Any], self.scope)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self._served = False
            scope = cast(dict[str, Any], self.scope)
            scope[ABORT] = self.cut
            scope[DISMISS] = self.dismiss
            scope[LINK] = self.link
            scope[DIRECT] = self

    def dismiss(self, code: int, reason: str) -> None:
        """Has the application end this socket as if the peer had disconnected; no further input
        reaches the application."""
        self._dismissed = True
        event = {"type": "websocket.disconnect", "code": code, "reason": reason, DISMISS: True}
        self.queue.put_nowait(cast(Any, event))

    def keepalive_timeout(self) -> None:
        """Unread input tells whether the peer was silent or this server was late: if there is some,
        it is read first, but only once, since reading may be paused. Nothing is decided while
        frames wait for their turn (`turns`)."""
        if self._held or (kernel.unread_bytes(self.link.sock) and not self._read_first):
            self._read_first = not self._held
            self.pong_timer = self.loop.call_later(READ_SECONDS, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self.cut()


def protocol(
    ms: Callable[[int], int],
    bounds: Limits | None = None,
    tally: Tally | None = None,
    watch: Watch | None = None,
) -> type[asyncio.Protocol]:
    """The WebSocket protocol class for uvicorn. `ms`: the adjusted time so many ms ago; `tally`
    counts what is refused; `watch` checks the sockets that ask for it (`follow`)."""
    own = {
        "limits": bounds or Limits(),
        "tally": tally or Tally(),
        "post": WriteCoalescer(),
        "watch": watch,
        "turns": Turns(),
        "turns_of_many": Turns(MANY_IN_A_TURN, 1, MANY_PAUSE_SECONDS),
    }
    return type("Socket", (StampedSocket,), {"ms": staticmethod(ms), **own})
