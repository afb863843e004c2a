"""Rooms in which a bot only waits: for a game to begin, or for a rematch."""

import asyncio
from collections import OrderedDict

from .room import Room

MOST = 32


class IdleRooms:
    """The newest `most` are kept open, since a bot's sockets are bounded and rooms without play
    must not fill them. A room that was left is entered again when the lobby shows that its game
    goes on."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._rooms: OrderedDict[Room, None] = OrderedDict()
        self._closing: set[asyncio.Task[None]] = set()

    def add(self, room: Room) -> None:
        """One more; the oldest may have to be left."""
        self._rooms[room] = None
        while len(self._rooms) > self._most:
            oldest, _ = self._rooms.popitem(last=False)
            task = asyncio.create_task(oldest.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def discard(self, room: Room) -> None:
        """Something is played in it, or it has been left."""
        self._rooms.pop(room, None)
