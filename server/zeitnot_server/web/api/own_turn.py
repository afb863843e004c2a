"""The server's own turn among the readers of long logs, which nobody is charged for."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from ...limits.long_reads import LongReads
from ...store import RecordTurn


def own_turn(reads: LongReads) -> RecordTurn:
    """Waits for the server's turn before each chunk."""

    @asynccontextmanager
    async def turn() -> AsyncIterator[Callable[[int], None]]:
        async with reads.chunk([]):
            yield lambda size: None

    return turn
