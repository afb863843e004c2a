"""The rooms in which a bot only waits, for a game to begin or for a rematch."""

import asyncio
from collections import OrderedDict

from .room import Room

MAX_IDLE_ROOMS = 32


class IdleRooms:
    """Keeps the newest `max_rooms` open, because a bot's sockets are limited and idle rooms must
    not use them up. A closed room is entered again when the lobby shows that its game is
    running."""

    def __init__(self, max_rooms: int = MAX_IDLE_ROOMS) -> None:
        self._max_rooms = max_rooms
        self._rooms: OrderedDict[Room, None] = OrderedDict()
        self._closing: set[asyncio.Task[None]] = set()

    def add(self, room: Room) -> None:
        """Adds a room, and closes the oldest if there are too many."""
        self._rooms[room] = None
        while len(self._rooms) > self._max_rooms:
            oldest, _ = self._rooms.popitem(last=False)
            task = asyncio.create_task(oldest.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def discard(self, room: Room) -> None:
        """Removes a room that was closed or in which play has begun."""
        self._rooms.pop(room, None)
