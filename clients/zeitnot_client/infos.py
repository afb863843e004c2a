"""Sends a bot's search reports to its room: the newest one, as often as the room accepts."""

import asyncio

import zeitnot_protocol as p

from .room import Room

EVERY_S = 0.26  # a room accepts at most four reports a second


class Infos:
    """Keeps the newest report, which `run` sends."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._newest: p.Info | None = None
        self._is_new = asyncio.Event()

    def put(self, info: p.Info) -> None:
        """Replaces the report that has not been sent yet."""
        self._newest = info
        self._is_new.set()

    async def run(self) -> None:
        """Sends each newest report, unless the position has changed since. Runs for ever."""
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            if self._newest is not None and self._newest.ply == self._room.state.ply:
                await self._room.info(self._newest)
            await asyncio.sleep(EVERY_S)
