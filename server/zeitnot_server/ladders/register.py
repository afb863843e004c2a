"""Registers the ladders of clubs."""

from ..hosting.app import App
from ..lobby.register import Lobby
from .news import ChallengeNews
from .service import LadderService


def register_news(app: App) -> ChallengeNews:
    """Creates what tells clients of challenges, and registers its task on `app`."""
    news = ChallengeNews(app.store.clubs, app.store.people, app.wall_ms)
    app.add_task("challenge_news", news.run)
    return news


def register(app: App, lobby: Lobby) -> LadderService:
    """Creates the ladders' service and registers its task on `app`."""
    service = LadderService(app.store, app.registry, lobby.new_games, lobby.ports, app.wall_ms)
    app.add_task("ladders", service.run)
    return service
