"""Runs a short power cut test, and tests its checks and its disk model."""

import random
from pathlib import Path

import pytest

from .powercut.disk import Disk, File, Operation, Record
from .powercut.trial import NORMAL, cut, record


async def test_no_power_cut_loses_an_acknowledged_move(tmp_path: Path) -> None:
    recording = await record(tmp_path, 700, seed=1)
    verdict = await cut(recording, tmp_path / "cut", 40, seed=1)
    assert (verdict.lost, verdict.damages) == ([], [])
    assert verdict.cuts == 40
    assert verdict.checked > 700
    assert verdict.syncs > 100


async def test_without_a_sync_at_every_commit_moves_are_lost(tmp_path: Path) -> None:
    recording = await record(tmp_path, 200, seed=2, fault=NORMAL)
    verdict = await cut(recording, tmp_path / "cut", 8, seed=2)
    assert verdict.lost


# ── the disk ───────────────────────────────────────────────────────────────────────────────────


def op(operation: Operation, offset: int = 0, data: bytes = b"", thread: int = 1) -> Record:
    """A recorded operation on the WAL file."""
    return Record(0.0, operation, "-wal", thread, offset, data)


def disk_after(*records: Record) -> Disk:
    """A disk with a WAL file, whose name is durable, after these operations."""
    disk = Disk()
    for operation in (op(Operation.CREATE), *records):
        disk.feed(operation)
    disk.files["-wal"].is_name_durable = True
    return disk


def outcomes(disk: Disk) -> set[bytes]:
    """The possible contents of the WAL file after a power cut, found with many seeds."""
    return {disk.after_cut(random.Random(seed))["-wal"] for seed in range(300)}


def test_synced_data_survives() -> None:
    disk = disk_after(
        op(Operation.WRITE, 0, b"aaaa"),
        op(Operation.SYNC_BEGINS),
        op(Operation.SYNC_ENDS),
    )
    assert outcomes(disk) == {b"aaaa"}


def test_any_subset_of_unsynced_writes_may_survive() -> None:
    disk = disk_after(op(Operation.WRITE, 0, b"aa"), op(Operation.WRITE, 2, b"bb"))
    assert outcomes(disk) == {b"", b"aa", b"aabb", b"\0\0bb"}


def test_sync_covers_only_writes_before_it_began() -> None:
    disk = disk_after(
        op(Operation.WRITE, 0, b"aa"),
        op(Operation.SYNC_BEGINS),
        op(Operation.WRITE, 2, b"bb", thread=2),
        op(Operation.SYNC_ENDS),
    )
    assert outcomes(disk) == {b"aa", b"aabb"}


def test_an_unfinished_sync_covers_nothing() -> None:
    assert b"" in outcomes(disk_after(op(Operation.WRITE, 0, b"aa"), op(Operation.SYNC_BEGINS)))


def test_concurrent_syncs_cover_each_write_once() -> None:
    file = File(pending=[op(Operation.WRITE, n, b"x") for n in range(3)])
    file.syncing = {1: 2, 2: 3}
    file.sync_ended(1)
    assert (bytes(file.durable), len(file.pending)) == (b"xx", 1)
    file.pending.append(op(Operation.WRITE, 3, b"x"))
    file.sync_ended(2)
    assert (bytes(file.durable), len(file.pending)) == (b"xxx", 1)


def test_a_write_may_be_torn_between_sectors() -> None:
    torn = outcomes(disk_after(op(Operation.WRITE, 500, b"a" * 24)))
    assert bytes(500) + b"a" * 12 in torn
    assert bytes(512) + b"a" * 12 in torn


def test_a_truncation_may_be_lost() -> None:
    synced = (op(Operation.SYNC_BEGINS), op(Operation.SYNC_ENDS))
    disk = disk_after(op(Operation.WRITE, 0, b"aaaa"), *synced, op(Operation.TRUNCATE, 2))
    assert outcomes(disk) == {b"aaaa", b"aa"}


@pytest.mark.parametrize("synced", [False, True])
def test_file_name_survives_once_its_directory_is_synced(synced: bool) -> None:
    disk = Disk()
    disk.feed(op(Operation.CREATE))
    if synced:
        disk.feed(op(Operation.DIR_SYNC_BEGINS))
        disk.feed(op(Operation.DIR_SYNC_ENDS))
    survivals = {"-wal" in disk.after_cut(random.Random(seed)) for seed in range(50)}
    assert survivals == ({True} if synced else {True, False})
