"""Deletes old rows of the audit log: they contain IP addresses, and every guest adds a row.

They are deleted in chunks, each in its own transaction, so that no move waits long. Of several
nodes one does it for all.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

from ..store import StoreError

FIRST_SECONDS = 300.0  # after the start, when the server is busy
EVERY_SECONDS = 86_400.0
PAUSE_SECONDS = 0.5  # between two chunks
DAY_MS = 86_400_000

logger = structlog.get_logger()


async def _alone() -> bool:
    """There is no other node."""
    return True


class Register(Protocol):
    """The part of the store that is used here."""

    async def prune_audit(
        self, after: int, before_ms: int, now_ms: int
    ) -> tuple[int, int | None]: ...


class Retention:
    """`days`: how long a row is kept, 0: for ever; `wall_ms`: Unix milliseconds. `leads`: whether
    this node does it."""

    def __init__(
        self,
        register: Register,
        days: int,
        wall_ms: Callable[[], int],
        pause_seconds: float = PAUSE_SECONDS,
        leads: Callable[[], Awaitable[bool]] = _alone,
    ) -> None:
        self._register = register
        self._days = days
        self._wall_ms = wall_ms
        self._pause_seconds = pause_seconds
        self._leads = leads

    async def once(self) -> int:
        """Deletes all rows that are too old; returns how many. Raises StoreError."""
        now, total = self._wall_ms(), 0
        after: int | None = 0 if self._days else None
        while after is not None:
            count, after = await self._register.prune_audit(after, now - self._days * DAY_MS, now)
            total += count
            await asyncio.sleep(self._pause_seconds)
        return total

    async def run(self) -> None:
        """Deletes old rows once a day, for ever."""
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                if await self._leads() and (count := await self.once()):
                    logger.info("audit log pruned", rows=count, days=self._days)
            except StoreError as failed:
                logger.warning("audit log not pruned", error=failed)
            await asyncio.sleep(EVERY_SECONDS)
