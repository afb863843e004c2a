"""Registers the exchange with other nodes."""

from ..bots.games import BotGames
from ..hosting.app import App
from .peers import LocalLobby, Peers


def register(app: App, lobby: LocalLobby, bot_games: BotGames) -> Peers:
    """Creates `Peers` and registers its task on `app`. Other nodes show this `lobby`'s state, and
    it shows theirs."""
    peers = Peers(app.store.nodes, app.store.games, app.registry, lobby, bot_games, app.feed)
    app.starts.append(peers.begin)
    if app.store.nodes.is_cluster:
        app.add_task("peers", peers.run)
    return peers
