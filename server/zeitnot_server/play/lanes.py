"""A room's queue: players first, so that no crowd makes them wait."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Lanes(asyncio.Queue[T]):
    """A bounded queue of two lanes, each in order. What `is_crowd` holds for comes out when nothing
    else waits, and may fill half of the room at most."""

    def __init__(self, most: int, is_crowd: Callable[[T], bool]) -> None:
        self._is_crowd = is_crowd
        self._most_crowd = most // 2
        super().__init__(most)

    def offer(self, item: T) -> bool:
        """Puts an item in; False where there is no room for it."""
        if self.full() or (self._is_crowd(item) and len(self._crowd) >= self._most_crowd):
            return False
        self.put_nowait(item)
        return True

    def qsize(self) -> int:
        """How many wait, in both lanes."""
        return len(self._queue) + len(self._crowd)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._queue and not self._crowd

    # What asyncio.Queue is made to have replaced.

    def _init(self, maxsize: int) -> None:
        self._queue: deque[T] = deque()
        self._crowd: deque[T] = deque()

    def _put(self, item: T) -> None:
        (self._crowd if self._is_crowd(item) else self._queue).append(item)

    def _get(self) -> T:
        return self._queue.popleft() if self._queue else self._crowd.popleft()
