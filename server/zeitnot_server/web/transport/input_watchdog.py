"""A thread that watches the sockets of players while the event loop is busy.

A busy loop reads late, and then the kernel says only when the last bytes of a socket came. So this
thread checks every 10 ms which sockets have unread input, and how much. From that each frame gets
its arrival time, whatever was sent after it. A loop that reads in time leaves nothing unread, and
there is nothing to record. The same thread has the clock take its samples (`hosting.room.now`).

The interpreter lets this thread run every half millisecond (`app.SWITCH_SECONDS`), but not during a
call of native code that holds the interpreter lock. Such a call shows, too: `asked_ns` is old.
"""

import contextlib
import select
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import structlog

BEAT_SECONDS = 0.01
LATE_NS = 15_000_000  # since the last beat: then the thread has been held up
SHARE = 9  # it rests for so many times as long as it has worked

logger = structlog.get_logger()


class Watched(Protocol):
    """A connection whose input is watched."""

    sock: Any
    bytes_in: int

    def sighted(self, since_ns: int) -> bool:
        """Input has come after `since_ns` (monotonic), and may be unread. Returns whether it is."""


class InputWatchdog:
    """`sample` is called at each beat. `asked_ns`: all that had come by then has been sighted or
    read; 0 while the thread does not run."""

    def __init__(
        self,
        sample: Callable[[], object] = lambda: None,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.asked_ns = 0
        self._sample = sample
        self._monotonic_ns = monotonic_ns
        self._watched: dict[int, Watched] = {}
        self._again: list[tuple[Watched, int]] = []
        self._poll = select.epoll() if hasattr(select, "epoll") else None
        self._over = False

    def follow(self, socket: Watched) -> None:
        """Watches this connection until it is forgotten."""
        number = socket.sock.fileno()
        if self._poll is not None and number >= 0:
            self._watched[number] = socket
            with contextlib.suppress(OSError, ValueError):  # followed already, or all is over
                self._poll.register(number, select.EPOLLIN | select.EPOLLET)

    def forget(self, socket: Watched) -> None:
        """To be called before its socket is closed, since the number may come again."""
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
            self._note(self._poll.poll(0, max(1, len(self._watched))), self.asked_ns or now)
        self.asked_ns = now

    def _note(self, arrivals: list[tuple[int, int]], since_ns: int) -> None:
        """Records the sockets with new input, and once more those that were just being read last
        time: bytes on their way from the kernel to this process are in no count."""
        repeated, self._again = self._again, []
        for socket, read in repeated:
            if socket.bytes_in != read:
                socket.sighted(since_ns)
        for number, _ in arrivals:
            connection = self._watched.get(number)
            if connection is not None:
                read = connection.bytes_in
                if connection.sighted(since_ns):
                    self._again.append((connection, read))

    def run(self) -> None:
        """Beats until it is closed. After an error nothing is watched any more."""
        delay = BEAT_SECONDS
        try:
            while not self._over:
                time.sleep(delay)
                started = time.thread_time_ns()
                self.beat()
                delay = max(BEAT_SECONDS, SHARE * (time.thread_time_ns() - started) / 1e9)
        except Exception:
            logger.exception("watch failed")
        finally:
            self.asked_ns = 0

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """The thread, for as long as this lasts."""
        thread = threading.Thread(target=self.run, name="input watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over = True
            thread.join()
            if self._poll is not None:
                self._poll.close()
