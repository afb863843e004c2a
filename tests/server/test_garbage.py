"""The collector of the server's process: cycles go, calm is not disturbed."""

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from zeitnot_server.garbage import SETTLED, Garbage

MANY = 5_000


class Cycle:
    """Something that only a collection frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def garbage() -> Iterator[Garbage]:
    """In the place of the automatic collector, for one test."""
    gc.collect()
    others = sys.getallocatedblocks() - 4 * MANY
    yield Garbage(MANY, 5 * MANY, lambda: sys.getallocatedblocks() - others)
    gc.unfreeze()
    gc.enable()
    gc.collect()


def test_cycles_are_freed_when_many_have_gathered(garbage: Garbage) -> None:
    first = weakref.ref(Cycle())
    assert not garbage.check()
    assert first() is not None
    for _ in range(MANY):
        Cycle()
    assert garbage.check()
    assert first() is None


def test_objects_freed_by_reference_counts_start_no_collection(garbage: Garbage) -> None:
    for _ in range(10 * MANY):
        [[]]  # noqa: B018
    assert not garbage.check()


def test_old_objects_are_examined_when_their_number_has_doubled(garbage: Garbage) -> None:
    """A cycle that was in use at the first look."""
    held = Cycle()
    gone = weakref.ref(held)
    kept: list[list[int]] = []
    rounds = 0
    while gone() is not None:
        kept += [[] for _ in range(2 * MANY)]
        for _ in range(SETTLED):
            garbage.check()
        held = Cycle()
        rounds += 1
        assert rounds < 8, "never freed"
    assert rounds > 1, "all was looked at every time"
    assert len(kept) == 2 * MANY * rounds


def test_a_constant_number_of_objects_starts_no_collection(garbage: Garbage) -> None:
    """However many they are in the end: what is freed once it has been set aside counts too."""
    held = Cycle()
    gone = weakref.ref(held)
    kept: list[list[int]] = []
    for _ in range(20):
        kept = [[] for _ in range(MANY // 2)]
        for _ in range(SETTLED):
            assert not garbage.check()
        held = Cycle()
    assert gone() is not None
    assert len(kept) == MANY // 2


def test_fruitless_collections_become_rare(garbage: Garbage) -> None:
    kept = [[] for _ in range(MANY + 1)]  # type: list[list[int]]
    assert garbage.check()
    kept += [[] for _ in range(MANY + 1)]
    assert not garbage.check()
    for _ in range(MANY):
        Cycle()
    assert garbage.check()
    kept += [[] for _ in range(MANY + 1)]
    assert garbage.check()
    assert len(kept) == 3 * (MANY + 1)


def test_long_lived_objects_are_frozen(garbage: Garbage) -> None:
    """A steady change of few objects for as many others leaves nothing to look through."""
    kept: list[list[int]] = []
    for _ in range(SETTLED):
        kept = [[] for _ in range(MANY // 2)]
        assert not garbage.check()
    assert not [found for found in gc.get_objects() if found is kept[0]]


def test_automatic_collection_is_off(garbage: Garbage) -> None:
    cycle = weakref.ref(Cycle())
    kept = [[] for _ in range(20 * MANY)]  # type: list[list[int]]
    assert cycle() is not None
    assert len(kept) == 20 * MANY


def test_objects_made_during_a_query_are_examined_before_freezing() -> None:
    """Each leaves cycles: few objects, but lists may be asked for without end."""
    gc.collect()
    queries = 0
    garbage = Garbage(MANY, queries=lambda: queries)
    try:
        held = Cycle()
        gone = weakref.ref(held)
        del held
        for _ in range(SETTLED):
            garbage.check()
        assert gone() is not None, "set aside: no query was made"
        held = Cycle()
        gone = weakref.ref(held)
        del held
        queries += 1
        for _ in range(SETTLED):
            garbage.check()
        assert gone() is None
    finally:
        gc.unfreeze()
        gc.enable()
        gc.collect()
