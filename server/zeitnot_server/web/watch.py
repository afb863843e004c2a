"""A thread that looks at the sockets of players while the loop is busy.

A loop that is busy reads late, and then the kernel tells only when the last bytes of a socket came.
So a thread beside it looks every 10 ms: whose input lies unread, and how much of it. From that each
frame gets its instant, whatever was sent behind it. A loop that reads in time leaves nothing lying,
and then there is nothing to note down. The same thread has the clock look (`play.now`).

The interpreter lets this thread run every half millisecond (`app.SWITCH_SECONDS`), but not within a
call of native code that keeps the interpreter to itself. Such a call shows, too: `asked_ns` is old.
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

log = structlog.get_logger()


class Watched(Protocol):
    """A connection whose input is looked at."""

    sock: Any
    bytes_in: int

    def sighted(self, since_ns: int) -> bool:
        """Something has come, after `since_ns` (monotonic), and may lie unread; whether it does."""


class Watch:
    """`look` is called at each beat. `asked_ns`: all that had come by then has been sighted or
    read; 0 while nobody looks."""

    def __init__(
        self,
        look: Callable[[], object] = lambda: None,
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.asked_ns = 0
        self._look = look
        self._monotonic_ns = monotonic_ns
        self._watched: dict[int, Watched] = {}
        self._again: list[tuple[Watched, int]] = []
        self._poll = select.epoll() if hasattr(select, "epoll") else None
        self._over = False

    def follow(self, socket: Watched) -> None:
        """Looks at this connection from now on, until it is forgotten."""
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
        """One look."""
        now = self._monotonic_ns()
        self._look()
        if self._poll is not None and self._watched:
            # the loop's thread may have forgotten the last one meanwhile, and 0 is refused
            self._note(self._poll.poll(0, max(1, len(self._watched))), self.asked_ns or now)
        self.asked_ns = now

    def _note(self, news: list[tuple[int, int]], since_ns: int) -> None:
        """At whom something has come from, and once more at who was just being read the last time:
        bytes on their way from the kernel to us are in no count."""
        again, self._again = self._again, []
        for socket, read in again:
            if socket.bytes_in != read:
                socket.sighted(since_ns)
        for number, _ in news:
            found = self._watched.get(number)
            if found is not None:
                read = found.bytes_in
                if found.sighted(since_ns):
                    self._again.append((found, read))

    def run(self) -> None:
        """Beats until it is over; if that ends with a fault, nobody looks any more."""
        rest = BEAT_SECONDS
        try:
            while not self._over:
                time.sleep(rest)
                began = time.thread_time_ns()
                self.beat()
                rest = max(BEAT_SECONDS, SHARE * (time.thread_time_ns() - began) / 1e9)
        except Exception:
            log.exception("watch failed")
        finally:
            self.asked_ns = 0

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """The thread, for as long as this lasts."""
        thread = threading.Thread(target=self.run, name="watch", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over = True
            thread.join()
            if self._poll is not None:
                self._poll.close()
