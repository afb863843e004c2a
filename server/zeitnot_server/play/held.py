"""How much memory waits for readers, in sum: what one address or one account has not read yet.

The bound of each outbox is none on who opens the next one.
"""

from collections import Counter
from typing import Protocol

Bounds = dict[str, int]


class Hold(Protocol):
    """The share of one outbox in the sums."""

    def take(self, size: int) -> bool:
        """Counts so many bytes more; False, and nothing is counted: that would be too much."""

    def give(self, size: int) -> None:
        """So many of them wait no longer."""


class Unbounded:
    """Nothing is counted."""

    def take(self, size: int) -> bool:
        return True

    def give(self, size: int) -> None:
        pass


class Held:
    """Bytes by name."""

    def __init__(self) -> None:
        self._sizes: Counter[str] = Counter()

    def share(self, bounds: Bounds) -> Hold:
        """The share of who counts under these names. `bounds`: bytes, by name."""
        return _Share(self._sizes, bounds)

    @property
    def names(self) -> int:
        """For how many names something waits; for tests."""
        return len(self._sizes)


class _Share:
    """What is alone is let through however long it is: it has to go some time."""

    def __init__(self, sizes: Counter[str], bounds: Bounds) -> None:
        self._sizes = sizes
        self._bounds = bounds

    def take(self, size: int) -> bool:
        for name, bound in self._bounds.items():
            if self._sizes[name] and self._sizes[name] + size > bound:
                return False
        self._sizes.update(dict.fromkeys(self._bounds, size))
        return True

    def give(self, size: int) -> None:
        for name in self._bounds:
            self._sizes[name] -= size
            if self._sizes[name] <= 0:
                del self._sizes[name]
