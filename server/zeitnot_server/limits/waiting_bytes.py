"""Bounds the bytes that wait in all outboxes of one address or one account.

The bound of a single outbox would not limit a client that opens many connections.
"""

from collections import Counter
from typing import Protocol

Bounds = dict[str, int]


class Share(Protocol):
    """One outbox's share of the sums."""

    def add(self, size: int) -> bool:
        """Counts `size` more bytes. False: that would exceed a bound, and nothing is counted."""

    def remove(self, size: int) -> None:
        """`size` bytes no longer wait."""


class UnboundedShare:
    """Counts nothing."""

    def add(self, size: int) -> bool:
        return True

    def remove(self, size: int) -> None:
        pass


class WaitingBytes:
    """Counts waiting bytes by name."""

    def __init__(self) -> None:
        self._sizes: Counter[str] = Counter()

    def share(self, bounds: Bounds) -> Share:
        """A share that is counted under these names. `bounds`: bytes, by name."""
        return _BoundedShare(self._sizes, bounds)

    @property
    def names(self) -> int:
        """How many names have waiting bytes; for tests."""
        return len(self._sizes)


class _BoundedShare:
    """Accepts a frame of any length if no other waits: it could never be sent otherwise."""

    def __init__(self, sizes: Counter[str], bounds: Bounds) -> None:
        self._sizes = sizes
        self._bounds = bounds

    def add(self, size: int) -> bool:
        for name, bound in self._bounds.items():
            if self._sizes[name] and self._sizes[name] + size > bound:
                return False
        self._sizes.update(dict.fromkeys(self._bounds, size))
        return True

    def remove(self, size: int) -> None:
        for name in self._bounds:
            self._sizes[name] -= size
            if self._sizes[name] <= 0:
                del self._sizes[name]
