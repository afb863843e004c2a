"""A child process that reads and writes lines. It gets a new process group, so that it can
be killed with all its children; its last lines of output are kept for the error when it exits.
"""

import atexit
import contextlib
import os
import select
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from ..printable import printable
from .bounds import Bounds
from .lines import LineBuffer, lines_of
from .process_tree import MARK, kill_group, kill_marked, new_mark

try:
    import fcntl
    import termios
except ImportError:  # Windows
    fcntl = termios = None  # type: ignore[assignment]

LAST_LINES = 5
HAVING_SAID = ", having said: "
BETWEEN_LINES = " / "
ERROR_LINES = 200  # of stderr that are kept for the author
ERROR_CHARACTERS = 500  # of each
GRACE_S = 0.5
SEND_S = 5.0  # after which a process that does not read its input counts as hung
WRITE_BYTES = 4096
EXIT_S = 5.0  # to wait for the exit of a process that has closed its output, and for stderr
WINDOWS_EXCEPTIONS = 0x80000000  # codes from here on are Windows' own (NTSTATUS)
MISSING_DLL = 0xC0000135
GAMES = "/usr/games"  # where Debian installs engines; not always in PATH
guard_start: Callable[[], AbstractContextManager[object]] = contextlib.nullcontext
"""Defers interrupts while a program starts; set by a command that handles signals itself."""
_starting = threading.Lock()  # held while a program starts, so that `kill_all` misses none
_running: "set[Process]" = set()  # until they are closed
_may_start = True  # False after `kill_all`


class ProcessExited(Exception):
    """The process has exited or did not start; the message says how, with its last output."""


def find_program(program: str, folder: Path | None = None) -> str | None:
    """The path of a program, also of one in `folder`; None if there is none."""
    if folder is not None and (found := shutil.which(folder.resolve() / program)):
        return found
    return shutil.which(program) or shutil.which(program, path=GAMES)


class Process:
    """Starts the program, which is killed if this process ends before `close`. `folder`: where it
    runs; None: here. Raises ProcessExited when there is no such program."""

    def __init__(
        self, command: Sequence[str], bounds: Bounds | None = None, folder: Path | None = None
    ) -> None:
        program = find_program(command[0], folder) if command else None
        if program is None:
            raise ProcessExited(f'there is no program "{" ".join(command[:1])}"')
        self._last_lines: deque[str] = deque(maxlen=LAST_LINES)
        self._errors: deque[str] = deque(maxlen=ERROR_LINES)
        self._lines = LineBuffer()
        self._closed = threading.Event()
        self._mark = new_mark()
        with guard_start(), _starting:
            if not _may_start:
                raise ProcessExited("shutting down")
            words = [program, *command[1:]]
            self._process = self._start(words if bounds is None else bounds.wrapped(words), folder)
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

    def _start(self, command: list[str], folder: Path | None) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                cwd=folder,
                env={**os.environ, MARK: self._mark},
            )
        except OSError as error:
            reason = (error.strerror or str(error)).replace(
                "%1", command[0]
            )  # as Windows writes it
            raise ProcessExited(f"it does not start: {reason}") from None

    @property
    def errors(self) -> tuple[str, ...]:
        """The last lines of stderr, printable and bounded."""
        return tuple(self._errors)

    def send(self, lines: Iterable[str], patience_s: float = SEND_S) -> None:
        """Sends lines. Raises ProcessExited when the process does not read any more."""
        assert self._process.stdin is not None
        data = "".join(f"{line}\n" for line in lines).encode()
        try:
            is_read = write_all(self._process.stdin.fileno(), data, patience_s)
        except (OSError, ValueError):
            raise self._exited() from None
        if not is_read:
            raise ProcessExited("it does not read its input")

    @property
    def has_read_input(self) -> bool:
        """Whether it has read all that it was sent; True where the system cannot tell."""
        assert self._process.stdin is not None
        if fcntl is None:
            return True
        try:
            unread = fcntl.ioctl(self._process.stdin.fileno(), termios.FIONREAD, bytes(4))
        except (OSError, ValueError):
            return True
        return not any(unread)

    @property
    def unread(self) -> int:
        """How many of its lines were not received yet."""
        return len(self._lines)

    def receive(self, seconds: float) -> str | None:
        """The next line, or None if there is none in time. Raises ProcessExited, also when the
        process is closed meanwhile."""
        try:
            return self._lines.get(seconds)
        except EOFError:
            raise self._exited() from None

    def close(self, last_lines: Iterable[str] = (), grace_s: float = GRACE_S) -> None:
        """Ends it: sends `last_lines`, waits `grace_s`, and kills the rest of its processes."""
        if self._closed.is_set():
            return
        with contextlib.suppress(ProcessExited):
            self.send(last_lines, grace_s)
        self._closed.set()
        self._lines.close()
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(grace_s)
        self.kill()
        self._process.wait()
        kill_marked(self._mark)
        _running.discard(self)
        for reader in self._readers:
            reader.join(GRACE_S)
        # Where the tree cannot be found, a child may live on with the pipe; closing it would wait.
        if not any(reader.is_alive() for reader in self._readers):
            for pipe in (self._process.stdout, self._process.stderr):
                if pipe is not None:
                    pipe.close()

    def kill(self) -> None:
        """Kills it with its group."""
        kill_group(self._process)

    def kill_tree(self) -> None:
        """Kills it with all processes that it has started, as far as the system knows them."""
        self.kill()
        kill_marked(self._mark)

    def _exited(self) -> ProcessExited:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_S)
        self._readers[1].join(EXIT_S)
        code = self._process.poll()
        ending = "closed its output" if code is None else _exit_text(code)
        said = BETWEEN_LINES.join(self._last_lines)
        return ProcessExited(f"it {ending}{HAVING_SAID if said else ''}{said}")

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        for line in lines_of(self._process.stdout):
            self._last_lines.append(_shown(line))
            self._lines.put(line)
        self._lines.end()

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        for line in lines_of(self._process.stderr):
            self._last_lines.append(_shown(line))
            self._errors.append(_shown(line))


def kill_all() -> None:
    """Kills all running processes, and prevents new ones. It waits up to `GRACE_S` for a process
    that is just starting."""
    global _may_start
    _may_start = False
    acquired = _starting.acquire(timeout=GRACE_S)
    try:
        running = list(_running)
        for process in running:
            process.kill()
        for process in running:
            process.kill_tree()
    finally:
        if acquired:
            _starting.release()


def kill_soon() -> None:
    """Kills all processes that still run after `GRACE_S`, in which they may end by themselves."""
    timer = threading.Timer(GRACE_S, kill_all)
    timer.daemon = True
    timer.start()


atexit.register(kill_all)  # a command may end in the middle of a start or a `close`


def write_all(file: int, data: bytes, patience_s: float) -> bool:
    """Writes to a pipe. False if its reader takes nothing for `patience_s`. Raises OSError.

    A pipe that is ready takes WRITE_BYTES without blocking (POSIX's PIPE_BUF)."""
    ready = select.poll() if hasattr(select, "poll") else None  # Windows waits for ever
    if ready is not None:
        ready.register(file, select.POLLOUT)
    while data:
        if ready is not None and not ready.poll(1000 * patience_s):
            return False
        written = os.write(file, data[:WRITE_BYTES] if ready is not None else data)
        data = data[written:]
    return True


def seconds_left(deadline: float) -> float:
    """Seconds left until a moment of the monotonic clock; never below 0."""
    return max(0.0, deadline - time.monotonic())


def _shown(line: str) -> str:
    """The line, or its beginning in whole words: part of a secret could not be recognised."""
    if len(line) > ERROR_CHARACTERS:
        line = line[:ERROR_CHARACTERS].rpartition(" ")[0]
    return printable(line)


def _exit_text(code: int) -> str:
    if code >= WINDOWS_EXCEPTIONS:
        return f"ended with code {code:#x}{' (a DLL is missing)' if code == MISSING_DLL else ''}"
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
