"""Puts this node among the others."""

from ..bots.games import BotGames
from ..hosting.app import App
from .neighbours import LobbyHere, Neighbours


def register(app: App, lobby: LobbyHere, bot_games: BotGames) -> Neighbours:
    """Creates what is known of the other nodes and registers its task on `app`. They show what
    `lobby` does, and it shows what they do."""
    neighbours = Neighbours(
        app.store.nodes, app.store.games, app.registry, lobby, bot_games, app.feed
    )
    app.starts.append(neighbours.begin)
    if app.store.nodes.several:
        app.add_task("neighbours", neighbours.run)
    return neighbours
