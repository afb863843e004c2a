"""Makes a room yield to the event loop after a refused command, so that other input is read.

A room works through its mailbox without a pause, except while it waits for the disk, and a refusal
does not wait for the disk. To find out that a text is no move of backgammon can take a
millisecond, and a mailbox may hold 256 of them.
"""

import asyncio
from collections import deque

ROOMS_A_TURN = 4


class LoopTurns:
    """Lets `rooms_a_turn` of the waiting rooms go on in each turn of the loop, in order of
    arrival."""

    def __init__(self, rooms_a_turn: int = ROOMS_A_TURN) -> None:
        self._rooms_a_turn = rooms_a_turn
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def wait(self) -> None:
        """Returns when it is this room's turn."""
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._release)
        self._waiting.append(future)
        await future

    def _release(self) -> None:
        for _ in range(min(len(self._waiting), self._rooms_a_turn)):
            future = self._waiting.popleft()
            if not future.done():  # its room may have been closed
                future.set_result(None)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._release)
