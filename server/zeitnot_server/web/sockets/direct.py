"""A shortcut past ASGI through uvicorn's WebSocket protocol, for texts in and out.

An ASGI application gets each message through a queue, a task that has to wake up and three layers
of calls, and sends each the same way; for a move that is more work than all the rest
(docs/why/speed.md). After `hello` a socket's frames are passed on by a plain call as they arrive,
and any accepted socket can be written to at once; the frames of one turn of the loop are sent
together (`coalescing`). Handshake, close and pings are left to uvicorn.
"""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol, cast

from websockets.frames import Frame, Opcode
from websockets.speedups import apply_mask

import zeitnot_protocol as p

from .bounded_socket import BoundedSocket
from .coalescing import CoalescingTransport, WriteCoalescer

FRAMES_KEPT = 64
_HEAD = 6  # of a short frame: two bytes and the mask
_SHORT = {0x81: Opcode.TEXT, 0x8A: Opcode.PONG}  # final
_WHOLE = b"\x81\x82\x89\x8a"  # final: text, binary, ping, pong


@lru_cache(FRAMES_KEPT)
def text_frame(text: str) -> bytes:
    """One unmasked text frame (RFC 6455, section 5.2). Cached, since a broadcast needs the same one
    for every viewer."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), data)


def ping_frame(payload: bytes) -> bytes:
    """A ping (section 5.5.2) with at most 125 bytes."""
    return b"\x89%c%b" % (len(payload), payload)


def short_frame(data: bytes) -> tuple[Opcode, bytes] | None:
    """The only frame in these bytes, complete, final, masked and shorter than 126 bytes: a text in
    ASCII, as every move is, or a pong. None: it needs the parser."""
    size = len(data) - _HEAD
    if not 0 <= size < 126 or data[0] not in _SHORT or data[1] != 0x80 | size:
        return None
    content: bytes = apply_mask(data[_HEAD:], data[2:_HEAD])
    if data[0] == 0x81 and not content.isascii():
        return None
    return _SHORT[data[0]], content


def whole_frames(data: bytes) -> bool:
    """Whether these are complete short frames only, none of them a fragment or a close: after them
    the parser has no partial data."""
    at = 0
    while at + 1 < len(data) and data[at] in _WHOLE and 0x80 <= data[at + 1] < 0x80 | 126:
        at += _HEAD + (data[at + 1] & 0x7F)
    return at == len(data)


class Flushes(Protocol):
    """Frames that wait for a socket."""

    def flush(self) -> None:
        """Sends what can be sent now."""


class DirectSocket(BoundedSocket):
    """uvicorn's protocol with the shortcut. `taker`: if set, gets every text from now on;
    `queue_out`: what waits to be sent, flushed when the socket can be written to again."""

    post: WriteCoalescer

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taker: Callable[[str], None] | None = None
        self.queue_out: Flushes | None = None
        self._whole = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(CoalescingTransport(cast(asyncio.Transport, transport), self.post))

    # ── in ─────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        """A short frame that arrived alone needs no parser, unless the parser has partial data."""
        if self._whole and self.taker and not self.close_sent and (frame := short_frame(data)):
            opcode, content = frame
            if opcode is Opcode.TEXT:
                self.taker(content.decode())
            else:
                self.handle_pong(Frame(opcode, content))
            return
        self._whole = self._whole and (not self.handshake_complete or whole_frames(data))
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        if self.taker is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self._end(p.INVALID_TEXT, "not UTF-8")
            return
        self.taker(text)

    @property
    def waiting(self) -> int:
        """How many messages wait for the application in the queue."""
        return self.queue.qsize()

    # ── out ────────────────────────────────────────────────────────────────────────────────────

    @property
    def bytes_out(self) -> int:
        """How many bytes have been sent, the handshake included."""
        return cast(CoalescingTransport, self.transport).sent

    @property
    def open(self) -> bool:
        """Whether a frame can be written now: the peer reads, and neither side has sent a close."""
        return self.writable.is_set() and not self.close_sent and not self.disconnected

    def write(self, *texts: str) -> None:
        """Sends texts; only while `open`."""
        self.transport.write(b"".join(map(text_frame, texts)))

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.queue_out is not None:
            self.queue_out.flush()
