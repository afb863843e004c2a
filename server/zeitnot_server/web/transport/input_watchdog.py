"""A thread that watches the sockets of players while the event loop is busy.

A busy loop reads late, and then the kernel only reports when the last bytes of a socket arrived. So
this thread checks every 10 ms which sockets have unread input, and how much. That gives each frame
its arrival time, regardless of what was sent after it. If the loop reads in time, nothing is unread
and nothing is recorded. The same thread takes the clock's samples (`hosting.room.now`).

The interpreter lets this thread run every half millisecond (`app.SWITCH_SECONDS`), but not during a
call of native code that holds the interpreter lock. Such a call shows, too: `checked_ns` is old.
"""

import contextlib
import select
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import structlog

BEAT_SECONDS = 0.01
LATE_NS = 15_000_000  # between two checks; if it is longer, the thread was delayed
REST_FACTOR = 9  # the thread sleeps this many times as long as a check took

logger = structlog.get_logger()


class Watched(Protocol):
    """A connection whose input is watched."""

    sock: Any
    bytes_in: int

    def note_unread(self, since_ns: int) -> bool:
        """Notes that input has arrived after `since_ns` (monotonic). Returns whether it is
        unread."""


class InputWatchdog:
    """`sample` is called at each beat. `checked_ns`: all input that arrived by then was noted or
    read; 0 while the thread does not run."""

    def __init__(
        self,
        sample: Callable[[], object] = lambda: None,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.checked_ns = 0
        self._sample = sample
        self._monotonic_ns = monotonic_ns
        self._watched: dict[int, Watched] = {}
        self._again: list[tuple[Watched, int]] = []  # to note once more, with their `bytes_in`
        self._poll = select.epoll() if hasattr(select, "epoll") else None
        self._stopping = False

    def follow(self, socket: Watched) -> None:
        """Watches this connection until `forget`."""
        number = socket.sock.fileno()
        if self._poll is not None and number >= 0:
            self._watched[number] = socket
            with contextlib.suppress(OSError, ValueError):  # already registered, or closed
                self._poll.register(number, select.EPOLLIN | select.EPOLLET)

    def forget(self, socket: Watched) -> None:
        """Stops watching. Call it before the socket is closed, because its number may be reused."""
        number = socket.sock.fileno()
        if self._poll is not None and self._watched.get(number) is socket:
            del self._watched[number]
            with contextlib.suppress(OSError, ValueError):
                self._poll.unregister(number)

    def beat(self) -> None:
        """Checks all sockets once."""
        now = self._monotonic_ns()
        self._sample()
        if self._poll is not None and self._watched:
            # the loop's thread may have forgotten the last one meanwhile, and 0 is refused
            self._note(self._poll.poll(0, max(1, len(self._watched))), self.checked_ns or now)
        self.checked_ns = now

    def _note(self, arrivals: list[tuple[int, int]], since_ns: int) -> None:
        """Records the sockets with new input, and again those that were being read during the last
        check, because bytes on their way from the kernel to this process are not counted."""
        repeated, self._again = self._again, []
        for socket, read in repeated:
            if socket.bytes_in != read:
                socket.note_unread(since_ns)
        for number, _ in arrivals:
            connection = self._watched.get(number)
            if connection is not None:
                read = connection.bytes_in
                if connection.note_unread(since_ns):
                    self._again.append((connection, read))

    def run(self) -> None:
        """Checks every BEAT_SECONDS until `running` ends. An error ends the thread."""
        delay = BEAT_SECONDS
        try:
            while not self._stopping:
                time.sleep(delay)
                started = time.thread_time_ns()
                self.beat()
                delay = max(BEAT_SECONDS, REST_FACTOR * (time.thread_time_ns() - started) / 1e9)
        except Exception:
            logger.exception("watch failed")
        finally:
            self.checked_ns = 0

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Runs the thread within the context."""
        thread = threading.Thread(target=self.run, name="input watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._stopping = True
            thread.join()
            if self._poll is not None:
                self._poll.close()
