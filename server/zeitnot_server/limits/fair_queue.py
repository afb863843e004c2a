"""A bounded queue for one worker, in which no account or address can take every place.

The next item is that of the address and the account that were served longest ago. When the queue is
full, the newest item of the account or address with the most items is dropped (longest queue drop:
Suter, Lakshman, Stiliadis and Choudhury, INFOCOM 1998), so that a newcomer with few items gets a
place.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    """`names`: of the address and of the account."""

    item: T
    names: tuple[str, str]
    number: int


class FairQueue(Generic[T]):
    """At most `max_items` items, few enough for linear searches."""

    def __init__(self, max_items: int) -> None:
        self._max_items = max_items
        self._entries: list[_Entry[T]] = []  # in order of arrival
        self._since: dict[str, int] = {}  # by name: when it was served last, or began to wait
        self._now = 0  # counts the items added and taken

    def __len__(self) -> int:
        return len(self._entries)

    def put(self, item: T, address: str, account: str) -> T | None:
        """Adds an item. Returns the item that is dropped, perhaps this one; None: none is."""
        self._now += 1
        names = f"address {address}", f"account {account}"
        self._entries.append(_Entry(item, names, self._now))
        for name in names:
            self._since.setdefault(name, self._now)
        if len(self._entries) <= self._max_items:
            return None
        counts = self._counts()

        def size(entry: _Entry[T]) -> tuple[int, int, int]:
            smaller, larger = sorted(counts[name] for name in entry.names)
            return larger, smaller, entry.number

        dropped = max(self._entries, key=size)
        self._remove([dropped])
        return dropped.item

    def share_of(self, address: str) -> float:
        """The share of the worker that one more item of this address would get: all addresses get
        the same, and so do all items of one address."""
        name = f"address {address}"
        waiting = Counter([name, *(entry.names[0] for entry in self._entries)])
        return 1 / (len(waiting) * waiting[name])

    def take(self) -> T:
        """The next item. Raises IndexError if there is none."""
        if not self._entries:
            raise IndexError("the queue is empty")

        def served(entry: _Entry[T]) -> tuple[int, int, int]:
            earlier, later = sorted(self._since[name] for name in entry.names)
            return later, earlier, entry.number

        entry = min(self._entries, key=served)
        self._now += 1
        for name in entry.names:
            self._since[name] = self._now
        self._remove([entry])
        return entry.item

    def take_same(self, item: T) -> list[T]:
        """Removes and returns all items that are equal to this one."""
        same = [entry for entry in self._entries if entry.item == item]
        self._remove(same)
        return [entry.item for entry in same]

    def _counts(self) -> Counter[str]:
        return Counter(name for entry in self._entries for name in entry.names)

    def _remove(self, entries: list[_Entry[T]]) -> None:
        for entry in entries:
            self._entries.remove(entry)
        waiting = {name for entry in self._entries for name in entry.names}
        self._since = {name: at for name, at in self._since.items() if name in waiting}
