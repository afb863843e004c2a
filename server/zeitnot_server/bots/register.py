"""Registers the bots."""

from dataclasses import dataclass

from ..hosting.app import App
from ..limits.table import Limits
from .admission import Admission
from .counting import count_bot_games
from .games import BotGames
from .online import OnlineBots
from .slots import BotSlots
from .standing_in import StandIns
from .unstarted import expire_for_ever


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
    app.registry.stand_ins.append(StandIns(online, games).find)
    slots = BotSlots(app.registry, games, app.clock)
    store, registry = app.store, app.registry
    app.add_task("count_bot_games", lambda: count_bot_games(store.games, registry, games))
    app.add_task("unstarted", lambda: expire_for_ever(store, registry, app.clock, games))
    return Bots(online, games, Admission(online, games, slots))
