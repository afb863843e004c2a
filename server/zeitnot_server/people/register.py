"""Creates what people decide about each other."""

import heapq
import time

from ..bots.online import OnlineBots
from ..hosting.app import App
from ..lobby.service import LobbyService
from .blocks import Blocks
from .followers import PLAYING, Followers


def register_blocks(app: App) -> Blocks:
    """Creates the blocks, which are read before the first request."""
    blocks = Blocks(app.store.people, app.wall_ms, time.monotonic)
    app.starts.append(blocks.read)
    app.add_task("blocks", blocks.run)
    return blocks


def register_followers(
    app: App, bots: OnlineBots, lobby: LobbyService, blocks: Blocks
) -> Followers:
    """Creates what tells clients of those whom they follow."""

    def is_online(account: str) -> bool:
        return lobby.people.online.has(account) or bots.has(account)

    def playing(account: str) -> list[str]:
        """The newest running games of an account that are in memory and not private, newest
        first."""
        rooms = map(app.registry.room, lobby.seated.games(account))
        public = (room for room in rooms if room is not None and not room.private)
        newest = heapq.nlargest(
            PLAYING, public, key=lambda room: (room.game_setup.created_at, room.id)
        )
        return [room.id for room in newest]

    followers = Followers(app.store.people, is_online, playing)
    app.add_task("followers", followers.run)
    blocks.listeners.append(followers.changed)
    return followers
