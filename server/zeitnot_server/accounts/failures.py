"""Failed sign-ins, for the audit log: counted in memory and written from time to time, so that
neither the duration of an answer nor the size of the log depends on them."""

import asyncio
from collections import Counter

import structlog

from ..store import FailedSignIns, KeptAccounts, StoreError

WRITE_SECONDS = 60.0
MAX_ROWS = 50  # in that time; more addresses of one account are counted together

logger = structlog.get_logger()


class FailureLog:
    """`run` is one of the server's tasks."""

    def __init__(self, kept: KeptAccounts) -> None:
        self._kept = kept
        self._counts = Counter[tuple[str, str | None]]()

    def note(self, account: str, address: str | None) -> None:
        """Counts a sign-in to this account that has failed. Beyond twice MAX_ROWS rows it is not
        counted."""
        if len(self._counts) >= MAX_ROWS and (account, address) not in self._counts:
            address = None
        if len(self._counts) < 2 * MAX_ROWS or (account, address) in self._counts:
            self._counts[account, address] += 1

    async def run(self) -> None:
        """Writes the counts every WRITE_SECONDS, for ever."""
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            try:
                await self.write()
            except StoreError as failed:
                logger.warning("failed sign-ins not written yet", error=failed)

    async def write(self) -> None:
        """Writes the counts. Raises StoreError, and then they are written later."""
        if not self._counts:
            return
        counted = self._counts.copy()
        await self._kept.note_failures([FailedSignIns(*key, n) for key, n in counted.items()])
        self._counts = Counter({key: n for key, n in (self._counts - counted).items() if n > 0})
