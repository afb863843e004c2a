"""Holds: what accounts and addresses have at the same time, and release later: open sockets,
requests that are being answered, bytes that wait to be sent."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping

from .rates import Key

Bounds = Mapping[Key, int]
"""How much may be held, by key."""


class Holds:
    """How much is held, by kind and name. A key of which nothing is held takes no memory."""

    def __init__(self) -> None:
        self._held: dict[Key, int] = {}

    def __len__(self) -> int:
        """The number of keys of which something is held."""
        return len(self._held)

    def __getitem__(self, key: Key) -> int:
        """How much of this key is held."""
        return self._held.get(key, 0)

    def full(self, bounds: Bounds) -> str | None:
        """The kind of a bound that is reached; None: one more of each may be held."""
        held = self._held
        return next((key[0] for key, bound in bounds.items() if held.get(key, 0) >= bound), None)

    def add(self, keys: Iterable[Key], size: int = 1) -> None:
        """Holds `size` more of each key."""
        for key in keys:
            self._held[key] = self._held.get(key, 0) + size

    def remove(self, keys: Iterable[Key], size: int = 1) -> None:
        """Releases `size` of each key."""
        for key in keys:
            left = self._held.get(key, 0) - size
            if left > 0:
                self._held[key] = left
            else:
                self._held.pop(key, None)

    @contextlib.contextmanager
    def holding(self, keys: Iterable[Key]) -> Iterator[None]:
        """Holds one of each key within the context."""
        held = tuple(keys)
        self.add(held)
        try:
            yield
        finally:
            self.remove(held)


class ByteQuota:
    """The waiting bytes of one socket, counted for its account and its address. `bounds` empty: any
    number. `on_reached` is called with the kind of a bound that was reached.

    A frame of any length is accepted if no other waits, because it could never be sent
    otherwise."""

    __slots__ = ("_bounds", "_holds", "_on_reached")

    def __init__(
        self, holds: Holds, bounds: Bounds, on_reached: Callable[[str], None] = lambda kind: None
    ) -> None:
        self._holds = holds
        self._bounds = bounds
        self._on_reached = on_reached

    def add(self, size: int) -> bool:
        """Holds `size` more bytes. False: that would exceed a bound, and nothing is counted."""
        for key, bound in self._bounds.items():
            held = self._holds[key]
            if held and held + size > bound:
                self._on_reached(key[0])
                return False
        self._holds.add(self._bounds, size)
        return True

    def remove(self, size: int) -> None:
        """Releases `size` bytes."""
        self._holds.remove(self._bounds, size)


UNBOUNDED = ByteQuota(Holds(), {})
