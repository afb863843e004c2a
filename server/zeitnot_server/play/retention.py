"""Old rows of the audit log are dropped: they hold addresses of people, and a row comes with every
guest.

A little at a time, so that no move waits for it; each chunk is a transaction of its own.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

import structlog

from ..store import StoreError

FIRST_SECONDS = 300.0  # after the start, which has other things to do
EVERY_SECONDS = 86_400.0
PAUSE_SECONDS = 0.5  # between two chunks
DAY_MS = 86_400_000

logger = structlog.get_logger()


class Register(Protocol):
    """What is needed of the store."""

    async def prune_audit(
        self, after: int, before_ms: int, now_ms: int
    ) -> tuple[int, int | None]: ...


class Retention:
    """`days`: for how long a row is kept, 0 for good; `wall_ms`: Unix milliseconds."""

    def __init__(
        self,
        register: Register,
        days: int,
        wall_ms: Callable[[], int],
        pause_seconds: float = PAUSE_SECONDS,
    ) -> None:
        self._register = register
        self._days = days
        self._wall_ms = wall_ms
        self._pause_seconds = pause_seconds

    async def once(self) -> int:
        """Drops all that is too old now; how many rows. Raises StoreError."""
        now, dropped = self._wall_ms(), 0
        after: int | None = 0 if self._days else None
        while after is not None:
            some, after = await self._register.prune_audit(after, now - self._days * DAY_MS, now)
            dropped += some
            await asyncio.sleep(self._pause_seconds)
        return dropped

    async def run(self) -> None:
        """Looks every day, for ever."""
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                if dropped := await self.once():
                    logger.info("audit log pruned", rows=dropped, days=self._days)
            except StoreError as failed:
                logger.warning("audit log not pruned", error=str(failed))
            await asyncio.sleep(EVERY_SECONDS)
