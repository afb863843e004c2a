"""After a restart: what is on is shown in the lobby and published again, from its rows; rooms are
loaded only when somebody comes."""

import asyncio
from collections.abc import AsyncIterator

import structlog

import zeitnot_protocol as p

from ..feed import Feed
from ..rooms.room import ON, Phase
from ..store import Store, StoreError
from .lobby import Hub
from .registry import Registry
from .summary import summary

PAGE = 200
ENDS = 256  # a broker may not have heard of the last ends before a crash
AGAIN_SECONDS = 5.0

log = structlog.get_logger()


async def tell_again(store: Store, registry: Registry, hub: Hub, feed: Feed) -> None:
    """Tells lobby and feed of all games that are open or on; tries until all could be read."""
    while True:
        try:
            async for game in _public(store):
                room_actor = registry.in_memory(game.id)
                if room_actor is None:
                    hub.know(game)
                feed.room_state(game if room_actor is None else summary(room_actor.room))
        except StoreError as failed:
            log.warning("games not told again", error=str(failed))
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            hub.mark_dirty()
            return


async def _public(store: Store) -> AsyncIterator[p.GameSummary]:
    """The newest that have ended, then the open ones and those that are on."""
    for game in await store.games.public_ends(ENDS):
        yield game
    for phase in (Phase.OPEN, *ON):
        last = (0, "")
        while page := await store.games.public_after(phase.value, last, PAGE):
            for game in page:
                yield game
            last = (page[-1].created_at, page[-1].id)
