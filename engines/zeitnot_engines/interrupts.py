"""Handles SIGINT and SIGTERM for every command except `serve`.

Python raises KeyboardInterrupt between two bytecodes of the main thread, which can lose interrupts
in two ways. A signal that arrives just before a blocking call (reading stdin, joining a thread) is
noticed only when the call returns. Or the exception is raised where it cannot propagate, in a
destructor or a weakref callback.

Here the C signal handler writes the signal's number into a pipe, and a watcher thread reads it,
whatever the main thread is doing. The effect depends on the state of the command:

- Before it begins and after it ends: the process ends immediately.
- While it works: the main thread gets a KeyboardInterrupt, and is woken until it has noticed.
- Within `handled`: there is no exception; the command is notified, and has `grace_s` to end.

A second signal ends the process immediately, and so does the end of the grace period. Programs that
the process has started are then killed, and the exit code is 128 plus the signal's number.

A signal that the process inherited as ignored stays ignored, such as SIGINT in a background job of
a shell without job control. SIGTERM ends such a job.
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
RESULT_GRACE_S = 5.0  # for commands that print their results so far before they end
WAKE_EVERY_S = 0.05
WAKING = signal.SIGURG  # sent to interrupt a blocking call; a process without a handler ignores it
FORCED = "zeitnot: the command did not end in time and was killed\n"
_HANDLED = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """The interrupts of this process. `requested`: completed with the number of the first signal.
    It does nothing before `install`."""

    def __init__(self) -> None:
        self.requested: Future[int] = Future()
        self._grace_s: float | None = 0.0  # None: as long as it takes
        self._raises = False
        self._last_signal = signal.SIGINT
        self._noticed = False  # the main thread has run the handlers of all signals so far
        self._swallowed = False  # ... and one of them has raised no exception
        self._wake: tuple[int, int] | None = None
        self._calls: list[Callable[[], object]] = []
        self._before_exit: list[Callable[[], object]] = []

    @property
    def exit_code(self) -> int:
        """The exit code of a program that the signal has ended; that of Ctrl-C if there was
        none."""
        return 128 + (self.requested.result() if self.requested.done() else self._last_signal)

    @property
    def wake_fd(self) -> int | None:
        """A file descriptor that becomes readable when a signal comes; None before `install`."""
        return self._wake[0] if self._wake else None

    def install(self) -> None:
        """Handles the signals from now on. Call it from the main thread."""
        self._wake = os.pipe()
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        signal.signal(WAKING, self._notice)
        self._set_raising(False)
        threading.Thread(target=self._watch, args=(reading,), daemon=True).start()

    def begin(self) -> None:
        """Call it when the command begins: signals now raise KeyboardInterrupt in the main
        thread."""
        self._grace_s = None
        self._set_raising(True)

    def end(self) -> None:
        """Call it when the command has ended and its output is flushed."""
        self._grace_s = 0.0
        self._set_raising(False)

    @contextmanager
    def handled(
        self, call: Callable[[], object] | None = None, grace_s: float | None = GRACE_S
    ) -> Iterator["Future[int]"]:
        """While the context is open, a signal raises no exception. It completes `requested`, which
        the context yields, and calls `call` from another thread; the call must not block."""
        before = self._grace_s, self._raises
        self._set_raising(False)
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
            self._set_raising(before[1] and not self.requested.done())

    @contextmanager
    def deferred(self) -> Iterator[None]:
        """While the context is open, no KeyboardInterrupt is raised in the main thread; it is
        raised soon after the context closes. For short work that must not be interrupted."""
        if not self._raises or threading.current_thread() is not threading.main_thread():
            yield
            return
        self._set_raising(False)
        try:
            yield
        finally:
            self._set_raising(True)

    def check(self) -> None:
        """Raises KeyboardInterrupt if a signal has arrived. Call it in long loops, because the
        exception may have been lost."""
        if self.requested.done():
            raise KeyboardInterrupt

    def request(self, number: int = signal.SIGINT) -> None:
        """Does what the first signal does, without raising an exception."""
        self.requested.set_result(number)
        if self._wake is not None:
            os.write(self._wake[1], b"\n")
        for call in list(self._calls):
            call()

    def at_forced_end(self, call: Callable[[], object]) -> None:
        """Registers a call for the moment before the process is ended by force; it must not
        block."""
        self._before_exit.append(call)

    # ── the main thread ────────────────────────────────────────────────────────────────────────

    def _set_raising(self, raises: bool) -> None:
        """Installs handlers that raise KeyboardInterrupt, or that do not. asyncio replaces Python's
        handler of SIGINT by one that cancels its task."""
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
        """Handles SIGTERM like SIGINT in the main thread."""
        self._last_signal = signal.Signals(number)
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):
            raise KeyboardInterrupt
        handler(signal.SIGINT, frame)

    def _notice(self, *_: object) -> None:
        """Python handles pending signals in the order of their numbers, this one last. A signal
        that was swallowed just before the command began is raised now."""
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
                self._on_timeout(ends_at)
                continue
            for number in os.read(reading, 64):
                if number in _HANDLED:
                    ends_at = self._on_signal(number)

    def _pause_ms(self, ends_at: float | None) -> float | None:
        if not self.requested.done():
            return None
        left = WAKE_EVERY_S if ends_at is None else ends_at - time.monotonic()
        return 1000 * max(0.0, min(left, WAKE_EVERY_S))

    def _on_timeout(self, ends_at: float | None) -> None:
        """Ends the process if the grace period is over, and wakes the main thread if it has not
        handled a signal."""
        if ends_at is not None and time.monotonic() >= ends_at:
            self._end_process(FORCED)
        if self._swallowed or not self._noticed:
            signal.pthread_kill(threading.main_thread().ident or 0, WAKING)

    def _on_signal(self, number: int) -> float | None:
        """Returns when the process will be ended by force."""
        if self.requested.done() or self._grace_s == 0:
            if not self.requested.done():
                self.requested.set_result(number)
            self._end_process()
        ends_at = None if self._grace_s is None else time.monotonic() + self._grace_s
        self.request(number)
        return ends_at

    def _end_process(self, message: str = "") -> None:
        for call in self._before_exit:
            with suppress(Exception):
                call()
        with suppress(OSError):
            poll = select.poll()
            poll.register(2, select.POLLOUT)
            if message and poll.poll(0):
                os.write(2, message.encode())
        os._exit(self.exit_code)


INTERRUPTS = Interrupts()
