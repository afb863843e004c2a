"""Games with bots that nobody begins: they end sooner than others that are open, for the bot waits
in them, and each counts as one of the games that it may have."""

import asyncio

import structlog

from ..rooms.commands import Expire
from ..store import Store, StoreError
from .bot_games import BotGames
from .now import AdjustedClock
from .registry import ENDS, Registry
from .terms import ServerCommand

CHECK_SECONDS = 15.0
UNBEGUN_MS = 5 * 60_000  # how long such a game may be open with nobody but bots in it

log = structlog.get_logger()


async def expire_unbegun(
    store: Store, registry: Registry, clock: AdjustedClock, games: BotGames
) -> None:
    """Aborts the open games with bots that are older than UNBEGUN_MS and in which nobody is but
    bots; a room decides that itself, by who is there when its turn comes."""
    try:
        stale = await store.games.open_since(clock.now().wall - UNBEGUN_MS)
    except StoreError as failed:
        log.warning("unbegun games not looked at", error=str(failed))
        return
    ending = [g for g in stale if games.keeps_busy(g) and not _is_visited(registry, g)]
    for game in ending[:ENDS]:
        room_actor = await registry.load_or_leave(game)
        if room_actor is not None and not room_actor.audience.person_here:
            room_actor.post(ServerCommand(Expire()))


def _is_visited(registry: Registry, game: str) -> bool:
    """Whether a person is there: such games, kept open on purpose, take no turn from others."""
    room_actor = registry.in_memory(game)
    return room_actor is not None and room_actor.audience.person_here


async def expire_for_ever(
    store: Store, registry: Registry, clock: AdjustedClock, games: BotGames
) -> None:
    """Checks every now and then."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        await expire_unbegun(store, registry, clock, games)
