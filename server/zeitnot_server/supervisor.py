"""The parent process of `zeitnot serve`, which keeps the server and the house bots running.

It owns the listening socket and passes it on, so a restarted server answers on the same address,
and clients that connect meanwhile wait instead of being refused. A child that exits is restarted:
at once or, if it exits soon after its start, after a pause that doubles up to five seconds. A child
that should report when it is ready, and never has, is given up after MAX_STARTS starts.
"""

import contextlib
import ctypes
import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from .exits import BAD_SETTINGS, NEVER_READY, NO_ACCESS, PERMANENT, TEMPORARY_FAILURE
from .memory_halving import OUT_OF_MEMORY

QUICK_EXIT_SECONDS = 3.0
MAX_PAUSE_SECONDS = 5.0
MAX_STARTS = 5  # in a row without becoming ready
MAX_DOUBLINGS = 16  # of a tenth of a second: far more than MAX_PAUSE_SECONDS
STOP_SECONDS = 10.0  # for a child to exit by itself: a server drains its rooms and checkpoints
PR_SET_PDEATHSIG = 1


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs one of our modules with this interpreter. With `-P` (safe path), since
    otherwise a file in the working directory could replace a library."""
    return [sys.executable, "-P", "-m", module, *arguments]


class Readiness:
    """A pipe on which a child reports that it is ready; then `on_ready` is called, once. The parent
    has one end, and each child in turn inherits the other, `fd`."""

    def __init__(self, on_ready: Callable[[], None] = lambda: None) -> None:
        self.is_ready = False
        self._on_ready = on_ready
        self.listening, self.fd = os.pipe()
        os.set_blocking(self.listening, False)
        os.set_inheritable(self.fd, True)

    def check(self) -> bool:
        """Whether a child has ever been ready."""
        if not self.is_ready:
            with contextlib.suppress(BlockingIOError):
                self.is_ready = bool(os.read(self.listening, 1))
            if self.is_ready:
                self._on_ready()
        return self.is_ready

    def close(self) -> None:
        """Closes the pipe."""
        os.close(self.listening)
        os.close(self.fd)


class Child:
    """One supervised process. `fds` are inherited; `ready`: where it reports that it is ready.
    `on_exit` is called with its exit status when it has exited, and returns changes to its
    environment."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environ: Mapping[str, str],
        fds: tuple[int, ...] = (),
        on_exit: Callable[[int], Mapping[str, str]] = lambda status: {},
        ready: Readiness | None = None,
    ) -> None:
        self.name = name
        self._command = command
        self._environ = dict(environ)
        self._fds = fds
        self._on_exit = on_exit
        self.ready = ready
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._restart_at = math.inf
        self._quick_exits = 0
        self._failed_starts = 0

    def start(self, say: Callable[[str], None]) -> None:
        """Starts the child, so that it exits when this process does. If the system has no memory or
        no process left for it, that counts as a quick exit."""
        self._started, self._restart_at = time.monotonic(), math.inf
        try:
            self._process = subprocess.Popen(
                self._command,
                env=self._environ,
                pass_fds=self._fds,
                stdin=subprocess.DEVNULL,
                preexec_fn=partial(_exit_with_parent, os.getpid()),
            )
        except (OSError, subprocess.SubprocessError) as failed:
            self._process = None
            say(f"{self.name} could not be started ({failed}); trying again")
            self._restart_at = time.monotonic() + self._pause()

    def due_in(self) -> float:
        """Seconds until it will be restarted; infinite while it runs."""
        return max(0.0, self._restart_at - time.monotonic())

    def check(self, say: Callable[[str], None]) -> int:
        """Checks the child, and restarts it after it has exited and its pause is over. Returns 0,
        or the exit code for the whole program if the child would fail again, because of wrong
        settings or a damaged database."""
        if self._restart_at <= time.monotonic():
            self.start(say)
        if self._restart_at != math.inf or self._process is None:
            return 0
        status = self._process.poll()
        if status is None:
            return 0
        if code := self._final_status(status, say):
            return code
        self._environ.update(self._on_exit(status))
        delay = self._pause()
        if status != TEMPORARY_FAILURE:  # which the child has logged itself
            say(f"{self.name} ended ({_ending(status)}); starting it again")
        self._restart_at = time.monotonic() + delay
        return self.check(say) if delay == 0.0 else 0

    def _final_status(self, status: int, say: Callable[[str], None]) -> int:
        """The exit code for the whole program after the child's exit, or 0 to restart the child."""
        if status in PERMANENT:
            return status
        if not self._never_became_ready() or status == TEMPORARY_FAILURE:
            return 0
        if status == NO_ACCESS:
            return BAD_SETTINGS
        self._failed_starts += 1
        if self._failed_starts < MAX_STARTS:
            return 0
        say(
            f"{self.name} ended {MAX_STARTS} times before it was ready, the last time with"
            f" {_ending(status)}; it is not started again"
        )
        return NEVER_READY

    def _never_became_ready(self) -> bool:
        """Whether no child with this `ready` has ever become ready; False without one."""
        return self.ready is not None and not self.ready.check()

    def _pause(self) -> float:
        """How many seconds pass before the child is restarted."""
        if (
            time.monotonic() - self._started >= QUICK_EXIT_SECONDS
            and not self._never_became_ready()
        ):
            self._quick_exits = 0
            return 0.0
        self._quick_exits += 1
        return min(MAX_PAUSE_SECONDS, 0.1 * 2.0 ** min(self._quick_exits, MAX_DOUBLINGS))

    def stop(self) -> None:
        """Sends the child SIGTERM, if it runs."""
        if self._process and self._process.poll() is None:
            self._process.terminate()

    def wait(self, seconds: float) -> None:
        """Waits for the child to exit, and kills it after `seconds`."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, seconds))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _ending(status: int) -> str:
    if status == OUT_OF_MEMORY:
        return "out of memory"
    return f"signal {-status}" if status < 0 else f"exit {status}"


def _exit_with_parent(parent: int) -> None:
    """Runs in the child. On Linux, makes it get SIGTERM when the parent exits, and exit at once if
    the parent has exited already. Its own process group keeps Ctrl-C from it; SIGHUP is ignored,
    because the parent handles both."""
    os.setsid()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)


def listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises OSError if the address cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


class Signals:
    """Handles SIGTERM and SIGINT, which are no longer fatal from now on. Create it first, because
    the first process of a container (PID 1) is not ended by a signal that it does not handle.

    SIGHUP requests a stop if the controlling terminal was closed; otherwise it is a request to
    reload the settings, which are read only at start: a message says so. If it was ignored (nohup),
    it stays ignored.
    """

    def __init__(self) -> None:
        self.stop_requested = False
        self.hung_up = False  # SIGHUP was received, and no message has been printed yet
        self._terminal = _has_terminal()
        self._wait_end, self._wakeup_end = socket.socketpair()
        for end in (self._wait_end, self._wakeup_end):
            end.setblocking(False)
        self._old_wakeup_fd = signal.set_wakeup_fd(self._wakeup_end.fileno())
        handlers = {
            signal.SIGTERM: self._request_stop,
            signal.SIGINT: self._request_stop,
            signal.SIGCHLD: lambda *_: None,
        }
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            handlers[signal.SIGHUP] = self._on_hangup
        self._old_handlers = {
            number: signal.signal(number, handler) for number, handler in handlers.items()
        }

    def __enter__(self) -> "Signals":
        return self

    def __exit__(self, *_: object) -> None:
        """Restores the handlers."""
        for number, former in self._old_handlers.items():
            signal.signal(number, former)
        signal.set_wakeup_fd(self._old_wakeup_fd)
        self._wait_end.close()
        self._wakeup_end.close()

    def _request_stop(self, *_: object) -> None:
        self.stop_requested = True

    def _on_hangup(self, *_: object) -> None:
        if self._terminal and not _has_terminal():
            self.stop_requested = True
        else:
            self.hung_up = True

    def wait(self, seconds: float, other_fds: Sequence[int] = ()) -> None:
        """Returns after `seconds`, or sooner if a signal arrives, a child exits, or one of
        `other_fds` is readable."""
        pipes: list[Any] = [self._wait_end, *other_fds]
        select.select(pipes, [], [], None if seconds == math.inf else seconds)
        with contextlib.suppress(BlockingIOError):
            self._wait_end.recv(4096)


def _has_terminal() -> bool:
    """Whether this process has a controlling terminal, which may hang up."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return False
    return True


def supervise(
    children: list[Child],
    signals: Signals,
    say: Callable[[str], None],
    drain_seconds: int = 0,
) -> int:
    """Runs the children, restarting those that exit, until SIGTERM or SIGINT; returns the exit
    code. `drain_seconds`: how long the first child goes on after it was told to stop; the others
    are stopped after it."""
    for child in [] if signals.stop_requested else children:
        child.start(say)
    code = 0
    while not signals.stop_requested and code == 0:
        ready_fds = [c.ready.listening for c in children if c.ready and not c.ready.is_ready]
        signals.wait(min((child.due_in() for child in children), default=math.inf), ready_fds)
        if signals.hung_up:
            signals.hung_up = False
            say("SIGHUP: nothing to reload; settings are read at the start")
        for child in children:
            if child.ready:
                child.ready.check()
        code = max(child.check(say) for child in children)
    _stop(children, drain_seconds)
    return code


def _stop(children: list[Child], drain_seconds: int) -> None:
    if drain_seconds and children:
        children[0].stop()
        children[0].wait(drain_seconds + STOP_SECONDS)
    for child in reversed(children):
        child.stop()
    deadline = time.monotonic() + STOP_SECONDS
    for child in children:
        child.wait(deadline - time.monotonic())
