"""A room's queue: players before spectators, with a bound for each seat and each spectator.

A player's command is accepted however much others send, because a move that was refused would lose
its time of arrival.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from typing import Generic, TypeVar

from ...limits.round_robin import RoundRobin
from ...limits.table import STANDARD

MAX_SERVER_ITEMS = 256
MAX_ITEMS_PER_SEAT = STANDARD.seat_commands
MAX_ITEMS_PER_SPECTATOR = STANDARD.spectator_commands
"""Of one account, or of one socket that is not signed in."""
MAX_ITEMS_OF_SPECTATORS = STANDARD.spectators_commands
"""Of all spectators together: thousands connect at once after a restart."""

T = TypeVar("T")
Owner = int | str | None
"""The sender of an item: a seat, a spectator (by a name), or the server (None)."""


class PriorityMailbox(Generic[T]):
    """A bounded queue for one reader. Items of seats and of the server come out in order; those of
    spectators only when no others wait, the spectators taking turns."""

    def __init__(self, owner_of: Callable[[T], Owner]) -> None:
        self._owner_of = owner_of
        self._priority_items: deque[tuple[Owner, T]] = deque()
        self._spectators: RoundRobin[T] = RoundRobin()
        self._count: Counter[Owner] = Counter()
        self._waiting_reader: asyncio.Future[None] | None = None
        self._joiners: list[asyncio.Future[None]] = []  # callers of `join`
        self._closed = False

    def try_put(self, item: T) -> bool:
        """Puts an item in; False if there is no room for it."""
        owner = self._owner_of(item)
        if self._closed or not self._has_room(owner):
            return False
        self._add(owner, item)
        if self._waiting_reader is not None and not self._waiting_reader.done():
            self._waiting_reader.set_result(None)
        return True

    def _has_room(self, owner: Owner) -> bool:
        if isinstance(owner, str):
            return (
                len(self._spectators) < MAX_ITEMS_OF_SPECTATORS
                and self._count[owner] < MAX_ITEMS_PER_SPECTATOR
            )
        return self._count[owner] < (MAX_SERVER_ITEMS if owner is None else MAX_ITEMS_PER_SEAT)

    def _add(self, owner: Owner, item: T) -> None:
        self._count[owner] += 1
        if isinstance(owner, str):
            self._spectators.put(owner, item)
        else:
            self._priority_items.append((owner, item))

    def _take(self) -> T:
        owner, item = (
            self._priority_items.popleft() if self._priority_items else self._spectators.take()
        )
        self._count[owner] -= 1
        if not self._count[owner]:
            del self._count[owner]
        return item

    async def get(self) -> T:
        """The next item, as soon as there is one."""
        while self.empty():
            self._waiting_reader = asyncio.get_running_loop().create_future()
            self._wake_joiners()
            try:
                await self._waiting_reader
            finally:
                self._waiting_reader = None
        return self._take()

    async def join(self) -> None:
        """Returns when the queue is empty and the reader has finished the last item."""
        if self._closed or (self._waiting_reader is not None and self.empty()):
            return
        joined = asyncio.get_running_loop().create_future()
        self._joiners.append(joined)
        await joined

    def _wake_joiners(self) -> None:
        waiting, self._joiners = self._joiners, []
        for joined in waiting:
            if not joined.done():
                joined.set_result(None)

    def take_all(self) -> list[T]:
        """Removes and returns all items."""
        return [self._take() for _ in range(self.qsize())]

    def take_where(self, predicate: Callable[[T], bool]) -> list[T]:
        """Removes and returns the items of which `predicate` is true; the others keep their
        order."""
        items = self.take_all()
        for item in items:
            if not predicate(item):
                self._add(self._owner_of(item), item)
        return [item for item in items if predicate(item)]

    def close(self) -> list[T]:
        """Accepts no more items; returns those in the queue. Call it after the reader has ended."""
        self._closed, self._owner_of = True, lambda item: None
        self._wake_joiners()
        return self.take_all()

    def qsize(self) -> int:
        """How many items wait."""
        return len(self._priority_items) + len(self._spectators)

    def empty(self) -> bool:
        """Whether no item waits."""
        return not self._count
