"""Moves the games of guests who have signed in to an account.

The sign-in itself has stored the decision, together with the new session. What follows can be
repeated, so a crash in between loses nothing. Rooms in memory are changed first, because they write
the rows of their seats. Then come the rows of the unfinished games, then those of the others, a
hundred in a transaction. Other nodes find the decision in the audit log within a quarter of a
second, and change their own rooms; until then one of them may write a former row once more. So a
merge is settled after SETTLED_MS, when all rows have been looked at again.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

import structlog

from ..events.bus import Events
from ..hosting.registry import Registry
from ..hosting.room.events import RoomChanged
from ..limits.throttle import Throttle
from ..store import AuditEntry, MergedGuest, Store, StoreError
from ..store.accounts import MOVED_AT_ONCE
from .events import GuestMerged

SETTLED_MS = 60_000
PAUSE_SECONDS = 30.0
RETRY_SECONDS = 2.0

logger = structlog.get_logger()


class Merging:
    """`run` is one of the server's tasks; `start` must have run before the first room is loaded.
    `wall_ms`: Unix milliseconds."""

    def __init__(
        self, store: Store, registry: Registry, events: Events, wall_ms: Callable[[], int]
    ) -> None:
        self._store, self._registry, self._events = store, registry, events
        self._wall_ms = wall_ms
        self._requested = asyncio.Event()
        self._write_errors = Throttle(time.monotonic)

    async def start(self) -> None:
        """Notes the merges that are not settled, for rooms that are loaded; `run` moves their rows
        at once. Raises StoreError."""
        for merge in await self._store.merged_guests.unsettled():
            self._registry.merges.note(merge.guest, merge.account)
            self._requested.set()

    async def carry_out(self, guest: str, account: str) -> None:
        """Changes the rooms in memory and the rows of the unfinished games; `run` moves the others.
        Does nothing if that has been done here. Raises StoreError, and may then be called again."""
        if not self._registry.merges.note(guest, account):
            return
        merge = MergedGuest(guest, account, self._wall_ms())
        try:
            await self._carry_out(merge)
        except StoreError:
            self._registry.merges.forget(guest)
            raise
        finally:
            self._requested.set()

    async def _carry_out(self, merge: MergedGuest) -> None:
        games = await self._store.merged_guests.games_of(merge)
        for game in (*games.unfinished, *games.finished):  # the latter are in memory for a while
            room_actor = self._registry.in_memory(game)
            if room_actor is not None and room_actor.merge(merge.guest, merge.account):
                self._events.publish(RoomChanged(game))
        await self._move(merge, games.unfinished)
        unloaded = [game for game in games.unfinished if game not in self._registry]
        stored = await self._store.games.by_id(unloaded) if unloaded else []
        account = await self._store.accounts.find(merge.account)
        name = account.name if account else ""
        self._events.publish(GuestMerged(merge.guest, merge.account, name, tuple(stored)))

    async def carry_out_act(self, act: AuditEntry) -> None:
        """Like `carry_out`, for a sign-in at another node."""
        await self.carry_out(act.subject.removeprefix("account "), act.actor)

    async def _move(self, merge: MergedGuest, games: Sequence[str]) -> None:
        for start in range(0, len(games), MOVED_AT_ONCE):
            await self._store.merged_guests.move(merge, games[start : start + MOVED_AT_ONCE])

    async def run(self) -> None:
        """Moves the rows of merged guests and settles their merges, for ever."""
        pause = PAUSE_SECONDS
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._requested.wait()
            self._requested.clear()
            pause = PAUSE_SECONDS
            try:
                await self.move_all()
            except StoreError as failed:
                pause = RETRY_SECONDS
                if self._write_errors.allows():
                    logger.warning("games of merged guests not moved yet", error=failed)

    async def move_all(self) -> None:
        """Moves all rows, and settles the merges that are old enough. Raises StoreError."""
        merges = self._store.merged_guests
        for merge in await merges.unsettled():
            games = await merges.games_of(merge)
            await self._move(merge, [*games.unfinished, *games.finished])
            if self._wall_ms() - merge.at >= SETTLED_MS and await self._store.nodes.is_leader():
                await merges.settle(merge)
                logger.info("guest merged", guest=merge.guest, account=merge.account)
