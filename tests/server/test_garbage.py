"""The garbage collector of the server's process: cycles are freed, long pauses avoided."""

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from zeitnot_server.garbage import CHECKS_TO_FREEZE, Garbage

NEW_OBJECTS = 5_000


class Cycle:
    """An object in a reference cycle, which only a collection frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def garbage() -> Iterator[Garbage]:
    """Replaces the automatic collector for one test."""
    gc.collect()
    # As if 4 * NEW_OBJECTS objects existed already.
    base_blocks = sys.getallocatedblocks() - 4 * NEW_OBJECTS
    yield Garbage(NEW_OBJECTS, 5 * NEW_OBJECTS, lambda: sys.getallocatedblocks() - base_blocks)
    gc.unfreeze()
    gc.enable()
    gc.collect()
    gc.freeze()  # as conftest.py has done


def test_cycles_are_freed_when_there_are_many_new_objects(garbage: Garbage) -> None:
    first = weakref.ref(Cycle())
    assert not garbage.check()
    assert first() is not None
    for _ in range(NEW_OBJECTS):
        Cycle()
    assert garbage.check()
    assert first() is None


def test_objects_freed_by_reference_counts_start_no_collection(garbage: Garbage) -> None:
    for _ in range(10 * NEW_OBJECTS):
        [[]]  # noqa: B018
    assert not garbage.check()


def test_old_objects_are_examined_when_their_number_has_doubled(garbage: Garbage) -> None:
    """The test waits until a cycle that was in use at the first collection is freed."""
    cycle = Cycle()
    reference = weakref.ref(cycle)
    stored: list[list[int]] = []
    rounds = 0
    while reference() is not None:
        stored += [[] for _ in range(2 * NEW_OBJECTS)]
        for _ in range(CHECKS_TO_FREEZE):
            garbage.check()
        cycle = Cycle()
        rounds += 1
        assert rounds < 8, "never freed"
    assert rounds > 1, "old objects were examined at every collection"
    assert len(stored) == 2 * NEW_OBJECTS * rounds


def test_a_constant_number_of_objects_starts_no_collection(garbage: Garbage) -> None:
    """Objects that are freed after they were frozen count as well, so the number stays constant."""
    cycle = Cycle()
    reference = weakref.ref(cycle)
    stored: list[list[int]] = []
    for _ in range(20):
        stored = [[] for _ in range(NEW_OBJECTS // 2)]
        for _ in range(CHECKS_TO_FREEZE):
            assert not garbage.check()
        cycle = Cycle()
    assert reference() is not None
    assert len(stored) == NEW_OBJECTS // 2


def test_fruitless_collections_become_rare(garbage: Garbage) -> None:
    stored = [[] for _ in range(NEW_OBJECTS + 1)]  # type: list[list[int]]
    assert garbage.check()
    stored += [[] for _ in range(NEW_OBJECTS + 1)]
    assert not garbage.check()
    for _ in range(NEW_OBJECTS):
        Cycle()
    assert garbage.check()
    stored += [[] for _ in range(NEW_OBJECTS + 1)]
    assert garbage.check()
    assert len(stored) == 3 * (NEW_OBJECTS + 1)


def test_long_lived_objects_are_frozen(garbage: Garbage) -> None:
    """A few objects are replaced again and again, and the collector examines no others."""
    stored: list[list[int]] = []
    for _ in range(CHECKS_TO_FREEZE):
        stored = [[] for _ in range(NEW_OBJECTS // 2)]
        assert not garbage.check()
    assert not [result for result in gc.get_objects() if result is stored[0]]


def test_automatic_collection_is_off(garbage: Garbage) -> None:
    cycle = weakref.ref(Cycle())
    stored = [[] for _ in range(20 * NEW_OBJECTS)]  # type: list[list[int]]
    assert cycle() is not None
    assert len(stored) == 20 * NEW_OBJECTS


def test_objects_made_during_a_query_are_examined_before_freezing() -> None:
    """Each query leaves a few cycles, and the number of queries is not bounded."""
    gc.collect()
    queries = 0
    garbage = Garbage(NEW_OBJECTS, queries=lambda: queries)
    try:
        cycle = Cycle()
        reference = weakref.ref(cycle)
        del cycle
        for _ in range(CHECKS_TO_FREEZE):
            garbage.check()
        assert reference() is not None, "the cycle is frozen, because no query was made"
        cycle = Cycle()
        reference = weakref.ref(cycle)
        del cycle
        queries += 1
        for _ in range(CHECKS_TO_FREEZE):
            garbage.check()
        assert reference() is None
    finally:
        gc.unfreeze()
        gc.enable()
        gc.collect()
