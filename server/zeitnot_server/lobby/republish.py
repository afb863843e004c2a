"""After a restart, shows the games in progress in the lobby and publishes them on the feed again,
from their rows. Rooms are loaded only when a client connects.

If there are several nodes, a node that starts does not publish the rows of unfinished games,
because their rooms may be on another node, which has published newer states. The broker retains
those.
"""

import asyncio
from collections.abc import AsyncIterator

import structlog

import zeitnot_protocol as p

from ..feed import Feed
from ..hosting.registry import Registry
from ..rooms.room import IN_PROGRESS, Phase
from ..rooms.summary import summary
from ..store import Store, StoreError
from .service import LobbyService

PAGE = 200
ENDED_GAMES = 256  # the newest, whose ends may not have reached the broker before a crash
RETRY_SECONDS = 5.0

logger = structlog.get_logger()


async def republish(store: Store, registry: Registry, service: LobbyService, feed: Feed) -> None:
    """Publishes all games that are open or in progress to lobby and feed; retries until all have
    been read."""
    while True:
        try:
            async for game in _public(store):
                if (room_actor := registry.in_memory(game.id)) is not None:
                    feed.room_state(summary(room_actor.room))
                    continue
                service.add_unloaded(game)
                if game.state == Phase.FINISHED.value or not store.nodes.is_cluster:
                    feed.room_state(game)
        except StoreError as failed:
            logger.warning("games not published again", error=failed)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            service.mark_dirty()
            return


async def _public(store: Store) -> AsyncIterator[p.GameSummary]:
    """The games that ended last, then the open ones and those in progress."""
    for game in await store.games.public_ends(ENDED_GAMES):
        yield game
    for phase in (Phase.OPEN, *IN_PROGRESS):
        last = (0, "")
        while page := await store.games.public_after(phase.value, last, PAGE):
            for game in page:
                yield game
            last = (page[-1].created_at, page[-1].id)
