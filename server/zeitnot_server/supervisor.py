"""`zeitnot serve` itself: a small parent that keeps the server and the house bots running.

It owns the listening socket and hands it down, so a restarted server answers on the same address
and whoever connects meanwhile waits instead of being refused. A child that dies is started again,
at once or, if it dies soon after its start, after a pause that doubles up to five seconds. One that
says when it is ready, and has never been, is given up after STARTS of them.
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

from .exits import AGAIN, BAD_SETTINGS, LASTING, NEVER_READY, NO_ACCESS
from .shortage import OUT_OF_MEMORY

QUICK_SECONDS = 3.0
LONGEST_PAUSE = 5.0
STARTS = 5  # in a row after none of which it was ready
MOST_DOUBLINGS = 16  # of a tenth of a second: far beyond LONGEST_PAUSE
STOP_SECONDS = 10.0  # for a child to end by itself: a server drains its rooms and folds its log in
PR_SET_PDEATHSIG = 1


def python(module: str, *words: str) -> list[str]:
    """The command that runs a module of ours with this interpreter. Safe path: else a file in the
    working directory would stand in for a library."""
    return [sys.executable, "-P", "-m", module, *words]


class Readiness:
    """A pipe on which a child says that it is ready; `told` is then called, once. One end is the
    parent's, the other, `fd`, is inherited by each child in turn."""

    def __init__(self, told: Callable[[], None] = lambda: None) -> None:
        self.yes = False
        self._told = told
        self.listening, self.fd = os.pipe()
        os.set_blocking(self.listening, False)
        os.set_inheritable(self.fd, True)

    def check(self) -> bool:
        """Whether a child has ever been ready."""
        if not self.yes:
            with contextlib.suppress(BlockingIOError):
                self.yes = bool(os.read(self.listening, 1))
            if self.yes:
                self._told()
        return self.yes

    def close(self) -> None:
        """Nobody is listened to any more."""
        os.close(self.listening)
        os.close(self.fd)


class Child:
    """One supervised process. `fds` are handed down; `ready` is where it says that it is. `after`
    is told its exit status when it has died, and says what is to be changed in its environment."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environ: Mapping[str, str],
        fds: tuple[int, ...] = (),
        after: Callable[[int], Mapping[str, str]] = lambda status: {},
        ready: Readiness | None = None,
    ) -> None:
        self.name = name
        self._command = command
        self._environ = dict(environ)
        self._fds = fds
        self._after = after
        self.ready = ready
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._again_at = math.inf
        self._quick_deaths = 0
        self._vain_starts = 0

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
        if code := self._final(status, say):
            return code
        self._environ.update(self._after(status))
        delay = self._pause()
        if status != AGAIN:  # of which it has spoken itself
            say(f"{self.name} ended ({_ending(status)}); starting it again")
        self._again_at = time.monotonic() + delay
        return self.revive(say) if delay == 0.0 else 0

    def _final(self, status: int, say: Callable[[str], None]) -> int:
        """It has died: the exit code with which everything is to end, 0 to start it again."""
        if status in LASTING:
            return status
        if not self._is_vain() or status == AGAIN:
            return 0
        if status == NO_ACCESS:
            return BAD_SETTINGS
        self._vain_starts += 1
        if self._vain_starts < STARTS:
            return 0
        say(
            f"{self.name} ended {STARTS} times before it was ready, the last time with"
            f" {_ending(status)}; it is not started again"
        )
        return NEVER_READY

    def _is_vain(self) -> bool:
        """Whether it should have been ready by now, and never was."""
        return self.ready is not None and not self.ready.check()

    def _pause(self) -> float:
        """It has died: in how many seconds it may be started again."""
        if time.monotonic() - self._started >= QUICK_SECONDS and not self._is_vain():
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
    nothing. No shared process group, so that Ctrl-C reaches the parent alone; SIGHUP is the
    parent's affair, too."""
    os.setsid()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
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

    SIGHUP asks to end if it comes of a terminal that was ours and is gone; else it asks for new
    settings, which are read at the start alone: that is said. Who ignores it (nohup) goes on to.
    """

    def __init__(self) -> None:
        self.asked = False  # to end
        self.hung_up = False  # SIGHUP, of which nothing has been said yet
        self._terminal = _has_terminal()
        self._wake, self._alarm = socket.socketpair()
        for end in (self._wake, self._alarm):
            end.setblocking(False)
        self._former_fd = signal.set_wakeup_fd(self._alarm.fileno())
        heeded = {
            signal.SIGTERM: self._ask,
            signal.SIGINT: self._ask,
            signal.SIGCHLD: lambda *_: None,
        }
        if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
            heeded[signal.SIGHUP] = self._hang_up
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

    def _hang_up(self, *_: object) -> None:
        if self._terminal and not _has_terminal():
            self.asked = True
        else:
            self.hung_up = True

    def wait(self, seconds: float, others: Sequence[int] = ()) -> None:
        """Returns after so long, or sooner if a signal comes, a child has ended or one of these
        others, pipes, has something to be read."""
        pipes: list[Any] = [self._wake, *others]
        select.select(pipes, [], [], None if seconds == math.inf else seconds)
        with contextlib.suppress(BlockingIOError):
            self._wake.recv(4096)


def _has_terminal() -> bool:
    """Whether this process has a terminal that may hang up."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC))
    except OSError:
        return False
    return True


def watch(children: list[Child], signals: Signals, say: Callable[[str], None]) -> int:
    """Starts the children and restarts those that die, until SIGTERM or SIGINT; the exit code."""
    for child in [] if signals.asked else children:
        child.start(say)
    code = 0
    while not signals.asked and code == 0:
        awaited = [c.ready.listening for c in children if c.ready and not c.ready.yes]
        signals.wait(min((child.due_in() for child in children), default=math.inf), awaited)
        if signals.hung_up:
            signals.hung_up = False
            say("SIGHUP: nothing to reload; settings are read at the start")
        for child in children:
            if child.ready:
                child.ready.check()
        code = max(child.revive(say) for child in children)
    for child in reversed(children):
        child.stop()
    deadline = time.monotonic() + STOP_SECONDS
    for child in children:
        child.wait(deadline - time.monotonic())
    return code
