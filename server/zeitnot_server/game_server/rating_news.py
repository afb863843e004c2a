"""Tells the viewers of a rated game that has ended how it has changed the ratings."""

import asyncio

import structlog

import zeitnot_protocol as p

from ..hosting.app import App
from ..hosting.registry import Registry
from ..hosting.room.events import RoomFinished
from ..hosting.room.room_actor import RoomActor
from ..ratings.rated_games import rated_game
from ..ratings.rating import Rating, is_provisional
from ..ratings.rating_store import Change, Ratings
from ..store import StoreError

logger = structlog.get_logger()


class RatingNews:
    """Reads what the commit that has ended a game has changed, and sends it to the game's viewers.
    Nothing is stored here: `fill` reads it again for later viewers."""

    def __init__(self, ratings: Ratings, registry: Registry) -> None:
        self._ratings, self._registry = ratings, registry
        self._tasks: set[asyncio.Task[None]] = set()
        registry.events.subscribe(RoomFinished, self._finished)

    def _finished(self, ended: RoomFinished) -> None:
        if rated_game(ended.room) is not None:
            task = asyncio.create_task(self._send(ended.room.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send(self, game: str) -> None:
        room_actor = self._registry.in_memory(game)
        if room_actor is None:
            return
        try:
            await self.fill(room_actor)
        except StoreError as failed:
            logger.warning("rating not read", game=game, error=failed)
            return
        if room_actor.audience.ratings is not None:
            room_actor.audience.send_all(room_actor.audience.ratings)

    async def fill(self, room_actor: RoomActor) -> None:
        """Lets the room send newcomers what its game has changed, if it has. Raises StoreError."""
        room, audience = room_actor.room, room_actor.audience
        if audience.ratings is not None or rated_game(room) is None:
            return
        changes = await self._ratings.changes_of(room.id)
        if changes:
            audience.ratings = p.Ratings(game=room.id, seats=list(map(_view, changes)))

    async def close(self) -> None:
        """Drops what has not been sent yet: viewers get it when they come back."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _view(change: Change) -> p.RatingChange:
    after = Rating(change.rating, change.deviation, change.volatility, change.at, games=1)
    return p.RatingChange(
        before=round(change.rating_before),
        after=round(change.rating),
        provisional=is_provisional(after),
        weight=change.weight,
    )


def register(app: App) -> RatingNews:
    """Creates the news of ratings and registers its end on `app`."""
    news = RatingNews(app.store.ratings, app.registry)
    app.closes.append(news.close)
    return news
