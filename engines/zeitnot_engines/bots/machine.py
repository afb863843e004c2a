"""The processor cores and the memory that this process may use.

A container sees the entire machine in /proc, but is limited by its control group. Both versions of
cgroups are read (kernel documentation, admin-guide/cgroup-v2 and cgroup-v1/memory). Their files are
at the top of /sys/fs/cgroup if the container has a cgroup namespace, otherwise below the path in
/proc/self/cgroup.
"""

import contextlib
import math
import os
import resource
from collections.abc import Iterator
from pathlib import Path

MB = 1 << 20
ROOT = Path("/")


def cores(root: Path = ROOT) -> int:
    """How many processors this process may use at the same time, at least 1."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    quotas = [float(quota) for quota in _quotas(root)]
    return max(1, math.ceil(min([available or 1, *quotas])))


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
    for text in (*_read(root, "", "memory.max"), *_read(root, "memory", "memory.limit_in_bytes")):
        with contextlib.suppress(ValueError):  # `max`
            yield int(text)
    for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        soft, _ = resource.getrlimit(kind)
        if soft != resource.RLIM_INFINITY:
            yield soft


def _quotas(root: Path) -> Iterator[float]:
    for text in _read(root, "", "cpu.max"):
        quota, _, period = text.partition(" ")
        if quota.isdecimal() and period.isdecimal():
            yield int(quota) / int(period)
    group_quota = _read(root, "cpu", "cpu.cfs_quota_us")
    for quota, period in zip(group_quota, _read(root, "cpu", "cpu.cfs_period_us"), strict=False):
        if quota.isdecimal() and period.isdecimal():  # -1: none
            yield int(quota) / int(period)


def _read(root: Path, controller: str, name: str) -> list[str]:
    """The contents of this file in the process's group and in the visible root, if they exist.
    `controller`: of cgroups version 1; empty: version 2."""
    top = root / "sys/fs/cgroup" / controller
    texts = []
    for folder in (top / _path(root, controller).lstrip("/"), top):
        with contextlib.suppress(OSError):
            texts.append((folder / name).read_text().strip())
    return texts


def _path(root: Path, controller: str) -> str:
    """The path of this process's group; each line is `hierarchy:controllers:path`."""
    with contextlib.suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controller in controllers.split(","):
                return path
    return ""
