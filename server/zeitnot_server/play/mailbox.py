"""A room's queue: players first, so that no number of spectators makes them wait."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class PriorityMailbox(Generic[T]):
    """Two queues with one bound, each in order, for one reader. What `is_spectator` holds
    for comes out when nothing else waits, and may fill half of the room at most."""

    def __init__(self, most: int, is_spectator: Callable[[T], bool]) -> None:
        self._is_spectator = is_spectator
        self._most = most
        self._players: deque[T] = deque()
        self._spectators: deque[T] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._resting: list[asyncio.Future[None]] = []  # who waits until all is done
        self._closed = False

    def offer(self, item: T) -> bool:
        """Puts an item in; False where there is no room for it."""
        is_spectator_item = self._is_spectator(item)
        if self.qsize() >= self._most or (
            is_spectator_item and len(self._spectators) >= self._most // 2
        ):
            return False
        (self._spectators if is_spectator_item else self._players).append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)
        return True

    async def get(self) -> T:
        """The next item, as soon as there is one."""
        while self.empty():
            self._reader = asyncio.get_running_loop().create_future()
            self._tell_rest()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._players.popleft() if self._players else self._spectators.popleft()

    async def rested(self) -> None:
        """Returns when nothing waits and the reader, done with the last item, has come for more."""
        if self._closed or (self._reader is not None and self.empty()):
            return
        done = asyncio.get_running_loop().create_future()
        self._resting.append(done)
        await done

    def _tell_rest(self) -> None:
        waiting, self._resting = self._resting, []
        for done in waiting:
            if not done.done():
                done.set_result(None)

    def take_all(self) -> list[T]:
        """Empties it."""
        items = [*self._players, *self._spectators]
        self._players.clear()
        self._spectators.clear()
        return items

    def put_back(self, items: Iterable[T]) -> None:
        """Puts items that were taken behind what has come since; there is room for all of them."""
        for item in items:
            (self._spectators if self._is_spectator(item) else self._players).append(item)

    def close(self) -> list[T]:
        """Takes nothing more, for there is no reader; what had come for it."""
        self._closed, self._most, self._is_spectator = True, 0, lambda item: False
        self._tell_rest()
        return self.take_all()

    def qsize(self) -> int:
        """How many wait, in both queues."""
        return len(self._players) + len(self._spectators)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._players and not self._spectators
