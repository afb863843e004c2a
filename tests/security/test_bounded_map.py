"""A `BoundedMap` has a maximum size and keeps the entries with the largest debts."""

from zeitnot_server.limits.bounded_map import MAX_CHECKED, BoundedMap


def bounded_map(max_names: int = 100) -> BoundedMap[int]:
    """A map whose values are the instants in ms at which the debts end."""
    return BoundedMap(max_names, lambda end_ms, now_ms: max(0, end_ms - now_ms))


def test_the_largest_debts_are_kept() -> None:
    debts = bounded_map()
    debts.put("eve", 60_000, 0)
    for number in range(10_000):
        debts.put(f"guest {number}", 1_000, 0)
        assert len(debts) <= 100
    assert debts.get("eve") == 60_000


def test_expired_entries_are_removed_together() -> None:
    debts = bounded_map()
    for number in range(100):
        debts.put(f"guest {number}", 1_000, 0)
    debts.put("newcomer", 9_000, 2_000)
    assert len(debts) == 101 - MAX_CHECKED
    assert "guest 0" not in debts
    assert "newcomer" in debts


def test_adding_a_name_examines_few_others() -> None:
    examined = list[int]()
    debts = BoundedMap[int](1_000, lambda value, now_ms: examined.append(value) or 1.0)
    for number in range(1_000):
        debts.put(f"guest {number}", number, 0)
    assert not examined
    debts.put("newcomer", 0, 0)
    assert len(examined) == MAX_CHECKED
