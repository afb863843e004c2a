"""Shares the reading of long logs: one chunk at a time, with addresses taking turns.

A game of chess can have thousands of plies, and a client that creates a few such games can request
them all at once. Replaying one takes 0.2 s, sending it as long. So after each chunk no long log is
read for as long as the chunk took, and the next chunk is read for the next address that waits.
Short logs do not wait here.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from .quota_subject import QuotaSubject
from .round_robin import RoundRobin

RECHECK_SECONDS = 0.25


class LongReads:
    """The readers that wait for a chunk, by address."""

    def __init__(self) -> None:
        self._waiting = RoundRobin[asyncio.Future[None]]()
        self._busy = False

    def __len__(self) -> int:
        """How many readers wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def chunk(self, payers: Sequence[QuotaSubject]) -> AsyncIterator[QuotaSubject | None]:
        """Entered when it is this reader's turn. Yields the sender that its chunk is charged to:
        the first of `payers` that owes nothing for earlier reads, or None if there are no payers,
        when the server reads for itself. Payers may be added while it waits."""
        payer = await _first_without_debt(payers)
        await self._wait_for_turn(payer.origin or "" if payer else "")
        loop = asyncio.get_running_loop()
        started = loop.time()
        try:
            yield payer
        finally:
            loop.call_later(loop.time() - started, self._release)

    async def _wait_for_turn(self, origin: str) -> None:
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
        """Gives the turn to the next address."""
        while self._waiting:
            _, turn = self._waiting.take()
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False


async def _first_without_debt(payers: Sequence[QuotaSubject]) -> QuotaSubject | None:
    """Waits until one of them owes nothing for earlier reads, and returns it."""
    while payers:
        waits = [(payer.read_wait_ms(), payer) for payer in payers]
        wait, payer = min(waits, key=lambda wait: wait[0])
        if wait <= 0:
            return payer
        await asyncio.sleep(min(wait / 1000, RECHECK_SECONDS))
    return None
