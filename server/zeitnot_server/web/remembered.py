"""Values by name, in a memory that does not grow, though anybody may come with ever more names.

Of a few that were looked at longest ago, those go that say nothing any more, or else the one that
will soonest. So whoever fills the memory with names gains next to nothing by it, since what is owed
stays longest, and no newcomer costs a look at all of them.
"""

import itertools
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

CHECKED = 16

T = TypeVar("T")


class Remembered(Generic[T]):
    """`most` values. `empty_in_ms`: how long after this instant (ms) a value will say nothing any
    more; 0: it says nothing."""

    def __init__(self, most: int, empty_in_ms: Callable[[T, int], float]) -> None:
        self._most = most
        self._empty_in_ms = empty_in_ms
        self._values: OrderedDict[str, T] = OrderedDict()  # who was looked at longest ago first

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def get(self, name: str) -> T | None:
        """What is remembered of this name."""
        return self._values.get(name)

    def put(self, name: str, value: T, now_ms: int) -> None:
        """Remembers this, and forgets others if there are too many."""
        if len(self._values) >= self._most:
            self._make_room(now_ms)
        self._values[name] = value

    def _make_room(self, now_ms: int) -> None:
        looked_at = list(itertools.islice(self._values, CHECKED))
        left = {name: self._empty_in_ms(self._values[name], now_ms) for name in looked_at}
        going = [name for name in looked_at if left[name] == 0]
        for name in going or [min(looked_at, key=left.__getitem__)]:
            del self._values[name]
        for name in looked_at:
            if name in self._values:
                self._values.move_to_end(name)
