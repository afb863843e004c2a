"""Registers the pool."""

from ..bots.register import Bots
from ..hosting.app import App
from ..lobby.register import Lobby
from .service import Pool


def register(app: App, bots: Bots, lobby: Lobby) -> Pool:
    """Creates the pool and registers its task on `app`."""
    pool = Pool(
        *(app.store, app.registry, bots.online, lobby.new_games),
        is_busy=lambda view: bots.games.with_busy(view).busy,
        now_ms=app.clock.ms,
    )
    app.add_task("pool", pool.run)
    return pool
