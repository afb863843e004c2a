"""Frames of RFC 6455, section 5.2, that need no parser: outgoing ones, and short incoming ones. The
end of a frame is read from its header; the parser checks everything else."""

from functools import lru_cache

from websockets.frames import Opcode
from websockets.speedups import apply_mask

CACHED_FRAMES = 64
MAX_HEAD = 14  # two bytes, eight for the length, four for the mask
_HEAD = 6  # bytes of header of a short masked frame
_SHORT = {0x81: Opcode.TEXT, 0x8A: Opcode.PONG}  # by the first byte of a final frame


@lru_cache(CACHED_FRAMES)
def text_frame(text: str) -> bytes:
    """One unmasked text frame. Cached, because a broadcast sends the same frame to every viewer."""
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


def frame_size(data: bytes | bytearray, max_bytes: int) -> int:
    """The length of the frame at the beginning of the data; 0 if it is incomplete. A frame with
    more than `max_bytes` of content is refused by its header, so all data count as that frame."""
    if len(data) < 2:
        return 0
    at, size = 2, data[1] & 0x7F
    if size >= 126:
        at = 4 if size == 126 else 10
        if len(data) < at:
            return 0
        size = int.from_bytes(data[2:at], "big")
    if size > max_bytes:
        return len(data)
    size += at + (4 if data[1] & 0x80 else 0)
    return size if size <= len(data) else 0


def short_frame(frame: bytes) -> tuple[Opcode, bytes] | None:
    """Opcode and content of a final, masked frame shorter than 126 bytes: ASCII text, such as every
    move, or a pong. None: the frame needs the parser."""
    size = len(frame) - _HEAD
    if not 0 <= size < 126 or frame[0] not in _SHORT or frame[1] != 0x80 | size:
        return None
    content: bytes = apply_mask(frame[_HEAD:], frame[2:_HEAD])
    if frame[0] == 0x81 and not content.isascii():
        return None
    return _SHORT[frame[0]], content
