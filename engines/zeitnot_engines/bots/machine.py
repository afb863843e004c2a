"""The processor cores and the memory that this process may use.

A container sees the entire machine in /proc, but is limited by its control group. Both versions of
cgroups are read (kernel documentation, admin-guide/cgroup-v2 and cgroup-v1/memory). Their files are
at the top of /sys/fs/cgroup if the container has a cgroup namespace, otherwise below the path in
/proc/self/cgroup.
"""

import contextlib
import os
import resource
from collections.abc import Iterator
from pathlib import Path

from zeitnot_client.cores import ROOT, cores, read_limits

__all__ = ["MB", "cores", "memory_limit_mb", "memory_mb"]
MB = 1 << 20


def memory_limit_mb(root: Path = ROOT) -> int | None:
    """The memory limit of this process in MB of 2^20 bytes; None if there is no limit below the
    machine's memory."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limits = [limit for limit in _memory_limits(root) if limit < total]
    return min(limits) // MB if limits else None


def memory_mb() -> int:
    """The machine's memory in MB of 2^20 bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MB


def _memory_limits(root: Path) -> Iterator[int]:
    for text in (
        *read_limits(root, "", "memory.max"),
        *read_limits(root, "memory", "memory.limit_in_bytes"),
    ):
        with contextlib.suppress(ValueError):  # `max`
            yield int(text)
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        soft, _ = resource.getrlimit(kind)
        if soft != resource.RLIM_INFINITY:
            yield soft
