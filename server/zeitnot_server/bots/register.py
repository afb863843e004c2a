"""Puts the bots together."""

from dataclasses import dataclass

from ..hosting.app import App
from .admission import Admission
from .counting import count_bot_games
from .games import BotGames, Bounds
from .online import OnlineBots
from .slots import BotSlots
from .unstarted import expire_for_ever


@dataclass(frozen=True, slots=True)
class Bots:
    """What others ask of the bots."""

    online: OnlineBots
    games: BotGames
    admission: Admission


def register(app: App, bounds: Bounds) -> Bots:
    """The bots. `bounds`: on the games that an account, and an address, may have with them."""
    online = OnlineBots(app.store.nodes.this.name)
    games = BotGames(bounds, app.clock.ms, online.online, app.events)
    slots = BotSlots(app.registry, games, app.clock)
    app.tasks["count_bot_games"] = lambda: count_bot_games(app.store.games, app.registry, games)
    app.tasks["unbegun"] = lambda: expire_for_ever(app.store, app.registry, app.clock, games)
    return Bots(online, games, Admission(online, games, slots))
