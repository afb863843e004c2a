"""Lines from a program's output, in a bounded buffer between two threads."""

import contextlib
import threading
from collections import deque
from collections.abc import Iterator
from typing import IO

LINE_BYTES = 65536  # of a line; the rest is dropped
MAX_LINES = 10_000  # unread; a program that writes more is blocked
MAX_CHARACTERS = 4 * 1024**2  # unread


class LineBuffer:
    """Lines that one thread puts and another gets. `put` waits while the buffer is full."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self._characters = 0
        self._changed = threading.Condition()
        self._has_ended = False
        self._is_closed = False

    def put(self, line: str) -> None:
        """Adds a line; drops it once the buffer is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or not self._is_full)
            if not self._is_closed:
                self._lines.append(line)
                self._characters += len(line)
                self._changed.notify_all()

    def end(self) -> None:
        """There will be no more lines."""
        with self._changed:
            self._has_ended = True
            self._changed.notify_all()

    def close(self) -> None:
        """Releases all waiting threads: `put` drops its line, and `get` raises EOFError."""
        with self._changed:
            self._is_closed = self._has_ended = True
            self._changed.notify_all()

    def get(self, seconds: float) -> str | None:
        """The next line; None if there is none in time. Raises EOFError after the last one."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self._has_ended, max(0.0, seconds))
            if self._lines:
                line = self._lines.popleft()
                self._characters -= len(line)
                self._changed.notify_all()
                return line
            if self._has_ended:
                raise EOFError
            return None

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def _is_full(self) -> bool:
        return len(self._lines) >= MAX_LINES or self._characters >= MAX_CHARACTERS


def lines_of(pipe: IO[bytes]) -> Iterator[str]:
    """The lines of a pipe as text, until it ends. Of a long line only the beginning counts; a byte
    order mark at the beginning, which .NET writes, does not."""
    encoding = "utf-8-sig"
    with contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(LINE_BYTES):
            yield line.decode(encoding, "replace").rstrip("\r\n")
            encoding = "utf-8"
            while len(line) == LINE_BYTES and not line.endswith(b"\n"):
                line = pipe.readline(LINE_BYTES)
