"""The sign of life, torn writes included."""

from pathlib import Path

import pytest

from zeitnot_server.store import Alive, Beat
from zeitnot_server.store.alive import SLOT


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "alive"


def beats(file: Path, *told: tuple[int, int, str | None]) -> None:
    """Writes these and closes."""
    alive = Alive(file)
    for run, ms, room in told:
        alive.beat(run, ms, room)
    alive.close()


def seen(file: Path) -> Beat | None:
    """What the next run reads."""
    alive = Alive(file)
    try:
        return alive.read()
    finally:
        alive.close()


def test_nothing_yet(file: Path) -> None:
    assert seen(file) is None


def test_the_newest_beat_is_read(file: Path) -> None:
    beats(file, (3, 20, None), (3, 40, "game1"), (3, 60, None))
    assert seen(file) == Beat(3, 60)
    beats(file, (4, 0, "a" * 32))
    assert seen(file) == Beat(4, 0, "a" * 32)


def test_two_beats_at_one_instant_the_later_counts(file: Path) -> None:
    beats(file, (1, 20, None), (1, 20, "game1"))
    assert seen(file) == Beat(1, 20, "game1")


def test_numbers_of_any_size_that_can_be(file: Path) -> None:
    beats(file, (2**40, 2**50, None))
    assert seen(file) == Beat(2**40, 2**50)


@pytest.mark.parametrize("at", [0, 8, 16, 24, SLOT - 1])
def test_a_torn_beat_costs_one_beat(file: Path, at: int) -> None:
    beats(file, (1, 20, None), (1, 40, None))  # slots 0 and 1
    raw = bytearray(file.read_bytes())
    raw[SLOT + at] ^= 0x55
    file.write_bytes(raw)
    assert seen(file) == Beat(1, 20)
    beats(file, (1, 60, None))
    assert seen(file) == Beat(1, 60)


@pytest.mark.parametrize("size", [1, SLOT - 1, SLOT, SLOT + 7])
def test_a_file_cut_short(file: Path, size: int) -> None:
    beats(file, (1, 20, None), (1, 40, None))
    file.write_bytes(file.read_bytes()[:size])
    assert seen(file) == (Beat(1, 20) if size >= SLOT else None)


def test_garbage_is_nothing(file: Path) -> None:
    file.write_bytes(bytes(range(200)))
    assert seen(file) is None


def test_the_file_is_its_owners_alone(file: Path) -> None:
    file.touch(0o644)
    beats(file, (1, 1, None))
    assert file.stat().st_mode & 0o777 == 0o600
