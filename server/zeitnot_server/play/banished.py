"""Games of those who have been banned: they end, so that bots get free and nobody waits for ever.

Of an account that is banned for good, and of the bots that it owns, all games end. Of one that is
banned for a time only those with bots do: another such game is soon made, while a game against a
person goes on as for anybody who is away. Of a banned address the games with bots end that were
made from there; its accounts may come back from elsewhere, so their other games are left alone.

Looked at whenever a ban comes into force and after a start; and again, a few times, for as long as
there is a game left that should have ended: the disk may have been full.
"""

import asyncio
import contextlib
from collections import Counter

import structlog

from ..rooms.commands import Banish
from ..store import BannedGame, Store, StoreError
from .bot_games import BotGames
from .people import People, address_of
from .registry import Registry

AGAIN_SECONDS = 15.0
TRIES = 5  # for a game, then it is left: it cannot be read, or its maker does not play in it

log = structlog.get_logger()


class Banished:
    """`run` is one of the server's tasks; `mark_dirty` wakes it."""

    def __init__(
        self, store: Store, registry: Registry, people: People, bot_games: BotGames
    ) -> None:
        self._store = store
        self._registry = registry
        self._people = people
        self._bot_games = bot_games
        self._dirty = asyncio.Event()
        self._tries: Counter[BannedGame] = Counter()

    def mark_dirty(self) -> None:
        """A ban has come into force, or there are games that nobody knew of."""
        self._dirty.set()

    async def run(self) -> None:
        """Looks when there is reason to, for ever."""
        while True:
            self._dirty.clear()
            again = await self.check()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_SECONDS if again else None):
                    await self._dirty.wait()

    async def check(self) -> bool:
        """Has the rooms end these games; whether to look again if they have."""
        if self._store.trouble is not None:
            return True
        try:
            found = {
                *await self._store.moderation.games_of_banned(),
                *self._from_banned_addresses(),
            }
        except StoreError as failed:
            log.warning("games of who is banned not looked at", error=str(failed))
            return True
        self._tries = Counter({one: n for one, n in self._tries.items() if one in found})
        due = [one for one in found if self._tries[one] < TRIES]
        for one in due:
            self._tries[one] += 1
            await self._registry.command(one.game, Banish(one.account))
        return bool(due)

    def _from_banned_addresses(self) -> list[BannedGame]:
        return [
            BannedGame(game, account)
            for game, account, address in self._bot_games.made_from()
            if self._people.sanction("ban", None, address_of(address))
        ]
