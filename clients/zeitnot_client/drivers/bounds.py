"""Limits of what a foreign program may use. Linux enforces them; other systems have none."""

import contextlib
import logging
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

CPU_GRACE_S = 5  # between SIGXCPU and SIGKILL
_SET_ID = stat.S_ISUID | stat.S_ISGID
_Limit = tuple[str, int, int]
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Bounds:
    """Resource limits of a foreign program, for each of its processes. The address space is not
    limited: a Java virtual machine reserves far more of it than it uses. `processes`: how many
    more processes and threads its user may have than at its start; root has no such limit."""

    memory_bytes: int = 4 * 1024**3
    file_bytes: int = 1024**3
    files: int = 256
    cpu_s: int = 24 * 3600
    processes: int = 2048

    def wrapped(self, command: list[str]) -> list[str]:
        """The command, or one that sets the limits first: only root may limit a running program
        that has its owner's or group's rights, such as a game that writes high scores."""
        if not _has_limits() or not _is_set_id(command[0]):
            return command
        tool = shutil.which("prlimit")
        if tool is None:
            logger.warning("%s has its group's rights, and only prlimit can limit it", command[0])
            return command
        limits = self._limits(lambda kind: resource.getrlimit(kind)[1])
        return [tool, *(f"--{name}={soft}:{hard}" for name, soft, hard in limits), "--", *command]

    def apply_to(self, process: int) -> None:
        """Limits this process and the children that it starts; never raises a limit. Where the
        system has no such limits, it says so once."""
        if not _has_limits():
            warn_without_limits()
            return
        with contextlib.suppress(PermissionError):  # it was limited when it was started
            for name, soft, hard in self._limits(lambda kind: resource.prlimit(process, kind)[1]):
                resource.prlimit(process, _kind(name), (soft, hard))

    def _limits(self, highest: Callable[[int], int]) -> Iterator[_Limit]:
        """The soft and hard limits by name; `highest`: the present hard limit of a kind."""
        threads = _threads_of_user() + self.processes
        for name, soft, hard in (
            ("data", self.memory_bytes, self.memory_bytes),
            ("fsize", self.file_bytes, self.file_bytes),
            ("nofile", self.files, self.files),
            ("cpu", self.cpu_s, self.cpu_s + CPU_GRACE_S),
            ("nproc", threads, threads),
            ("core", 0, 0),
        ):
            bound = highest(_kind(name))
            if bound != resource.RLIM_INFINITY:
                soft, hard = min(soft, bound), min(hard, bound)
            yield name, soft, hard


def _has_limits() -> bool:
    return resource is not None and hasattr(resource, "prlimit")


def _kind(name: str) -> int:
    """The system's number of a limit."""
    number: int = getattr(resource, f"RLIMIT_{name.upper()}")
    return number


def _is_set_id(program: str) -> bool:
    """Whether a program runs with the rights of its owner or group."""
    try:
        return bool(os.stat(program).st_mode & _SET_ID)
    except OSError:
        return False


@cache
def warn_without_limits() -> None:
    """Says, once, that this system has no limits."""
    logger.warning("this system cannot limit what an engine uses: memory, time, files, processes")


def _threads_of_user() -> int:
    """How many threads this user has now, which is what RLIMIT_NPROC counts."""
    user, count = os.getuid(), 0
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdecimal() and folder.stat().st_uid == user:
                count += len(os.listdir(folder / "task"))
    return count
