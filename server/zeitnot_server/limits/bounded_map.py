"""Values by name in bounded memory, although clients can use any number of names.

When the map is full, the few values that were checked longest ago are checked: those that are empty
are dropped, or else the one that will be empty soonest. So an attacker gains next to nothing by
filling the map with names, because debts are kept longest, and a new name never costs a full scan.
"""

import itertools
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

MAX_CHECKED = 16

T = TypeVar("T")


class BoundedMap(Generic[T]):
    """At most `max_values` values. `empty_in_ms`: how long after this instant (ms) a value will be
    empty; 0: it is empty now."""

    def __init__(self, max_values: int, empty_in_ms: Callable[[T, int], float]) -> None:
        self._max_values = max_values
        self._empty_in_ms = empty_in_ms
        self._values: OrderedDict[str, T] = OrderedDict()  # the one checked longest ago first

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def get(self, name: str) -> T | None:
        """The value of this name; None: there is none."""
        return self._values.get(name)

    def put(self, name: str, value: T, now_ms: int) -> None:
        """Stores a value, and drops others if there are too many."""
        if len(self._values) >= self._max_values:
            self._make_room(now_ms)
        self._values[name] = value

    def _make_room(self, now_ms: int) -> None:
        checked = list(itertools.islice(self._values, MAX_CHECKED))
        wait_by_name = {name: self._empty_in_ms(self._values[name], now_ms) for name in checked}
        empty = [name for name in checked if wait_by_name[name] == 0]
        for name in empty or [min(checked, key=wait_by_name.__getitem__)]:
            del self._values[name]
        for name in checked:
            if name in self._values:
                self._values.move_to_end(name)
