"""Carries out the deletion of accounts after the transaction that decides it.

Every node learns of a deletion by the audit log, renames the account in its rooms, and ends the
account's games there, as if it had resigned. Then the leader replaces the name in the games that
are over, and in chat that the account wrote as a spectator, for which it reads the whole log, in
small parts. A deletion that a crash has interrupted begins again at the next start; every step may
be repeated.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence

import structlog

from ..hosting.registry import Registry
from ..rooms.commands import RemoveBanned
from ..store import AuditEntry, DeletedAccount, Store, StoreError
from ..store.moderation import DELETED_AT_ONCE, EventRef, LogPlace
from ..store.sanctions import BannedParticipant
from .renaming import Renaming

RETRY_SECONDS = (0.2, 5.0)  # the first pause, and the longest
TRIES = 6  # for a game; then it is skipped: it cannot be read
PAUSE_SECONDS = 0.02  # between parts of the log, so that others can read

logger = structlog.get_logger()


class AccountDeletions:
    """`run` is one of the server's tasks; `carry_out` wakes it. `pause_seconds`: between parts of
    the log."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        renaming: Renaming,
        pause_seconds: float = PAUSE_SECONDS,
    ) -> None:
        self._store, self._registry, self._renaming = store, registry, renaming
        self._pause_seconds = pause_seconds
        self._dirty = asyncio.Event()
        self._dirty.set()  # a crash may have interrupted some
        self._tries: Counter[BannedParticipant] = Counter()

    async def carry_out(self, act: AuditEntry) -> None:
        """Renames the deleted account in the rooms here, and wakes `run`. Raises StoreError;
        calling it again is safe."""
        await self._renaming.carry_out(act)
        self._dirty.set()

    async def run(self) -> None:
        """Carries out deletions whenever there is one, for ever."""
        pause, longest = RETRY_SECONDS
        while True:
            self._dirty.clear()
            is_done = await self._check()
            pause = RETRY_SECONDS[0] if is_done else min(2 * pause, longest)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if is_done else pause / 2):
                    await self._dirty.wait()

    async def _check(self) -> bool:
        """Whether nothing is left to do here; logs why not."""
        try:
            return await self.check()
        except StoreError as failed:
            logger.warning("deletion of an account postponed", error=failed)
            return False

    async def check(self) -> bool:
        """Continues all deletions; returns whether nothing is left to do here. Raises
        StoreError."""
        if self._store.read_only_reason is not None:
            return False
        results = [await self._continue(one) for one in await self._store.deletions.unsettled()]
        return all(results)

    async def _continue(self, deleted: DeletedAccount) -> bool:
        """Continues one deletion; returns whether nothing is left to do here. Raises
        StoreError."""
        self._registry.renames.note(deleted.account, deleted.name)  # also after a restart
        unfinished = await self._store.deletions.unfinished(deleted.account)
        left = [one for one in unfinished if self._tries[one] < TRIES]
        await self._resign(left)
        if left:
            return False
        if await self._store.nodes.is_leader():
            await self._replace_name(deleted)
            await self._store.deletions.settle(deleted.account)
            logger.info("account deleted", account=deleted.account)
        for one in unfinished:
            del self._tries[one]
        return True

    async def _resign(self, participants: Sequence[BannedParticipant]) -> None:
        games = {one.game for one in participants}
        here = set(await self._registry.ownership.exclude_remote(games))
        for one in participants:
            if one.game in here:
                self._tries[one] += 1
                await self._registry.post_command(one.game, RemoveBanned(one.account))

    async def _replace_name(self, deleted: DeletedAccount) -> None:
        """Replaces the name in all games. Raises StoreError."""
        deletions = self._store.deletions
        games = await deletions.games_of(deleted.account)
        for at in range(0, len(games), DELETED_AT_ONCE):
            await deletions.rename_games(deleted, games[at : at + DELETED_AT_ONCE])
        place: LogPlace | None = None
        while True:
            events, place = await deletions.chat_of(deleted, place)
            await self._rename_events(events, deleted.name)
            if place is None:
                return
            await asyncio.sleep(self._pause_seconds)

    async def _rename_events(self, events: Sequence[EventRef], name: str) -> None:
        for at in range(0, len(events), DELETED_AT_ONCE):
            batch = events[at : at + DELETED_AT_ONCE]
            await self._store.deletions.rename_events(batch, name)
