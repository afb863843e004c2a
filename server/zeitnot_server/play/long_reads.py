"""Logs that are long are read a portion at a time, one portion at once, in turn by who pays.

A game of chess can have thousands of plies, and whoever makes a few such games can ask for all of
them at once. To play one again costs 0.2 s, to tell it as much. So a portion is read, the loop is
everybody else's for as long again, and the next portion is of the next address that waits. What is
short does not wait here.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from .round_robin import RoundRobin
from .sender import Sender

RECHECK_SECONDS = 0.25


class LongReads:
    """Who waits for a portion, by the address that it counts as."""

    def __init__(self) -> None:
        self._waiting = RoundRobin[asyncio.Future[None]]()
        self._busy = False

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def portion(self, payers: Sequence[Sender]) -> AsyncIterator[Sender | None]:
        """Entered when it is the turn of this portion, with who is to pay for it: the first of
        these whose reading is paid for; None where nobody is asked (the server reads for itself).
        Others may be added to them while it waits."""
        payer = await _able(payers)
        await self._turn(payer.origin or "" if payer else "")
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            yield payer
        finally:
            loop.call_later(loop.time() - began, self._release)

    async def _turn(self, origin: str) -> None:
        if not self._busy:
            self._busy = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.put(origin, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()
            raise

    def _release(self) -> None:
        """The next address's turn."""
        while self._waiting:
            _, turn = self._waiting.take()
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False


async def _able(payers: Sequence[Sender]) -> Sender | None:
    """Who has paid for what was read before, as soon as one has."""
    while payers:
        waits = [(payer.read_wait_ms(), payer) for payer in payers]
        wait, payer = min(waits, key=lambda one: one[0])
        if wait <= 0:
            return payer
        await asyncio.sleep(min(wait / 1000, RECHECK_SECONDS))
    return None
