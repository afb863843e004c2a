"""The memory that a bot may use on a machine, and how it is divided among games and tables."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zeitnot_engines.bots import machine
from zeitnot_engines.bots.machine import MB
from zeitnot_engines.bots.memory import (
    BASE_MB,
    GAME_MB,
    HALVED,
    MAX_MB,
    MIN_MB,
    OUT_OF_MEMORY,
    OutOfMemory,
    Plan,
    halved,
    is_shortage,
    plan,
    usual_mb,
)
from zeitnot_server import config, memory_halving

MACHINE_BYTES = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def fake_root(root: Path, files: dict[str, str]) -> Path:
    """A root file system with these files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("files", "limit"),
    [
        ({}, None),
        ({"sys/fs/cgroup/memory.max": "max\n"}, None),
        ({"sys/fs/cgroup/memory.max": f"{64 * MB}\n"}, 64),
        (
            {
                "proc/self/cgroup": "0::/system.slice/zeitnot.service\n",
                "sys/fs/cgroup/memory.max": "max\n",
                "sys/fs/cgroup/system.slice/zeitnot.service/memory.max": f"{32 * MB}\n",
            },
            32,
        ),
        (
            {
                "proc/self/cgroup": "0::/user.slice/bots.slice/one.service\n",
                "sys/fs/cgroup/user.slice/memory.max": f"{24 * MB}\n",
                "sys/fs/cgroup/user.slice/bots.slice/memory.max": f"{12 * MB}\n",
            },
            12,
        ),
        (
            {
                "proc/self/cgroup": "9:name=systemd:/\n4:cpu,memory:/docker/abc\n0::/\n",
                "sys/fs/cgroup/memory/memory.limit_in_bytes": f"{16 * MB}\n",
            },
            16,
        ),
        ({"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, None),
        ({"sys/fs/cgroup/memory.max": "garbage"}, None),
    ],
)
def test_memory_limit_of_a_container_is_read(
    tmp_path: Path, files: dict[str, str], limit: int
) -> None:
    assert machine.memory_limit_mb(fake_root(tmp_path, files)) == limit


@pytest.mark.parametrize(
    ("files", "max_cores"),
    [
        ({}, 10**6),
        ({"sys/fs/cgroup/cpu.max": "max 100000\n"}, 10**6),
        ({"sys/fs/cgroup/cpu.max": "50000 100000\n"}, 1),
        ({"sys/fs/cgroup/cpu.max": "150000 100000\n"}, 2),
        (
            {
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "100000",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
            },
            1,
        ),
        (
            {
                "sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1",
                "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000",
            },
            10**6,
        ),
    ],
)
def test_cores_are_limited_by_the_container(
    tmp_path: Path, files: dict[str, str], max_cores: int
) -> None:
    local = len(os.sched_getaffinity(0))
    assert machine.cores(fake_root(tmp_path, files)) == min(local, max_cores)


def test_default_budget_fits_the_machine() -> None:
    assert MIN_MB <= usual_mb() <= max(MIN_MB, min(MAX_MB, MACHINE_BYTES // MB // 2))


@given(
    st.integers(MIN_MB, 10**5),
    st.integers(1, 128),
    st.integers(1, 4096),
    st.none() | st.integers(1, 100),
)
def test_plan_stays_within_its_budget(memory: int, cores: int, hash_mb: int, games: int) -> None:
    created = plan(memory, cores, hash_mb, games)
    assert created.games == games if games else 1 <= created.games <= 32 * cores
    assert 1 <= created.searches <= created.tables
    assert 1 <= created.hash_mb <= hash_mb
    for_games = created.games * GAME_MB
    if BASE_MB + for_games + 1 <= memory:
        assert BASE_MB + for_games + created.tables * created.hash_mb <= memory


def test_plan_depends_on_memory() -> None:
    usual = plan(512, 2, 16)
    assert (usual.games, usual.searches, usual.tables, usual.hash_mb) == (64, 8, 26, 16)
    small = plan(MIN_MB, 2, 16)
    assert (small.games, small.searches, small.tables, small.hash_mb) == (20, 8, 8, 3)


def test_halving_stops_at_the_minimum() -> None:
    assert [halved(512, str(times)) for times in range(4)] == [512, 256, 128, MIN_MB]
    assert halved(512, "20") == MIN_MB
    for invalid in (None, "", "x", "-1", "999"):
        assert halved(512, invalid) == 512


def test_shortage_of_memory_is_recognized() -> None:
    wrapped = RuntimeError("no")
    wrapped.__cause__ = MemoryError()
    for error in (
        MemoryError("std::bad_alloc"),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        OutOfMemory(),
        wrapped,
    ):
        assert is_shortage(error)
    for other in (None, ValueError("memory"), RuntimeError("no"), OSError(errno.ENOSPC, "full")):
        assert not is_shortage(other)


def test_plan_is_described() -> None:
    assert str(Plan(2, 64, 8, 12, 16)) == (
        "up to 64 games at a time, 8 searches at a time on 2 cores, 12 tables of 16 MB"
    )
    assert str(Plan(1, 1, 1, 1, 1)) == (
        "up to 1 game at a time, 1 search at a time on 1 core, 1 table of 1 MB"
    )


LOGGING_SCRIPT = """
import logging
from zeitnot_engines.bots.out_of_memory import EndOnShortage
logging.basicConfig()
logging.getLogger().handlers[0].addFilter(EndOnShortage())
for error in (ValueError("a"), MemoryError("b"), ValueError("c")):
    logging.getLogger("asyncio").error("met", exc_info=error)
"""


def test_shortage_of_memory_ends_the_process() -> None:
    """The process logs one line and exits with the status that its parent knows; the next error is
    not logged."""
    result = subprocess.run(
        [sys.executable, "-c", LOGGING_SCRIPT],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == OUT_OF_MEMORY == memory_halving.OUT_OF_MEMORY
    assert "ValueError: a" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("zeitnot: out of memory")
    assert "MemoryError" not in result.stderr


def test_server_and_bot_compute_the_same_plan() -> None:
    assert config.MIN_MB == MIN_MB
    assert memory_halving.HALVED == HALVED
