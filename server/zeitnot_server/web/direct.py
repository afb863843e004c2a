"""The seam to uvicorn's WebSocket protocol, its short way: texts in and out without ASGI.

An ASGI application gets each message through a queue, a task that wakes up and three layers of
calls, and sends each by the same way back; for a move that is more work than all the rest
(docs/why/speed.md). A socket that has said hello may be read by a plain call as its frames arrive,
and any accepted one may be written to at once; the frames of one turn of the loop leave together
(`coalescing`). Handshake, close, pings and the end stay with uvicorn.
"""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from websockets.frames import Frame, Opcode
from websockets.speedups import apply_mask

import zeitnot_protocol as p

from .coalescing import CoalescingTransport, WriteCoalescer
from .wire import BoundedSocket

FRAMES_KEPT = 64
_HEAD = 6  # of a short frame: two bytes and the mask
_SHORT = {0x81: Opcode.TEXT, 0x8A: Opcode.PONG}  # final
_WHOLE = b"\x81\x82\x89\x8a"  # final: text, binary, ping, pong


@lru_cache(FRAMES_KEPT)
def text_frame(text: str) -> bytes:
    """One unmasked text frame (RFC 6455, section 5.2). A broadcast asks for the same one again and
    again."""
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
    """A frame that has come whole and alone, final, masked and shorter than 126 bytes: a text of
    ASCII alone, as every move is, or a pong. None: it is for the parser to see."""
    size = len(data) - _HEAD
    if not 0 <= size < 126 or data[0] not in _SHORT or data[1] != 0x80 | size:
        return None
    content: bytes = apply_mask(data[_HEAD:], data[2:_HEAD])
    if data[0] == 0x81 and not content.isascii():
        return None
    return _SHORT[data[0]], content


def whole_frames(data: bytes) -> bool:
    """Whether these are short frames from first to last, none of them a part of something or a
    close: after them the parser has nothing in hand."""
    at = 0
    while at + 1 < len(data) and data[at] in _WHOLE and 0x80 <= data[at + 1] < 0x80 | 126:
        at += _HEAD + (data[at + 1] & 0x7F)
    return at == len(data)


class DirectSocket(BoundedSocket):
    """uvicorn's protocol with the short way. `taker`: gets every text from now on, if there is one;
    `on_open`: is called when the way out is open again."""

    post: WriteCoalescer

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.taker: Callable[[str], None] | None = None
        self.on_open: Callable[[], None] = lambda: None
        self._whole = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(CoalescingTransport(cast(asyncio.Transport, transport), self.post))

    # ── in ─────────────────────────────────────────────────────────────────────────────────────

    def data_received(self, data: bytes) -> None:
        """A short frame that came alone needs no parser, as long as the parser has never had a part
        of anything in hand."""
        if self._whole and self.taker and not self.close_sent and (short := short_frame(data)):
            opcode, content = short
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
        """How much has been sent, the handshake included."""
        return cast(CoalescingTransport, self.transport).sent

    @property
    def open(self) -> bool:
        """Whether a frame can be written now: the peer reads, and nobody has said goodbye."""
        return self.writable.is_set() and not self.close_sent and not self.disconnected

    def write(self, *texts: str) -> None:
        """Sends texts; only while `open`."""
        self.transport.write(b"".join(map(text_frame, texts)))

    def resume_writing(self) -> None:
        super().resume_writing()
        self.on_open()
