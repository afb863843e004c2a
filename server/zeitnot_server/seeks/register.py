"""Registers quick pairing."""

from ..hosting.app import App
from ..lobby.register import Lobby
from .service import SeekService


def register(app: App, lobby: Lobby) -> SeekService:
    """Creates quick pairing and registers its task on `app`."""
    seeks, ports = lobby.service.seeks, lobby.ports
    service = SeekService(app.store, app.registry, seeks, lobby.new_games, ports, app.disk)
    app.add_task("seeks", service.run)
    return service
