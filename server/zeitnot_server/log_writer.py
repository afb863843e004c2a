"""Where log lines go. Nobody waits for a reader of the log that has stopped (a full pipe, or a
terminal held by Ctrl-S), and nothing fails where one has gone or its disk is full."""

import atexit
import os
import select
import threading
import time

MOST_BYTES = 1 << 20
"""So much may wait to be written; lines that come after that are lost, and counted."""
LAST_SECONDS = 1.0
PIPE_BUF = select.PIPE_BUF
"""What a pipe that can be written to takes without blocking (pipe(7))."""


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
        """Takes lines, or a part of one."""
        line = text.encode(errors="backslashreplace")
        with self._lock:
            self._drain(0)
            if len(self._waiting) + len(line) > MOST_BYTES:
                self._lost += line.count(b"\n")
            else:
                self._waiting += self._note() + line
                self._drain(0)
        return len(text)

    def flush(self) -> None:
        """Nothing: what can be written has been."""

    def close(self, patience_s: float = LAST_SECONDS) -> None:
        """Waits so long for what has not been written yet."""
        end = time.monotonic() + patience_s
        with self._lock:
            self._waiting += self._note()
            while self._waiting and (left := end - time.monotonic()) > 0:
                self._drain(round(1000 * left))

    def _note(self) -> bytes:
        """How many lines were lost, if any were."""
        lost, self._lost = self._lost, 0
        return b"level=warning event=log_lines_lost lines=%d\n" % lost if lost else b""

    def _drain(self, wait_ms: int) -> None:
        """Writes what waits as far as that is possible at once; waits for the first byte."""
        while self._waiting and self._poll.poll(wait_ms):
            try:
                written = os.write(self._fd, self._waiting[:PIPE_BUF])
            except OSError:  # no reader, or no room
                self._waiting.clear()
                return
            del self._waiting[:written]
            wait_ms = 0
