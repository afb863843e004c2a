"""Splits the input of one connection at the ends of frames, by their headers (RFC 6455, section
5.2).

Frames that were read together may have arrived at different times, so each is passed on separately,
with its own stamp (`transport`). Nothing is validated here; that is left to the parser.
"""

from collections.abc import Iterable, Iterator

_HEAD_BYTES = 14  # of the longest header: two, eight for the length, four for the mask
_LENGTHS = {126: 2, 127: 8}
_MASK_BYTES = 4
_SHORT_HEAD = 6


def frame_bytes(head: bytes) -> int | None:
    """The length of the frame that begins with these bytes, header included; None: more bytes are
    needed to know."""
    if len(head) < 2:
        return None
    masked, size = head[1] & 0x80, head[1] & 0x7F
    at = 2 + _LENGTHS.get(size, 0)
    if len(head) < at:
        return None
    if size in _LENGTHS:
        size = int.from_bytes(head[2:at], "big")
    return at + (_MASK_BYTES if masked else 0) + size


def _is_short(data: bytes) -> bool:
    """Whether this is exactly one masked frame of less than 126 bytes, as is usual."""
    size = len(data) - _SHORT_HEAD
    return 0 <= size < 126 and data[1] == 0x80 | size


class Boundaries:
    """Cuts a stream after each frame, however the stream is split into reads."""

    def __init__(self) -> None:
        self._head = b""  # the incomplete header of a frame
        self._left = 0  # bytes left of a frame whose length is known

    def pieces(self, data: bytes) -> Iterable[bytes]:
        """The same bytes in pieces that end where frames end. They are cut lazily: a caller that
        stops early cannot go on with later data."""
        if not self._left and not self._head and _is_short(data):
            return (data,)
        return self._cut(data)

    def _cut(self, data: bytes) -> Iterator[bytes]:
        start = 0
        while start < len(data):
            end = self._end(data, start)
            yield data[start:end]
            start = end

    def _end(self, data: bytes, start: int) -> int:
        """Where the frame that continues at `start` ends, or the end of these data."""
        if not self._left:
            head = self._head + data[start : start + _HEAD_BYTES - len(self._head)]
            size = frame_bytes(head)
            if size is None:
                self._head = head
                return len(data)
            self._left, self._head = size - len(self._head), b""
        end = min(start + self._left, len(data))
        self._left -= end - start
        return end
