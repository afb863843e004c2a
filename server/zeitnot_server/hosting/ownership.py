"""Which rooms this node has, where several nodes share a database.

A room is claimed before it is loaded, and released after it has left memory, so that the node that
is asked for it next can claim it.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable

import structlog

from ..store import Nodes, Relocated, StoreError

logger = structlog.get_logger()


class Ownership:
    """The rooms that this node holds: no other node may load them. `in_use`: whether a room is in
    memory, or is being loaded."""

    def __init__(self, nodes: Nodes, in_use: Callable[[str], bool]) -> None:
        self._nodes = nodes
        self._in_use = in_use
        self._held: set[str] = set()
        self._releasing: dict[str, asyncio.Event] = {}  # set when this room has been released

    async def claim(self, game: str) -> None:
        """Claims this room, after any release of it that has begun. Raises Relocated,
        StoreError."""
        if (released := self._releasing.get(game)) is not None:
            await released.wait()
        self._held.add(game)  # before, because a claim that fails may have been written
        if (other := await self._nodes.claim(game)) is not None:
            self._held.discard(game)
            raise Relocated(other.name, other.url)

    def hold(self, game: str) -> None:
        """Holds a room that this node has created, without a claim."""
        self._held.add(game)

    async def release(self) -> None:
        """Releases all rooms that are not in use. If that fails, this node keeps them until the
        next time."""
        games = {game for game in self._held if not self._in_use(game)}
        if not games:
            return
        released = asyncio.Event()
        self._releasing |= dict.fromkeys(games, released)
        try:
            await self._nodes.release(games)
            self._held -= games
        except StoreError as failed:
            logger.warning("rooms not released", rooms=len(games), error=failed)
        finally:
            for game in games:
                del self._releasing[game]
            released.set()

    async def exclude_remote(self, games: Iterable[str]) -> list[str]:
        """These games, in order, without those that other nodes have. Raises StoreError."""
        ids = list(games)
        remote: Collection[str] = set(await self._nodes.remote_rooms(ids)) if ids else ()
        return [game for game in ids if game not in remote]
