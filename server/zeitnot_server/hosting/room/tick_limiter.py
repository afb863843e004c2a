"""Makes a room yield to the event loop after a refused command, so that other input is read.

A room works through its mailbox without a pause, except while it waits for the disk, and a refusal
does not wait for the disk. Refusing a text that is not a move of backgammon can take a
millisecond, and a mailbox may hold 256 of them.
"""

import asyncio
from collections import deque

ROOMS_PER_TICK = 4


class TickLimiter:
    """Lets `per_tick` of the waiting rooms continue in each tick of the event loop, in order of
    arrival."""

    def __init__(self, per_tick: int = ROOMS_PER_TICK) -> None:
        self._per_tick = per_tick
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait(self) -> None:
        """Returns when this room may continue."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._release)
        self._waiting.append(future)
        await future

    def _release(self) -> None:
        for _ in range(min(len(self._waiting), self._per_tick)):
            future = self._waiting.popleft()
            if not future.done():  # its room may have been closed
                future.set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._release)
