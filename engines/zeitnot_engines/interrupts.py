"""SIGINT and SIGTERM, in one place for every command but `serve`.

Python raises KeyboardInterrupt between two bytecodes of the main thread. That loses interrupts in
two ways. A signal may arrive just before a blocking call (reading stdin, joining a thread) and is
noticed only when the call returns. Or the exception is raised where it cannot propagate: in a
destructor or a weakref callback.

Here the system's handler writes the number of the signal into a pipe, and a watcher thread reads
it, whatever the main thread does. What happens then depends on where the command is:

- Before it has begun and after its end: the process ends at once.
- While it works: the main thread gets its KeyboardInterrupt, and is woken until it has noticed.
- Within `handled`: no exception; the command is told, and has `grace_s` to end by itself.

A second signal ends the process at once, as does the end of the grace: programs that it has started
are killed, and the exit code is 128 and the number of the signal.

A signal that the process was started to ignore stays ignored, as SIGINT is for a job that a shell
without job control has put into the background; SIGTERM ends that one.
"""

import os
import select
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from types import FrameType

GRACE_S = 0.8
RESULT_GRACE_S = 5.0  # of commands that print their results so far
WAKE_EVERY_S = 0.05
WAKING = signal.SIGURG  # interrupts a call that blocks; ignored where no handler is
FORCED = "zeitnot: the command did not end in time and was killed\n"
_NUMBERS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """Does nothing until `install`. `requested`: done when a signal has come, with its number."""

    def __init__(self) -> None:
        self.requested: Future[int] = Future()
        self._grace_s: float | None = 0.0  # None: as long as it takes
        self._raises = False
        self._last_signal = signal.SIGINT
        self._noticed = False  # the main thread has handled what has come
        self._swallowed = False  # ... and has raised nothing
        self._wake: tuple[int, int] | None = None
        self._calls: list[Callable[[], object]] = []
        self._before_exit: list[Callable[[], object]] = []

    @property
    def exit_code(self) -> int:
        """What a shell reports of a program that the signal has ended; Ctrl-C if none has come."""
        return 128 + (self.requested.result() if self.requested.done() else self._last_signal)

    @property
    def wake_fd(self) -> int | None:
        """A descriptor that is ready to read when a signal has come; None: not installed."""
        return self._wake[0] if self._wake else None

    def install(self) -> None:
        """Handles the signals from now on; from the main thread."""
        self._wake = os.pipe()
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        signal.signal(WAKING, self._notice)
        self._raise(False)
        threading.Thread(target=self._watch, args=(reading,), daemon=True).start()

    def begin(self) -> None:
        """The command begins: a signal raises KeyboardInterrupt in the main thread."""
        self._grace_s = None
        self._raise(True)

    def end(self) -> None:
        """The command has ended, and what it has printed is written."""
        self._grace_s = 0.0
        self._raise(False)

    @contextmanager
    def handled(
        self, call: Callable[[], object] | None = None, grace_s: float | None = GRACE_S
    ) -> Iterator["Future[int]"]:
        """While the context is open a signal raises nothing: it completes `requested`, which is
        given, and calls `call`, from another thread; the call must not block."""
        before = self._grace_s, self._raises
        self._raise(False)
        self._grace_s = grace_s
        if call is not None:
            self._calls.append(call)
            if self.requested.done():
                call()
        try:
            yield self.requested
        finally:
            if call is not None:
                self._calls.remove(call)
            self._grace_s = before[0]
            self._raise(before[1] and not self.requested.done())

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """While the context is open no KeyboardInterrupt is raised in the main thread; it is raised
        soon after. For short work that must not be left half done."""
        if not self._raises or threading.current_thread() is not threading.main_thread():
            yield
            return
        self._raise(False)
        try:
            yield
        finally:
            self._raise(True)

    def check(self) -> None:
        """Raises KeyboardInterrupt if a signal has come: for loops of long work, where the one that
        was raised may have been lost."""
        if self.requested.done():
            raise KeyboardInterrupt

    def request(self, number: int = signal.SIGINT) -> None:
        """What the first signal does; raises nothing."""
        self.requested.set_result(number)
        if self._wake is not None:
            os.write(self._wake[1], b"\n")
        for call in list(self._calls):
            call()

    def at_forced_end(self, call: Callable[[], object]) -> None:
        """`call` is called before the process is ended by force; it must not block."""
        self._before_exit.append(call)

    # ── the main thread ────────────────────────────────────────────────────────────────────────

    def _raise(self, raises: bool) -> None:
        """asyncio replaces Python's own handler of SIGINT by one that cancels its task."""
        self._raises = raises
        if self._wake is None:
            return
        handlers: dict[signal.Signals, Callable[[int, FrameType | None], object]]
        handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: self._as_interrupt}
        for number, handler in handlers.items():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, handler if raises else self._swallow)

    def _swallow(self, number: int, frame: FrameType | None) -> None:
        self._last_signal = signal.Signals(number)
        self._swallowed = True

    def _as_interrupt(self, number: int, frame: FrameType | None = None) -> None:
        """Does what SIGINT does in the main thread."""
        self._last_signal = signal.Signals(number)
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            raise KeyboardInterrupt
        handler(signal.SIGINT, frame)

    def _notice(self, *_: object) -> None:
        """Python handles all signals that have come in the order of their numbers, this one last.
        One that was swallowed just before the command began is raised now."""
        self._noticed = True
        if self._swallowed and self._raises:
            self._swallowed = False
            self._as_interrupt(self._last_signal)

    # ── the thread that watches ────────────────────────────────────────────────────────────────

    def _watch(self, reading: int) -> None:
        poll = select.poll()
        poll.register(reading, select.POLLIN)
        ends_at: float | None = None
        while True:
            if not poll.poll(self._pause_ms(ends_at)):
                self._on_time(ends_at)
                continue
            for number in os.read(reading, 64):
                if number in _NUMBERS:
                    ends_at = self._on_signal(number)

    def _pause_ms(self, ends_at: float | None) -> float | None:
        if not self.requested.done():
            return None
        left = WAKE_EVERY_S if ends_at is None else ends_at - time.monotonic()
        return 1000 * max(0.0, min(left, WAKE_EVERY_S))

    def _on_time(self, ends_at: float | None) -> None:
        if ends_at is not None and time.monotonic() >= ends_at:
            self._end_process(FORCED)
        if self._swallowed or not self._noticed:
            signal.pthread_kill(threading.main_thread().ident or 0, WAKING)

    def _on_signal(self, number: int) -> float | None:
        """Returns the moment at which the process is ended by force."""
        if self.requested.done() or self._grace_s == 0:
            if not self.requested.done():
                self.requested.set_result(number)
            self._end_process()
        ends_at = None if self._grace_s is None else time.monotonic() + self._grace_s
        self.request(number)
        return ends_at

    def _end_process(self, words: str = "") -> None:
        for call in self._before_exit:
            with suppress(Exception):
                call()
        with suppress(OSError):
            poll = select.poll()
            poll.register(2, select.POLLOUT)
            if words and poll.poll(0):
                os.write(2, words.encode())
        os._exit(self.exit_code)


INTERRUPTS = Interrupts()
