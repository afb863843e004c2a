"""`zeitnot serve` itself: a small parent that keeps the server and the house bots running.

It owns the listening socket and hands it down, so a restarted server answers on the same address
and whoever connects meanwhile waits instead of being refused. A child that dies is started again,
at once or, if it dies soon after its start, after a pause that doubles up to five seconds.
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
from collections.abc import Callable, Mapping
from functools import partial

from .exits import LASTING
from .shortage import OUT_OF_MEMORY

QUICK_SECONDS = 3.0
LONGEST_PAUSE = 5.0
MOST_DOUBLINGS = 16  # of a tenth of a second: far beyond LONGEST_PAUSE
STOP_SECONDS = 10.0  # for a child to end by itself: a server drains its rooms and folds its log in
PR_SET_PDEATHSIG = 1


class Child:
    """One supervised process. `after` is told its exit status when it has died, and says what is
    to be changed in its environment."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environ: Mapping[str, str],
        fd: int | None = None,
        after: Callable[[int], Mapping[str, str]] = lambda status: {},
    ) -> None:
        self.name = name
        self._command = command
        self._environ = dict(environ)
        self._fds = () if fd is None else (fd,)
        self._after = after
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._again_at = math.inf
        self._quick_deaths = 0

    def start(self, say: Callable[[str], None]) -> None:
        """Starts it, so that it dies when we do. A system that has no memory or no process left for
        it counts as a quick death."""
        self._started, self._again_at = time.monotonic(), math.inf
        try:
            self._process = subprocess.Popen(
                self._command,
                env=self._environ,
                pass_fds=self._fds,
                stdin=subprocess.DEVNULL,
                preexec_fn=partial(_die_with, os.getpid()),
            )
        except (OSError, subprocess.SubprocessError) as failed:
            self._process = None
            say(f"{self.name} could not be started ({failed}); trying again")
            self._again_at = time.monotonic() + self._pause()

    def due_in(self) -> float:
        """Seconds until it is to be started again; infinite while it runs."""
        return max(0.0, self._again_at - time.monotonic())

    def revive(self, say: Callable[[str], None]) -> int:
        """Looks after it: notes a death, starts it again when that is due. Returns the exit code
        with which everything is to end, 0 to go on: a child that found its settings wrong or its
        database damaged has said so, and would say it again."""
        if self._again_at <= time.monotonic():
            self.start(say)
        if self._again_at != math.inf or self._process is None:
            return 0
        status = self._process.poll()
        if status is None:
            return 0
        if status in LASTING:
            return status
        self._environ.update(self._after(status))
        delay = self._pause()
        say(f"{self.name} ended ({_ending(status)}); starting it again")
        self._again_at = time.monotonic() + delay
        return self.revive(say) if delay == 0.0 else 0

    def _pause(self) -> float:
        """It has died: in how many seconds it may be started again."""
        if time.monotonic() - self._started >= QUICK_SECONDS:
            self._quick_deaths = 0
            return 0.0
        self._quick_deaths += 1
        return min(LONGEST_PAUSE, 0.1 * 2.0 ** min(self._quick_deaths, MOST_DOUBLINGS))

    def stop(self) -> None:
        """Asks it to stop."""
        if self._process and self._process.poll() is None:
            self._process.terminate()

    def wait(self, seconds: float) -> None:
        """Waits for its end, then kills."""
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


def _die_with(parent: int) -> None:
    """Linux: SIGTERM when the parent is gone, and an end at once if it has gone already; elsewhere
    nothing. No shared process group, so that Ctrl-C reaches the parent alone."""
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)


def listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises OSError when the address cannot be had."""
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
    """SIGTERM and SIGINT are heeded, and no longer fatal, from when this is made: before all else,
    since the first process of a container (PID 1) is not ended by a signal that it does not heed.
    """

    def __init__(self) -> None:
        self.asked = False  # to end
        self._wake, self._alarm = socket.socketpair()
        for end in (self._wake, self._alarm):
            end.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._alarm.fileno())
        heeded = {
            signal.SIGTERM: self._ask,
            signal.SIGINT: self._ask,
            signal.SIGCHLD: lambda *_: None,
        }
        self._former = {number: signal.signal(number, heed) for number, heed in heeded.items()}

    def __enter__(self) -> "Signals":
        return self

    def __exit__(self, *_: object) -> None:
        """They are as they were before."""
        for number, former in self._former.items():
            signal.signal(number, former)
        signal.set_wakeup_fd(self._former_fd)
        self._wake.close()
        self._alarm.close()

    def _ask(self, *_: object) -> None:
        self.asked = True

    def wait(self, seconds: float) -> None:
        """Returns after so long, or sooner if a signal comes or a child has ended."""
        select.select([self._wake], [], [], None if seconds == math.inf else seconds)
        with contextlib.suppress(BlockingIOError):
            self._wake.recv(4096)


def watch(children: list[Child], signals: Signals, say: Callable[[str], None]) -> int:
    """Starts the children and restarts those that die, until SIGTERM or SIGINT; the exit code."""
    for child in [] if signals.asked else children:
        child.start(say)
    code = 0
    while not signals.asked and code == 0:
        signals.wait(min((child.due_in() for child in children), default=math.inf))
        code = max(child.revive(say) for child in children)
    for child in reversed(children):
        child.stop()
    deadline = time.monotonic() + STOP_SECONDS
    for child in children:
        child.wait(deadline - time.monotonic())
    return code
