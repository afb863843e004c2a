"""Names take turns; the items of one name are first in, first out."""

import pytest

from zeitnot_server.limits.round_robin import RoundRobin


def test_names_take_turns() -> None:
    waiting = RoundRobin[str]()
    for name, item in (
        ("a", "a1"),
        ("a", "a2"),
        ("b", "b1"),
        ("a", "a3"),
        ("c", "c1"),
        ("b", "b2"),
    ):
        waiting.put(name, item)
    assert len(waiting) == 6
    assert [waiting.take()[1] for _ in range(6)] == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert not waiting


def test_taking_from_an_empty_queue_raises() -> None:
    with pytest.raises(IndexError):
        RoundRobin[str]().take()
