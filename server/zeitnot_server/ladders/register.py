"""Registers the ladders of clubs."""

from ..hosting.app import App
from ..lobby.register import Lobby
from .service import LadderService


def register(app: App, lobby: Lobby) -> LadderService:
    """Creates the ladders' service and registers its task on `app`."""
    service = LadderService(app.store, app.registry, lobby.new_games, lobby.ports, app.wall_ms)
    app.add_task("ladders", service.run)
    return service
