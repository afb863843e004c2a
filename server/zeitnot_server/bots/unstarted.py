"""Aborts open games with bots that nobody begins, sooner than other open games, since each takes
one of the bot's slots."""

import asyncio

import structlog

from ..hosting.now import AdjustedClock
from ..hosting.registry import ENDS, Registry
from ..hosting.terms import ServerCommand
from ..rooms.commands import Expire
from ..store import Store, StoreError
from .games import BotGames

CHECK_SECONDS = 15.0
UNBEGUN_MS = 5 * 60_000  # how long such a game may be open with only bots in it

logger = structlog.get_logger()


async def expire_unbegun(
    store: Store, registry: Registry, clock: AdjustedClock, games: BotGames
) -> None:
    """Aborts the open games with bots that are older than UNBEGUN_MS and in which only bots are
    present. The room checks that again when it gets the command."""
    try:
        old_games = await registry.ownership.without_others(
            await store.games.open_since(clock.now().wall - UNBEGUN_MS)
        )
    except StoreError as failed:
        logger.warning("open games with bots not read", error=failed)
        return
    ending = [g for g in old_games if games.keeps_busy(g) and not _is_visited(registry, g)]
    for game in ending[:ENDS]:
        room_actor = await registry.load_or_skip(game)
        if room_actor is not None and not room_actor.audience.person_here:
            room_actor.post(ServerCommand(Expire()))


def _is_visited(registry: Registry, game: str) -> bool:
    """Whether a person is present: such games, kept open on purpose, do not count towards ENDS."""
    room_actor = registry.in_memory(game)
    return room_actor is not None and room_actor.audience.person_here


async def expire_for_ever(
    store: Store, registry: Registry, clock: AdjustedClock, games: BotGames
) -> None:
    """Checks every CHECK_SECONDS, for ever."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        await expire_unbegun(store, registry, clock, games)
