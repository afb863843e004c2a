"""Queues by name that are served in turn: many items under one name delay no other name."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class RoundRobin(Generic[T]):
    """One queue for each name; the next item is from the name that was served longest ago."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[T]] = {}  # none is empty; the next name comes first
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, name: str, item: T) -> None:
        """Appends to the queue of this name."""
        self._queues.setdefault(name, deque()).append(item)
        self._count += 1

    def take(self) -> tuple[str, T]:
        """The next name and its oldest item; the name then comes last. Raises IndexError if
        all queues are empty."""
        if not self._queues:
            raise IndexError("all queues are empty")
        name = next(iter(self._queues))
        queue = self._queues.pop(name)
        item = queue.popleft()
        if queue:
            self._queues[name] = queue
        self._count -= 1
        return name, item
