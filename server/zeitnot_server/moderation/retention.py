"""Deletes old rows of the audit log: they contain IP addresses, and every guest adds a row.

They are deleted in chunks, each in a transaction, so that no move waits long. In a cluster only the
leader deletes.
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


async def _always_leader() -> bool:
    """True, for a server that is the only node."""
    return True


class AuditStore(Protocol):
    """The part of the store that `Retention` uses."""

    async def prune_audit(
        self, after: int, before_ms: int, now_ms: int
    ) -> tuple[int, int | None]: ...


class Retention:
    """`days`: how long a row is kept, 0: for ever; `wall_ms`: Unix milliseconds; `is_leader`:
    whether this node deletes."""

    def __init__(
        self,
        store: AuditStore,
        days: int,
        wall_ms: Callable[[], int],
        pause_seconds: float = PAUSE_SECONDS,
        is_leader: Callable[[], Awaitable[bool]] = _always_leader,
    ) -> None:
        self._store = store
        self._days = days
        self._wall_ms = wall_ms
        self._pause_seconds = pause_seconds
        self._is_leader = is_leader

    async def prune(self) -> int:
        """Deletes all rows that are too old, and returns how many. Raises StoreError."""
        now, total = self._wall_ms(), 0
        after: int | None = 0 if self._days else None
        while after is not None:
            count, after = await self._store.prune_audit(after, now - self._days * DAY_MS, now)
            total += count
            await asyncio.sleep(self._pause_seconds)
        return total

    async def run(self) -> None:
        """Deletes old rows once a day, for ever."""
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            try:
                if await self._is_leader() and (count := await self.prune()):
                    logger.info("audit log pruned", rows=count, days=self._days)
            except StoreError as failed:
                logger.warning("audit log not pruned", error=failed)
            await asyncio.sleep(EVERY_SECONDS)
