"""How many processor cores this process may use.

A container sees the entire machine in /proc, but is limited by its control group. Both versions of
cgroups are read (kernel documentation, admin-guide/cgroup-v2 and cgroup-v1). Their files are at the
top of /sys/fs/cgroup if the container has a cgroup namespace, otherwise below the path in
/proc/self/cgroup. Other systems have none of these files.
"""

import contextlib
import math
import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path("/")


def cores(root: Path = ROOT) -> int:
    """How many processors this process may use at the same time, at least 1."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    quotas = [float(quota) for quota in _cpu_limits(root)]
    return max(1, math.ceil(min([available or 1, *quotas])))


def _cpu_limits(root: Path) -> Iterator[float]:
    for text in read_limits(root, "", "cpu.max"):
        quota, _, period = text.partition(" ")
        if quota.isdecimal() and period.isdecimal():
            yield int(quota) / int(period)
    group_quota = read_limits(root, "cpu", "cpu.cfs_quota_us")
    for quota, period in zip(
        group_quota, read_limits(root, "cpu", "cpu.cfs_period_us"), strict=False
    ):
        if quota.isdecimal() and period.isdecimal():  # -1: none
            yield int(quota) / int(period)


def read_limits(root: Path, controller: str, name: str) -> list[str]:
    """The contents of this file in the process's group and in those above it, as far as they are
    visible, since each of them limits the process. `controller`: of cgroups version 1; empty:
    version 2."""
    top = root / "sys/fs/cgroup" / controller
    names = [part for part in _path(root, controller).split("/") if part]
    texts = []
    for depth in range(len(names), -1, -1):
        with contextlib.suppress(OSError):
            texts.append((top.joinpath(*names[:depth]) / name).read_text().strip())
    return texts


def _path(root: Path, controller: str) -> str:
    """The path of this process's group; each line is `hierarchy:controllers:path`."""
    with contextlib.suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controller in controllers.split(","):
                return path
    return ""
