"""Limits of what a foreign program may use. Linux enforces them; other systems have none."""

import contextlib
import logging
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

CPU_GRACE_S = 5  # between SIGXCPU and SIGKILL
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

    def apply_to(self, process: int) -> None:
        """Limits this process and the children that it starts; never raises a limit. Where the
        system has no such limits, it says so once."""
        if resource is None or not hasattr(resource, "prlimit"):
            warn_without_limits()
            return
        for kind, soft, hard in (
            (resource.RLIMIT_DATA, self.memory_bytes, self.memory_bytes),
            (resource.RLIMIT_FSIZE, self.file_bytes, self.file_bytes),
            (resource.RLIMIT_NOFILE, self.files, self.files),
            (resource.RLIMIT_CPU, self.cpu_s, self.cpu_s + CPU_GRACE_S),
            (resource.RLIMIT_NPROC, *[_threads_of_user() + self.processes] * 2),
            (resource.RLIMIT_CORE, 0, 0),
        ):
            _, highest = resource.prlimit(process, kind)
            if highest != resource.RLIM_INFINITY:
                soft, hard = min(soft, highest), min(hard, highest)
            resource.prlimit(process, kind, (soft, hard))


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
