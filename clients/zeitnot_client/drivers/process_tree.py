"""All processes that a program has started, also in other sessions.

Each program gets a mark in its environment, which its descendants inherit. Linux shows the
environments of a user's own processes. Hidden are descendants that have left the session and have
cleared their environment or run with another group's rights; on other systems, all that have left
it.
"""

import contextlib
import os
import secrets
import signal
import subprocess
from pathlib import Path

MARK = "ENGINE_OF_ZEITNOT"
TASKKILL_S = 2.0
ROUNDS = 10  # because a process may start another one while it is being found


def new_mark() -> str:
    """A value of the environment variable MARK that no other program has."""
    return f"{os.getpid()}-{secrets.token_hex(8)}"


def marked(mark: str) -> list[int]:
    """The processes with this mark, as far as the system tells."""
    return [process for process in _processes() if _has_mark(process, mark)]


def kill_marked(mark: str) -> None:
    """Kills all processes with this mark."""
    for _ in range(ROUNDS):
        processes = marked(mark)
        for process in processes:
            _kill(process, mark)
        if not processes:
            return


def kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kills a process with its group. On Windows, with its children, which are found only while
    their parent exists; that takes a moment."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        return
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        quiet = subprocess.DEVNULL
        subprocess.run(command, stdout=quiet, stderr=quiet, timeout=TASKKILL_S)
    with contextlib.suppress(OSError):
        process.kill()


def _processes() -> list[int]:
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []


def _has_mark(process: int, mark: str) -> bool:
    """Zombies have an empty environment, and so no mark."""
    try:
        content = Path(f"/proc/{process}/environ").read_bytes()
    except OSError:
        return False
    return f"{MARK}={mark}".encode() in content.split(b"\0")


def _kill(process: int, mark: str) -> None:
    """Kills the process if it still has the mark: its number may be another process's now."""
    with contextlib.suppress(OSError):
        handle = os.pidfd_open(process)
        try:
            if _has_mark(process, mark):
                signal.pidfd_send_signal(handle, signal.SIGKILL)
        finally:
            os.close(handle)
