"""Puts this node among the others."""

from ..bots.games import BotGames
from ..hosting.app import App
from .peers import LobbyHere, Peers


def register(app: App, lobby: LobbyHere, bot_games: BotGames) -> Peers:
    """Creates what is known of the other nodes and registers its task on `app`. They show what
    `lobby` does, and it shows what they do."""
    peers = Peers(app.store.nodes, app.store.games, app.registry, lobby, bot_games, app.feed)
    app.starts.append(peers.begin)
    if app.store.nodes.several:
        app.add_task("neighbours", peers.run)
    return peers
