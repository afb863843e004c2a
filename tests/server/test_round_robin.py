"""Each name in turn, and under one name first come, first served."""

import pytest

from zeitnot_server.play.round_robin import RoundRobin


def test_names_come_in_turn() -> None:
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


def test_an_empty_queue_gives_nothing() -> None:
    with pytest.raises(IndexError):
        RoundRobin[str]().take()
