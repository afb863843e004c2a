"""A bounded queue for one worker that no account and no address can fill alone.

The next item is of the address and the account that were served longest ago. When the queue is
full, the newest item of those that have most in it is dropped (longest queue drop: Suter, Lakshman,
Stiliadis and Choudhury, INFOCOM 1998), so that a newcomer who asks for little gets a place.
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
    """At most `most` items, few enough to be looked through."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: list[_Entry[T]] = []  # in the order in which they came
        self._since: dict[str, int] = {}  # by name: when it was served last, or began to wait
        self._now = 0

    def __len__(self) -> int:
        return len(self._entries)

    def put(self, item: T, address: str, account: str) -> T | None:
        """Adds an item. Returns the item that is dropped, perhaps the same; None: there is room."""
        self._now += 1
        names = f"address {address}", f"account {account}"
        self._entries.append(_Entry(item, names, self._now))
        for name in names:
            self._since.setdefault(name, self._now)
        if len(self._entries) <= self._most:
            return None
        counts = self._counts()

        def size(entry: _Entry[T]) -> tuple[int, int, int]:
            least, most = sorted(counts[name] for name in entry.names)
            return most, least, entry.number

        dropped = max(self._entries, key=size)
        self._remove([dropped])
        return dropped.item

    def take(self) -> tuple[T, float]:
        """The next item, and the share of the worker that is its own: all addresses that wait have
        the same, and so have all items of one address. Raises IndexError if there is none."""
        if not self._entries:
            raise IndexError("the queue is empty")

        def served(entry: _Entry[T]) -> tuple[int, int, int]:
            earlier, later = sorted(self._since[name] for name in entry.names)
            return later, earlier, entry.number

        entry, counts = min(self._entries, key=served), self._counts()
        addresses = len({each.names[0] for each in self._entries})
        self._now += 1
        for name in entry.names:
            self._since[name] = self._now
        self._remove([entry])
        return entry.item, 1 / (addresses * counts[entry.names[0]])

    def take_same(self, item: T) -> list[T]:
        """All items that are equal to this one."""
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
