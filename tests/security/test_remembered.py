"""A memory of names does not grow, and what is owed stays in it."""

from zeitnot_server.web.remembered import CHECKED, Remembered


def remembered(most: int = 100) -> Remembered[int]:
    """Each value is the instant from which on it says nothing."""
    return Remembered(most, lambda until_ms, now_ms: max(0, until_ms - now_ms))


def test_the_largest_debts_are_kept() -> None:
    held = remembered()
    held.put("eve", 60_000, 0)
    for number in range(10_000):
        held.put(f"guest {number}", 1_000, 0)
        assert len(held) <= 100
    assert held.get("eve") == 60_000


def test_expired_entries_are_removed_together() -> None:
    held = remembered()
    for number in range(100):
        held.put(f"guest {number}", 1_000, 0)
    held.put("late", 9_000, 2_000)
    assert len(held) == 101 - CHECKED
    assert "guest 0" not in held
    assert "late" in held


def test_adding_a_name_examines_few_others() -> None:
    looks = list[int]()
    held = Remembered[int](1_000, lambda value, now_ms: looks.append(value) or 1.0)
    for number in range(1_000):
        held.put(f"guest {number}", number, 0)
    assert not looks
    held.put("late", 0, 0)
    assert len(looks) == CHECKED
