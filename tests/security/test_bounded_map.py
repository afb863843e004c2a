"""The map of names is bounded, and keeps debts."""

from zeitnot_server.web.bounded_map import CHECKED, BoundedMap


def bounded_map(most: int = 100) -> BoundedMap[int]:
    """Each value is the instant from which on it says nothing."""
    return BoundedMap(most, lambda until_ms, now_ms: max(0, until_ms - now_ms))


def test_the_largest_debts_are_kept() -> None:
    allowance = bounded_map()
    allowance.put("eve", 60_000, 0)
    for number in range(10_000):
        allowance.put(f"guest {number}", 1_000, 0)
        assert len(allowance) <= 100
    assert allowance.get("eve") == 60_000


def test_expired_entries_are_removed_together() -> None:
    allowance = bounded_map()
    for number in range(100):
        allowance.put(f"guest {number}", 1_000, 0)
    allowance.put("late", 9_000, 2_000)
    assert len(allowance) == 101 - CHECKED
    assert "guest 0" not in allowance
    assert "late" in allowance


def test_adding_a_name_examines_few_others() -> None:
    looks = list[int]()
    allowance = BoundedMap[int](1_000, lambda value, now_ms: looks.append(value) or 1.0)
    for number in range(1_000):
        allowance.put(f"guest {number}", number, 0)
    assert not looks
    allowance.put("late", 0, 0)
    assert len(looks) == CHECKED
