"""What waits under several names is taken from each in turn: who brings more waits longer alone."""

from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class RoundRobin(Generic[T]):
    """A queue a name; the next one comes from the name that has waited longest for its turn."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[T]] = {}  # none is empty; the next name comes first
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, name: str, item: T) -> None:
        """Behind what waits under this name."""
        self._queues.setdefault(name, deque()).append(item)
        self._count += 1

    def take(self) -> tuple[str, T]:
        """The next name and its oldest, whose turn then comes after all others'. Raises IndexError
        when nothing waits."""
        if not self._queues:
            raise IndexError("nothing waits")
        name = next(iter(self._queues))
        queue = self._queues.pop(name)
        item = queue.popleft()
        if queue:
            self._queues[name] = queue
        self._count -= 1
        return name, item
