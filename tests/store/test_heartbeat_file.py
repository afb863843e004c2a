"""The heartbeat file: its heartbeats, mark and key are read back, also after torn writes."""

import errno
import os
from pathlib import Path

import pytest

from zeitnot_server.store.heartbeat_file import KEY_AT, SLOT_BYTES, Heartbeat, HeartbeatFile, Mark


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "alive"


def write_heartbeats(file: Path, *heartbeats: tuple[int, int]) -> None:
    """Writes heartbeats and closes the file."""
    alive = HeartbeatFile(file)
    for run, ms in heartbeats:
        alive.beat(run, ms)
    alive.close()


def read_heartbeat(file: Path) -> Heartbeat | None:
    """The heartbeat that the next run reads."""
    alive = HeartbeatFile(file)
    try:
        return alive.read()
    finally:
        alive.close()


def test_a_new_file_is_empty(file: Path) -> None:
    assert read_heartbeat(file) is None


def test_the_newest_heartbeat_is_read(file: Path) -> None:
    write_heartbeats(file, (3, 20), (3, 40), (3, 60))
    assert read_heartbeat(file) == Heartbeat(3, 60)
    write_heartbeats(file, (4, 0))
    assert read_heartbeat(file) == Heartbeat(4, 0)


def test_large_numbers_are_read_back(file: Path) -> None:
    write_heartbeats(file, (2**40, 2**50))
    assert read_heartbeat(file) == Heartbeat(2**40, 2**50)


@pytest.mark.parametrize("at", [0, 8, 16, 24, SLOT_BYTES - 1])
def test_a_torn_write_loses_only_one_heartbeat(file: Path, at: int) -> None:
    write_heartbeats(file, (1, 20), (1, 40))  # slots 0 and 1
    raw = bytearray(file.read_bytes())
    raw[SLOT_BYTES + at] ^= 0x55
    file.write_bytes(raw)
    assert read_heartbeat(file) == Heartbeat(1, 20)
    write_heartbeats(file, (1, 60))
    assert read_heartbeat(file) == Heartbeat(1, 60)


@pytest.mark.parametrize("size", [1, SLOT_BYTES - 1, SLOT_BYTES, SLOT_BYTES + 7])
def test_intact_slots_of_a_truncated_file_are_read(file: Path, size: int) -> None:
    write_heartbeats(file, (1, 20), (1, 40))
    file.write_bytes(file.read_bytes()[:size])
    assert read_heartbeat(file) == (Heartbeat(1, 20) if size >= SLOT_BYTES else None)


def test_garbage_is_ignored(file: Path) -> None:
    file.write_bytes(bytes(range(200)))
    assert read_heartbeat(file) is None


def test_only_the_owner_can_read_the_file(file: Path) -> None:
    file.touch(0o644)
    write_heartbeats(file, (1, 1))
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_heartbeat_after_close_is_not_written(file: Path, tmp_path: Path) -> None:
    alive = HeartbeatFile(file)
    fd = alive._fd
    alive.close()
    other = os.open(tmp_path / "other", os.O_CREAT | os.O_RDWR)
    assert other == fd, "the descriptor of the closed file was reused"
    alive.beat(1, 20)
    assert os.fstat(other).st_size == 0
    os.close(other)


def test_a_file_without_disk_space_is_closed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []

    def fail_without_space(fd: int, offset: int, length: int) -> None:
        opened.append(fd)
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "posix_fallocate", fail_without_space)
    with pytest.raises(OSError, match="no room"):
        HeartbeatFile(file)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


# ── the mark ───────────────────────────────────────────────────────────────────────────────────


def read_mark(file: Path) -> Mark | None:
    """The mark that the next run reads."""
    alive = HeartbeatFile(file)
    try:
        return alive.marked()
    finally:
        alive.close()


def test_a_mark_is_kept_until_unmark(file: Path) -> None:
    assert read_mark(file) is None
    alive = HeartbeatFile(file)
    alive.beat(7, 20)
    alive.mark(7, "game1", 12)
    assert read_mark(file) == Mark(7, "game1", 12)
    alive.mark(7, "a" * 32, 2**40)
    assert read_mark(file) == Mark(7, "a" * 32, 2**40)
    alive.beat(7, 40)
    alive.beat(7, 60)
    assert read_mark(file) == Mark(7, "a" * 32, 2**40)
    alive.unmark()
    assert read_mark(file) is None
    assert read_heartbeat(file) == Heartbeat(7, 60)
    alive.close()


def test_a_mark_may_precede_the_first_heartbeat(file: Path) -> None:
    alive = HeartbeatFile(file)
    alive.mark(1, "game1", 0)
    alive.close()
    assert read_mark(file) == Mark(1, "game1", 0)
    assert read_heartbeat(file) is None


def test_a_truncated_mark_is_ignored(file: Path) -> None:
    alive = HeartbeatFile(file)
    alive.mark(1, "game1", 3)
    alive.close()
    file.write_bytes(file.read_bytes()[: KEY_AT - 1])
    assert read_mark(file) is None


def test_garbage_instead_of_a_mark_is_ignored(file: Path) -> None:
    file.write_bytes(bytes([0xFF]) * 4096)
    assert read_mark(file) is not None  # its run does not exist, so the store ignores it
    assert read_heartbeat(file) is None


# ── the key ────────────────────────────────────────────────────────────────────────────────────

KEY, OTHER_KEY = "0123456789abcdef", "00000000000000ff"


def read_key(file: Path) -> str | None:
    """The key that the next run reads."""
    alive = HeartbeatFile(file)
    try:
        return alive.key
    finally:
        alive.close()


def test_the_last_signed_key_is_read(file: Path) -> None:
    assert read_key(file) is None
    alive = HeartbeatFile(file)
    for key in (OTHER_KEY, KEY):
        alive.sign(key)
        alive.beat(7, 20)
        alive.mark(7, "game1", 2)
        assert read_key(file) == key
    alive.close()
    assert read_heartbeat(file) == Heartbeat(7, 20)
    assert read_mark(file) == Mark(7, "game1", 2)


@pytest.mark.parametrize("at", range(12))
def test_a_torn_key_is_ignored(file: Path, at: int) -> None:
    alive = HeartbeatFile(file)
    alive.sign(KEY)
    alive.close()
    raw = bytearray(file.read_bytes())
    raw[KEY_AT + at] ^= 0x55
    file.write_bytes(raw)
    assert read_key(file) is None
    file.write_bytes(raw[: KEY_AT + at])
    assert read_key(file) is None


def test_a_file_without_a_key_is_read(file: Path) -> None:
    alive = HeartbeatFile(file)
    alive.beat(3, 40)
    alive.mark(3, "game1", 2)
    alive.close()
    file.write_bytes(file.read_bytes()[:KEY_AT])
    assert read_key(file) is None
    assert read_heartbeat(file) == Heartbeat(3, 40)
    assert read_mark(file) == Mark(3, "game1", 2)
