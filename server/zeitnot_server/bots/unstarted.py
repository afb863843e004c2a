"""Aborts open games with bots that no player begins, sooner than other open games, because each
takes one of the bot's slots, and those that all bots have declined."""

import asyncio

from ..hosting.registry import Registry
from ..hosting.room.now import AdjustedClock
from ..rooms.commands import Expire
from ..store import Store
from .games import BotGames

CHECK_SECONDS = 15.0
UNSTARTED_MS = 5 * 60_000  # how long such a game may be open with only bots in it


async def expire_unstarted(
    store: Store, registry: Registry, clock: AdjustedClock, games: BotGames
) -> None:
    """Aborts the open games with bots that are older than UNSTARTED_MS and in which only bots are
    present."""
    old_games = store.games.open_since(clock.now().wall - UNSTARTED_MS)
    local = await registry.exclude_remote(old_games)
    await registry.end_games(filter(games.occupies_bot, local), Expire())


async def expire_for_ever(
    store: Store, registry: Registry, clock: AdjustedClock, games: BotGames
) -> None:
    """Checks every CHECK_SECONDS, for ever."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        await expire_unstarted(store, registry, clock, games)
