"""Writes log lines. A reader that has stopped (a full pipe, or a terminal paused by Ctrl-S) delays
no thread, and a reader that has exited, or a full disk, is not an error."""

import atexit
import os
import select
import threading
import time

MAX_BYTES = 1 << 20
"""The size of the lines that wait to be written; more lines are dropped, and counted."""
CLOSE_SECONDS = 1.0
PIPE_BUF = select.PIPE_BUF
"""Bytes that a writable pipe accepts without blocking (pipe(7))."""


class LogWriter:
    """A text stream on a file descriptor whose `write` does not block on pipes and terminals and
    never raises. Any thread may call it."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._waiting = bytearray()
        self._lost = 0
        # Reentrant: a finalizer or a signal handler may log while its own thread writes a line.
        self._lock = threading.RLock()
        self._poll = select.poll()
        self._poll.register(fd, select.POLLOUT)
        atexit.register(self.close)

    def write(self, text: str) -> int:
        """Writes lines, or a part of one, or queues them."""
        line = text.encode(errors="backslashreplace")
        with self._lock:
            self._drain(0)
            if len(self._waiting) + len(line) > MAX_BYTES:
                self._lost += line.count(b"\n")
            else:
                self._waiting += self._lost_lines_note() + line
                self._drain(0)
        return len(text)

    def flush(self) -> None:
        """Does nothing, because `write` has written what it could."""

    def close(self, timeout_s: float = CLOSE_SECONDS) -> None:
        """Writes the waiting lines; gives up after `timeout_s`."""
        end = time.monotonic() + timeout_s
        with self._lock:
            self._waiting += self._lost_lines_note()
            while self._waiting and (left_s := end - time.monotonic()) > 0:
                self._drain(round(1000 * left_s))

    def _lost_lines_note(self) -> bytes:
        """A line that says how many lines were lost; empty if none."""
        lost, self._lost = self._lost, 0
        return b"level=warning event=log_lines_lost lines=%d\n" % lost if lost else b""

    def _drain(self, wait_ms: int) -> None:
        """Writes the waiting lines, as far as possible without blocking. `wait_ms`: how long to
        wait until the descriptor is writable."""
        while self._waiting and self._poll.poll(wait_ms):
            try:
                written = os.write(self._fd, self._waiting[:PIPE_BUF])
            except OSError:  # no reader, or no room
                self._waiting.clear()
                return
            del self._waiting[:written]
            wait_ms = 0
