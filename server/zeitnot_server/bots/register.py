"""Puts the bots together."""

from dataclasses import dataclass

from ..hosting.app import App
from ..limits.table import Limits
from .admission import Admission
from .counting import count_bot_games
from .games import BotGames
from .online import OnlineBots
from .slots import BotSlots
from .unstarted import expire_for_ever


@dataclass(frozen=True, slots=True)
class Bots:
    """What others ask of the bots."""

    online: OnlineBots
    games: BotGames
    admission: Admission


def register(app: App, limits: Limits) -> Bots:
    """The bots."""
    online = OnlineBots(app.store.nodes.this.name)
    reached = app.registry.tally.limits_reached
    games = BotGames(limits, app.clock.ms, online.online, app.events, reached)
    slots = BotSlots(app.registry, games, app.clock)
    app.tasks["count_bot_games"] = lambda: count_bot_games(app.store.games, app.registry, games)
    app.tasks["unstarted"] = lambda: expire_for_ever(app.store, app.registry, app.clock, games)
    return Bots(online, games, Admission(online, games, slots))
