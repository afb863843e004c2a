"""Where the frames of one connection end, read off their heads (RFC 6455, section 5.2).

Frames that were read together may have come at different times, so each is handed on by itself,
with its own stamp (`transport`). Nothing is judged here; what is no frame is for the parser to say.
"""

from collections.abc import Iterable, Iterator

_HEAD_BYTES = 14  # of the longest: two, eight for the length, four for the mask
_LENGTHS = {126: 2, 127: 8}
_MASK_BYTES = 4
_SHORT_HEAD = 6


def frame_bytes(head: bytes) -> int | None:
    """How long the frame is, head included, that begins with these bytes; None: they do not say
    yet."""
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
    """Whether these are one masked frame of less than 126 bytes, as most are."""
    size = len(data) - _SHORT_HEAD
    return 0 <= size < 126 and data[1] == 0x80 | size


class Boundaries:
    """Cuts a stream behind each of its frames, however it comes."""

    def __init__(self) -> None:
        self._head = b""  # of a frame that has not said yet how long it is
        self._left = 0  # of a frame that has

    def pieces(self, data: bytes) -> Iterable[bytes]:
        """The same bytes, each frame's last one at the end of a piece. They are cut as they are
        asked for: after an end too early nothing more can be cut."""
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
        """Where the frame ends that goes on at `start`, or these data do."""
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
