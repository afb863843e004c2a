"""Counts the games of bots that were made before this run of the server."""

import structlog

from ..hosting.registry import Registry
from ..rooms.room import Phase
from ..store import Games, StoreError
from .events import BotGamesCounted
from .games import BotGames

logger = structlog.get_logger()


async def count_bot_games(games: Games, registry: Registry, bot_games: BotGames) -> None:
    """Counts the unfinished games that can be loaded, since no command could end the others, and
    publishes BotGamesCounted. If they cannot be read, that is logged."""
    try:
        for game in await games.of_bots():
            room_actor = registry.in_memory(game.id)
            is_over = room_actor is not None and room_actor.room.phase is Phase.FINISHED
            if not is_over and game.id not in registry.unreadable:
                bot_games.count_existing(*game)
    except StoreError as failed:
        logger.warning("games of bots not counted", error=failed)
    registry.events.publish(BotGamesCounted())
