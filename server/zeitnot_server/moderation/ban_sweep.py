"""Ends the games of banned players, so that bots are freed and opponents do not wait for ever.

If an account is banned for good, all its games end, and those of the bots that it owns. If it is
banned for a time, only its games with bots end: such a game is easily created again, while a game
against a person goes on as if the player were absent. If an address is banned, the games with bots
that were made from it end; its accounts may connect from another address, so they keep their other
games.

The sweep runs whenever a ban comes into force, and after a start. It is repeated a few times while
a game that should have ended still goes on, for example because the disk was full. Games on other
nodes are left to those nodes.
"""

import asyncio
import contextlib
from collections import Counter

import structlog

from ..bots.events import BotGamesCounted
from ..bots.games import BotGames
from ..events.accounts import Banned
from ..hosting.registry import Registry
from ..rooms.commands import RemoveBanned
from ..store import BannedParticipant, Store, StoreError
from .enforcement import Enforcement, address_of

RETRY_SECONDS = 15.0
TRIES = 5  # for a game; then it is skipped: it is unreadable, or its creator has no seat in it

logger = structlog.get_logger()


class BanSweep:
    """`run` is one of the server's tasks; `mark_dirty` wakes it."""

    def __init__(
        self, store: Store, registry: Registry, enforcement: Enforcement, bot_games: BotGames
    ) -> None:
        self._store = store
        self._registry = registry
        self._enforcement = enforcement
        self._bot_games = bot_games
        self._dirty = asyncio.Event()
        self._tries: Counter[BannedParticipant] = Counter()
        registry.events.subscribe(Banned, lambda banned: self.mark_dirty())
        registry.events.subscribe(BotGamesCounted, lambda counted: self.mark_dirty())

    def mark_dirty(self) -> None:
        """Wakes the sweep: a ban has come into force, or unknown games were found."""
        self._dirty.set()

    async def run(self) -> None:
        """Sweeps whenever `mark_dirty` was called, for ever."""
        while True:
            self._dirty.clear()
            unfinished = await self.check()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RETRY_SECONDS if unfinished else None):
                    await self._dirty.wait()

    async def check(self) -> bool:
        """Posts the commands that end these games. Returns whether to check again soon."""
        if self._store.read_only_reason is not None:
            return True
        try:
            participants = {
                *await self._store.moderation.banned_participants(),
                *self._from_banned_addresses(),
            }
            here = set(
                await self._registry.ownership.exclude_remote({one.game for one in participants})
            )
        except StoreError as failed:
            logger.warning("games of banned players not read", error=failed)
            return True
        self._tries = Counter({one: n for one, n in self._tries.items() if one in participants})
        to_end = [one for one in participants if one.game in here and self._tries[one] < TRIES]
        for banned in to_end:
            self._tries[banned] += 1
            await self._registry.post_command(banned.game, RemoveBanned(banned.account))
        return bool(to_end)

    def _from_banned_addresses(self) -> list[BannedParticipant]:
        return [
            BannedParticipant(game, account)
            for game, account, address in self._bot_games.creator_addresses()
            if self._enforcement.sanction("ban", None, address_of(address))
        ]
