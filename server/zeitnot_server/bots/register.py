"""Puts the bots together."""

from dataclasses import dataclass

import structlog

from ..hosting.app import App
from ..hosting.registry import Registry
from ..limits.table import Limits
from ..rooms.room import Phase
from ..store import Games, StoreError
from .admission import Admission
from .events import BotGamesCounted
from .games import BotGames
from .online import OnlineBots
from .slots import BotSlots
from .unstarted import expire_for_ever

logger = structlog.get_logger()


async def count_bot_games(games: Games, registry: Registry, bot_games: BotGames) -> None:
    """Counts the unfinished ones, and publishes that; not those that cannot be loaded, since no
    command could end them. If they cannot be read, that is logged."""
    try:
        for game in await games.of_bots():
            room_actor = registry.in_memory(game.id)
            over = room_actor is not None and room_actor.room.phase is Phase.FINISHED
            if not over and game.id not in registry.unreadable:
                bot_games.count_existing(*game)
    except StoreError as failed:
        logger.warning("games of bots not counted", error=failed)
    registry.events.publish(BotGamesCounted())


@dataclass(frozen=True, slots=True)
class Bots:
    """The parts of the bots that other features use."""

    online: OnlineBots
    games: BotGames
    admission: Admission


def register(app: App, limits: Limits) -> Bots:
    """Creates the parts of the bots and registers their tasks on `app`."""
    online = OnlineBots(app.store.nodes.this.name)
    reached = app.registry.tally.limits_reached
    games = BotGames(limits, app.clock.ms, online.online, app.events, reached)
    slots = BotSlots(app.registry, games, app.clock)
    store, registry = app.store, app.registry
    app.add_task("count_bot_games", lambda: count_bot_games(store.games, registry, games))
    app.add_task("unstarted", lambda: expire_for_ever(store, registry, app.clock, games))
    return Bots(online, games, Admission(online, games, slots))
