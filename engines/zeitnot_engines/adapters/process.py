"""A child process that reads and writes lines. It gets a new process group, so that it can
be killed with all its children; its last lines of output are kept for the error when it exits.
"""

import atexit
import contextlib
import fcntl
import os
import queue
import resource
import shutil
import signal
import subprocess
import termios
import threading
import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import IO

from ..interrupts import INTERRUPTS

LAST_LINES = 5
LINE_BYTES = 65536
MAX_UNREAD_LINES = 10_000  # an engine that has written more is blocked
GRACE_S = 0.5
EXIT_S = 5.0  # to wait for the exit of a process that has closed its output, and for stderr
GAMES = "/usr/games"  # where Debian installs engines; not always in PATH
_starting = threading.Lock()  # held while a program starts, so that `kill_all` misses none
_running: "set[Process]" = set()  # until they are closed
_may_start = True  # False after `kill_all`


class ProcessExited(Exception):
    """The process has exited or did not start; the message says how, with its last output."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Resource limits of a foreign program, for each of its processes. The address space is not
    limited: a Java virtual machine reserves far more of it than it uses."""

    memory_bytes: int = 4 * 1024**3
    file_bytes: int = 1024**3
    files: int = 256

    def apply_to(self, process: int) -> None:
        """Limits this process and the children that it starts; never raises a limit."""
        for resource_, bound in (
            (resource.RLIMIT_DATA, self.memory_bytes),
            (resource.RLIMIT_FSIZE, self.file_bytes),
            (resource.RLIMIT_NOFILE, self.files),
            (resource.RLIMIT_CORE, 0),
        ):
            _, hard = resource.prlimit(process, resource_)
            limit = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
            resource.prlimit(process, resource_, (limit, limit))


def find_program(program: str) -> str | None:
    """The path of a program; None if there is none."""
    return shutil.which(program) or shutil.which(program, path=GAMES)


class Process:
    """Starts the program, which is killed if this process ends before `close`. Raises ProcessExited
    when there is no such program."""

    def __init__(self, command: Sequence[str], bounds: Bounds | None = None) -> None:
        program = find_program(command[0]) if command else None
        if program is None:
            raise ProcessExited(f'there is no program "{" ".join(command[:1])}"')
        self._last_lines: deque[str] = deque(maxlen=LAST_LINES)
        self._lines: queue.Queue[str | None] = queue.Queue(MAX_UNREAD_LINES)
        self._closed = threading.Event()
        with INTERRUPTS.deferred(), _starting:
            if not _may_start:
                raise ProcessExited("shutting down")
            self._process = subprocess.Popen(
                [program, *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            _running.add(self)
        if bounds is not None:
            with contextlib.suppress(ProcessLookupError):  # it has ended already
                bounds.apply_to(self._process.pid)
        self._readers = [
            threading.Thread(target=self._read_lines, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def send(self, lines: Iterable[str]) -> None:
        """Sends lines. Raises ProcessExited when the process does not read any more."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._exited() from None

    @property
    def has_read_input(self) -> bool:
        """Whether it has read all that it was sent; True where the system cannot tell."""
        assert self._process.stdin is not None
        try:
            unread = fcntl.ioctl(self._process.stdin.fileno(), termios.FIONREAD, bytes(4))
        except (OSError, ValueError):
            return True
        return not any(unread)

    def receive(self, seconds: float) -> str | None:
        """The next line, or None if there is none in time. Raises ProcessExited, also when the
        process is closed meanwhile."""
        try:
            line = self._lines.get(timeout=0.0 if self._closed.is_set() else max(0.0, seconds))
        except queue.Empty:
            if self._closed.is_set():
                raise self._exited() from None
            return None
        if line is None:
            with contextlib.suppress(queue.Full):
                self._lines.put_nowait(None)
            raise self._exited()
        return line

    def close(self, last_lines: Iterable[str] = (), grace_s: float = GRACE_S) -> None:
        """Ends it: sends `last_lines`, waits `grace_s`, and kills the rest of its group."""
        if self._closed.is_set():
            return
        with contextlib.suppress(ProcessExited):
            self.send(last_lines)
        self._closed.set()
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_s)
        self.kill()
        self._process.wait()
        _running.discard(self)
        for reader in self._readers:
            reader.join(GRACE_S)
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        with contextlib.suppress(queue.Full):  # then no thread waits for a line
            self._lines.put_nowait(None)

    def kill(self) -> None:
        """Kills it with its group; returns at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _exited(self) -> ProcessExited:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_S)
        self._readers[1].join(EXIT_S)
        code = self._process.poll()
        ending = "closed its output" if code is None else _exit_text(code)
        last_output = f", having said: {' / '.join(self._last_lines)}" if self._last_lines else ""
        return ProcessExited(f"it {ending}{last_output}")

    def _read_lines(self) -> None:
        for line in _lines(self._process.stdout):
            self._last_lines.append(line)
            self._enqueue(line)
        self._enqueue(None)

    def _read_errors(self) -> None:
        for line in _lines(self._process.stderr):
            self._last_lines.append(line)

    def _enqueue(self, line: str | None) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=GRACE_S)
                return


def kill_all() -> None:
    """Kills all running processes, and prevents new ones. It waits up to `GRACE_S` for a process
    that is just starting."""
    global _may_start
    _may_start = False
    acquired = _starting.acquire(timeout=GRACE_S)
    try:
        for process in list(_running):
            process.kill()
    finally:
        if acquired:
            _starting.release()


def kill_soon() -> None:
    """Kills all processes that still run after `GRACE_S`, in which they may end by themselves."""
    timer = threading.Timer(GRACE_S, kill_all)
    timer.daemon = True
    timer.start()


INTERRUPTS.at_forced_end(kill_all)
atexit.register(kill_all)  # a command may end in the middle of a start or a `close`


def seconds_left(deadline: float) -> float:
    """Seconds left until a moment of the monotonic clock; never below 0."""
    return max(0.0, deadline - time.monotonic())


def _lines(pipe: IO[bytes] | None) -> Iterable[str]:
    assert pipe is not None
    with contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(LINE_BYTES):
            yield line.decode(errors="replace").rstrip("\r\n")


def _exit_text(code: int) -> str:
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
