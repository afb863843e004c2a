"""Puts the lobby together, and the node among the others, which show the same lobby."""

from dataclasses import dataclass

from ..bots.register import Bots
from ..hosting.app import App
from ..hosting.retrying import attempt, retry_until_done
from ..nodes import register as nodes
from ..nodes.neighbours import Neighbours
from .new_games import NewGames
from .open_seats import OpenSeats
from .republish import republish
from .service import Hub


@dataclass(frozen=True, slots=True)
class Lobby:
    """What others ask of the lobby."""

    hub: Hub
    seats: OpenSeats
    neighbours: Neighbours
    new_games: NewGames


def register(app: App, bots: Bots) -> Lobby:
    """The lobby."""
    store, registry = app.store, app.registry
    hub = Hub(registry, store, app.feed, bots.online, bots.games.with_busy)
    reached = registry.tally.limits_reached
    seats = OpenSeats(registry.room, app.clock.ms, app.events, app.own_accounts, reached)
    neighbours = nodes.register(app, hub, bots.games)
    new_games = NewGames(
        *(store.games, registry, bots.online, bots.admission),
        look=neighbours.look,
        unbounded=app.own_accounts,
    )

    async def tell() -> None:
        """First publishes the games in progress, so that the first lobby has them."""
        await attempt("republish", lambda: republish(store, registry, hub, app.feed))
        neighbours.look_again()
        await retry_until_done("hub", hub.run)

    app.starts.append(lambda: hub.seated.read(store.tokens))
    app.tasks["tell"] = tell
    return Lobby(hub, seats, neighbours, new_games)
