"""uvicorn's sans-I/O WebSocket protocol with stamps, coalesced output and a path past ASGI.

`zeitnot_server.web.transport` explains these. In addition, a connection that does not answer a ping
is aborted without flushing. Input of a dismissed peer is not processed: some frames are checked for
its close frame, then reading stops.
"""

import asyncio
import math
import socket
from collections.abc import Callable
from typing import Any, Protocol, cast

from websockets.frames import Frame, Opcode
from websockets.http11 import Request

import zeitnot_protocol as p

from ...hosting.room.host import ServerTally
from ...limits.quota_subject import UNMETERED, QuotaSubject
from ...limits.table import STANDARD, Limits
from ..http.proxies import FORWARDED
from . import kernel
from .bounded_socket import BoundedSocket
from .coalescing import CoalescingTransport, WriteCoalescer
from .framing import frame_size, ping_frame, short_frame, text_frame
from .input_scheduler import (
    BATCH,
    BULK_PAUSE_SECONDS,
    BULK_PER_TICK,
    BURST,
    InputScheduler,
    process_frames,
)
from .input_watchdog import InputWatchdog
from .link import SocketLink

# keys in ASGI events (the stamp of its frame; whether the socket was dismissed) and in the scope
AT_MS = "zeitnot.at_ms"
DISMISS = "zeitnot.dismiss"
SOCKET = "zeitnot.socket"
SEND_BUFFER_BYTES = 32 * 1024
READ_SECONDS = 0.5  # for reading what was unread when a ping timed out
MAX_WAITING = STANDARD.waiting_frames  # for an application that reads them one by one
LAST_FRAMES = STANDARD.closing_frames  # read to find the close frame of a dismissed peer


class Flushes(Protocol):
    """Frames that wait for a socket."""

    def flush(self) -> None:
        """Sends what can be sent now."""


class _StampedQueue:
    """The part of asyncio.Queue that uvicorn uses, for one reader and with stamps, in a tenth of
    the memory."""

    def __init__(self, stamp: Callable[[], int]) -> None:
        self._items: list[Any] = []
        self._reader: asyncio.Future[None] | None = None
        self._stamp = stamp

    def put_nowait(self, item: Any) -> None:
        """Puts an event in, stamped."""
        item[AT_MS] = self._stamp()
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


class StampedSocket(BoundedSocket):
    """uvicorn's protocol with these additions; a subclass sets the class attributes. `ms_ago`: the
    adjusted time this many ms ago."""

    ms_ago: Callable[[int], int]
    coalescer: WriteCoalescer
    watchdog: InputWatchdog | None
    scheduler: InputScheduler
    bulk_scheduler: InputScheduler
    link: SocketLink

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = cast(Any, _StampedQueue(self._count_and_stamp))
        self._sender: QuotaSubject = UNMETERED  # until the application says who it is
        self._queue_out: Flushes | None = None
        self._on_text: Callable[[str, int], None] | None = None
        self._answered_s = -math.inf  # when a ping of ours was answered last
        self._app_has_ended = True  # no application task has this socket
        self._is_reading_first = False  # a ping has timed out, but input was still unread
        self._dismissed = False
        self._last_frames = LAST_FRAMES  # how many are still read after a dismissal or close
        self._input = bytearray()  # was read, and is not processed yet
        self._is_paused = False  # reading is paused until it is handled
        self._waited_ms = 0  # how long the current frame had waited in the kernel
        self._last_ms = 0

    # ── the connection ─────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        coalescing = CoalescingTransport(cast(asyncio.Transport, transport), self.coalescer)
        super().connection_made(coalescing)
        sock = transport.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self.link = SocketLink(self, sock, coalescing.flush)

    def connection_lost(self, exc: Exception | None) -> None:
        self.link.close()
        super().connection_lost(exc)
        self._dispose()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._app_has_ended = True
        self._dispose()

    def _dispose(self) -> None:
        """Breaks reference cycles once both the connection and the application have ended, so that
        everything is freed at once and not left to the garbage collector."""
        if not self.link.closed or not self._app_has_ended:
            return
        self._on_text = self._queue_out = None
        self.queue = cast(Any, None)
        self.scope = cast(Any, {})
        self._end_parser()
        self.link.dispose()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self._app_has_ended = False
            cast(dict[str, Any], self.scope)[SOCKET] = self

    def handle_close(self, event: Frame) -> None:
        self.link.leaving = True
        super().handle_close(event)

    # ── what the application asks ──────────────────────────────────────────────────────────────

    def attach(self, sender: QuotaSubject, queue_out: Flushes) -> None:
        """Sets the sender to which frames count from now on, and the queue that is flushed when the
        socket becomes writable again."""
        self._sender, self._queue_out = sender, queue_out

    def follow(self, take: Callable[[str, int], None]) -> None:
        """Calls `take` with every text from now on, and its stamp."""
        self._on_text = take

    def follow_closely(self) -> None:
        """Has the watchdog check this socket while the loop is busy. For players' sockets."""
        if self.watchdog is not None and self.link.sock is not None and not self.link.closed:
            self.link.follow(self.watchdog)

    def drop_input(self) -> None:
        """Drops texts that arrive from now on, because the server stops. The client will send them
        again, with the same ids."""
        if self._on_text is not None:
            self._on_text = lambda text, at_ms: None

    def dismiss(self, code: int, reason: str) -> None:
        """Has the application end this socket as if the peer had disconnected. No further input
        reaches the application."""
        self._dismissed, self._on_text = True, None
        event = {"type": "websocket.disconnect", "code": code, "reason": reason, DISMISS: True}
        self.queue.put_nowait(cast(Any, event))

    @property
    def waiting(self) -> int:
        """How many messages wait for the application in the queue."""
        return self.queue.qsize()

    @property
    def is_direct(self) -> bool:
        """Whether the connection is the client's own, not a trusted proxy's."""
        return FORWARDED not in cast(dict[str, Any], self.scope)

    # ── output ─────────────────────────────────────────────────────────────────────────────────

    @property
    def bytes_out(self) -> int:
        """How many bytes have been sent, the handshake included."""
        return cast(CoalescingTransport, self.transport).sent

    @property
    def can_write(self) -> bool:
        """Whether a frame can be written now: the peer reads, and neither side has sent a close."""
        return self.writable.is_set() and not self.close_sent and not self.disconnected

    def write(self, *texts: str) -> bool:
        """Sends texts; False, and sends none, if it cannot write now."""
        if not self.can_write:
            return False
        self.transport.write(b"".join(map(text_frame, texts)))
        return True

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._queue_out is not None:
            self._queue_out.flush()

    # ── input ──────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        if not self._last_frames:
            self._read_no_more()
            return
        self.link.note_received(len(data))
        if not self.handshake_complete:
            super().data_received(data)
            return
        self._input += data
        if self._is_paused:
            return  # it was in flight when reading was paused
        prompt = self._sender.may_process_now()
        if self.process_frames(BURST if prompt else 0):
            self._is_paused = True
            cast(CoalescingTransport, self.transport).hold()
            scheduler = self.scheduler if prompt else self.bulk_scheduler
            scheduler.add(self._sender.origin or "", self)

    def process_frames(self, max_frames: int) -> bool:
        """Processes up to `max_frames` of the frames that were read; returns whether more are left.
        An incomplete frame waits for its rest."""
        for _ in range(max_frames):
            if not (size := frame_size(self._input, self.config.ws_max_size)):
                break
            if not self._admit_frame():
                self._input.clear()
                break
            frame = bytes(self._input[:size])
            del self._input[:size]
            self._waited_ms = self.link.waited_ms(len(self._input))
            self._handle_frame(frame)
            if not self._input:
                break
        else:
            return bool(self._input)
        self._waited_ms = 0
        if self._is_paused:
            self._resume()
        return False

    def _admit_frame(self) -> bool:
        """Counts a frame. False: this frame and all later ones are ignored. Some are read after a
        dismissal, because the peer's close frame may be among them."""
        if self.disconnected or self.link.leaving or self.conn.parser_exc is not None:
            return False  # the connection has ended within these data
        if not self._dismissed and not self.close_sent:
            if self._sender.take_frame():
                return True
            self.dismiss(p.POLICY_VIOLATION, "too many frames")
        self._last_frames -= 1
        if not self._last_frames:
            self._read_no_more()
        return self._last_frames > 0

    def _read_no_more(self) -> None:
        """Stops reading until the connection is closed, at the latest `linger_seconds` after the
        close frame."""
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def _resume(self) -> None:
        """Resumes reading after all read frames were processed or dropped."""
        self._is_paused = False
        if self._last_frames and not self.transport.is_closing():
            cast(CoalescingTransport, self.transport).release()

    def hurry(self) -> None:
        """Processes a chunk of the read frames out of turn."""
        if self._is_paused:
            process_frames(self, BATCH)

    @property
    def unparsed(self) -> int:
        """How many read bytes belong to frames that wait for their turn."""
        return len(self._input) if self._is_paused else 0

    # ── frames ─────────────────────────────────────────────────────────────────────────────────

    def _count_and_stamp(self) -> int:
        """Counts a frame that is passed on, and returns its arrival time. Stamps never go back."""
        self.link.frames_in += 1
        self._last_ms = max(self._last_ms, self.ms_ago(self._waited_ms))
        return self._last_ms

    def _handle_frame(self, frame: bytes) -> None:
        """Handles a frame; a short one needs no parser, unless it comes inside a message."""
        if (
            self._on_text
            and not self.frames
            and not self.close_sent
            and (short := short_frame(frame))
        ):
            opcode, content = short
            if opcode is Opcode.TEXT:
                self._on_text(content.decode(), self._count_and_stamp())
            else:
                self.handle_pong(Frame(opcode, content))
            return
        super().data_received(frame)

    def send_receive_event_to_app(self) -> None:
        if self._dismissed:
            self.frames = []
        elif self._on_text is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            if self.waiting > MAX_WAITING:
                self.dismiss(p.POLICY_VIOLATION, "too many frames")
        elif (text := self.take_text()) is not None:
            self._on_text(text, self._count_and_stamp())

    # ── pings ──────────────────────────────────────────────────────────────────────────────────

    def ping(self, payload: bytes) -> bool:
        """Sends a ping; False if the connection is ending."""
        if self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(ping_frame(payload))
        return True

    def handle_pong(self, event: Frame) -> None:
        payload = bytes(event.data)
        measured = self.link.pong(payload, self._waited_ms)
        if measured:
            self._sender.refund_frame()
        if measured or payload == self.pending_ping_payload:
            self._answered_s, self._is_reading_first = self.loop.time(), False
        if not measured:
            super().handle_pong(event)

    def send_keepalive_ping(self) -> None:
        """Sends a keepalive ping, unless a measuring ping was just answered. Other input does not
        count, even a pong: a peer that sends may not read, and only an answer shows that it
        does."""
        quiet = self.loop.time() - self._answered_s
        if self.ping_interval is None or quiet >= self.ping_interval:
            super().send_keepalive_ping()
            return
        remaining = self.ping_interval - quiet
        self.ping_timer = self.loop.call_later(remaining, self.send_keepalive_ping)

    def keepalive_timeout(self) -> None:
        """Aborts a silent peer. Unread input means that this server is late: it is read first, but
        only once, because reading may be paused. Nothing is decided while frames wait for their
        turn (`input_scheduler`)."""
        if self._is_paused or (kernel.unread_bytes(self.link.sock) and not self._is_reading_first):
            self._is_reading_first = not self._is_paused
            self.pong_timer = self.loop.call_later(READ_SECONDS, self.keepalive_timeout)
            return
        super().keepalive_timeout()
        self.abort()


def protocol(
    ms_ago: Callable[[int], int],
    bounds: Limits | None = None,
    tally: ServerTally | None = None,
    watchdog: InputWatchdog | None = None,
) -> type[asyncio.Protocol]:
    """The WebSocket protocol class for uvicorn. `ms_ago`: the adjusted time this many ms ago;
    `tally` counts refusals; `watchdog` checks the sockets of players (`follow_closely`)."""
    attributes = {
        "limits": bounds or Limits(),
        "tally": tally or ServerTally(),
        "coalescer": WriteCoalescer(),
        "watchdog": watchdog,
        "scheduler": InputScheduler(),
        "bulk_scheduler": InputScheduler(BULK_PER_TICK, 1, BULK_PAUSE_SECONDS),
    }
    return type("Socket", (StampedSocket,), {"ms_ago": staticmethod(ms_ago), **attributes})
