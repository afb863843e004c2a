"""The server as one object: registers the features on a store, a clock and a feed, and runs them;
what the web layer talks to."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence

from ..bots import register as bots
from ..feed import Feed
from ..hosting.app import App
from ..hosting.heartbeats import RunHeartbeats
from ..hosting.registry import Registry, new_game_ids
from ..hosting.retrying import attempt, retry_until_done
from ..hosting.room.now import AdjustedClock
from ..limits.disk import DiskReserve
from ..limits.table import STANDARD, Limits
from ..lobby import register as lobby
from ..moderation import register as moderation
from ..rooms.commands import NewGameIds
from ..rooms.room import Actor
from ..store import Store
from . import learning
from .policies import policies
from .trouble import StorageLog


class GameServer:
    """Everything that lives as long as the server process. `own_bots`: those that were started with
    the server. `features`: the `register` of those that nothing else knows. `stopping`: asked to
    stop, so that a balancer is to send nobody here any more.

    Features hear of one another by `store.events`; each subscribes when it is registered, so the
    order below is the order in which they are told.
    """

    def __init__(
        self,
        store: Store,
        clock: AdjustedClock,
        feed: Feed,
        disk: DiskReserve | None = None,
        own_bots: frozenset[Actor] = frozenset(),
        limits: Limits = STANDARD,
        audit_days: int = 0,
        ids: Callable[[], NewGameIds] = new_game_ids,
        features: Sequence[Callable[[App], object]] = (),
    ) -> None:
        self.store, self.clock, self.feed = store, clock, feed
        self.events = store.events
        self.disk = disk or DiskReserve(events=store.events)
        self.own_bots = own_bots
        self.own_accounts = frozenset(bot.account for bot in own_bots)
        self.stopping = False
        self._ended = False
        self._storage_log = StorageLog(store)
        self.registry = Registry(store, clock, feed, self._source_of, ids)
        self.tally = self.registry.tally
        self.app = app = App(store, clock, feed, self.disk, self.registry, self.own_accounts)
        self._heartbeats = RunHeartbeats(store, clock, self.tally)
        for name, work in self._heartbeats.tasks().items():
            app.add_task(name, work)
        app.add_task("sweep", self.registry.sweep)
        app.add_task("disk", self.disk.run)
        app.closes.append(self.registry.close)
        self.bots = bots.register(app, limits)
        self.lobby = lobby.register(app, self.bots)
        self.moderation = moderation.register(app, self.bots.games, audit_days)
        self.learning = learning.register(app)
        for register in features:
            register(app)
        self.registry.policies += policies(self.disk, self.lobby.seats, self.bots.admission)

    async def start(self) -> None:
        """Reads what is needed before the first request. Raises StoreError."""
        for start in self.app.starts:
            await start()

    async def live(self) -> None:
        """Runs the server's background tasks until cancelled. They do not end with one another."""
        async with asyncio.TaskGroup() as tasks:
            for name, work in self.app.tasks.items():
                tasks.create_task(retry_until_done(name, work), name=name)

    async def drain(self, seconds: float) -> None:
        """Lets the rooms finish their queues, for `seconds` at most. No command is accepted any
        more, so the time from here on is charged to nobody. Of several nodes, this one then gives
        its rooms up, so that players who reconnect find them on another one at once."""
        await self.registry.drain(seconds)
        self._heartbeats.stop()
        if self.store.nodes.several:
            self.lobby.peers.stop()
            await self.close()

    async def close(self) -> None:
        """Stops the rooms, lets the books finish, and ends the run: each even if others fail. The
        run also ends if this is cancelled."""
        if self._ended:
            return
        self._ended = True
        async with contextlib.AsyncExitStack() as closing:
            closing.push_async_callback(self._heartbeats.end)
            for close in reversed(self.app.closes):
                closing.push_async_callback(attempt, "close", close)

    def _source_of(self, game: str, actor: Actor | None) -> str | None:
        """The tag of a game's source, which only the server's own bots get."""
        is_own = actor is not None and actor.account in self.own_accounts
        return self.bots.games.source(game) if is_own else None
