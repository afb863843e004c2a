"""The server as one object, which the web layer uses: registers the features on a store, a clock
and a feed, and runs them."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence

import zeitnot_protocol as p

from ..accounts import register as accounts
from ..bots import register as bots
from ..feed import Feed
from ..hosting.app import App
from ..hosting.heartbeats import RunHeartbeats
from ..hosting.registry import Registry, new_game_ids
from ..hosting.retrying import attempt, retry_until_done
from ..hosting.room.now import AdjustedClock
from ..ladders import register as ladders
from ..limits.disk import DiskReserve
from ..limits.table import STANDARD, Limits
from ..lobby import register as lobby
from ..moderation import register as moderation
from ..people import register as people
from ..pool import register as pool
from ..ratings.options import RatingOptions
from ..rooms.commands import NewGameIds
from ..rooms.room import Actor
from ..seeks import register as seeks
from ..store import Store
from . import book_indexing, rating_news
from .policies import policies
from .storage_log import StorageLog


class GameServer:
    """Everything that lives as long as the server process. `house_bots`: those that were started
    with the server. `features`: the `register` of each further feature, which no other depends on.
    `join`: who may join (`web.http.joining`). `stopping`: the server was asked to stop, so a
    balancer should send no clients here.

    Features communicate by facts on `store.events`. Each subscribes when it is registered, so they
    are called in the order below.
    """

    def __init__(
        self,
        store: Store,
        clock: AdjustedClock,
        feed: Feed,
        disk: DiskReserve | None = None,
        house_bots: frozenset[Actor] = frozenset(),
        limits: Limits = STANDARD,
        audit_days: int = 0,
        ids: Callable[[], NewGameIds] = new_game_ids,
        features: Sequence[Callable[[App], object]] = (),
        ratings: RatingOptions = RatingOptions(),  # noqa: B008  a constant
        join: p.Join = "open",
    ) -> None:
        self.store, self.clock, self.feed = store, clock, feed
        self.events = store.events
        self.disk = disk or DiskReserve(events=store.events)
        self.house_bots = house_bots
        self.join: p.Join = join
        self.house_accounts = frozenset(bot.account for bot in house_bots)
        self.stopping = False
        self._ended = False
        self._storage_log = StorageLog(store)
        self.registry = Registry(store, clock, feed, self._source_of, ids, ratings)
        self.tally = self.registry.tally
        self.app = app = App(
            *(store, clock, feed, self.disk, self.registry, self.house_accounts, ratings)
        )
        self._heartbeats = RunHeartbeats(store, clock, self.tally)
        for name, work in self._heartbeats.tasks().items():
            app.add_task(name, work)
        app.add_task("sweep", self.registry.sweep)
        app.add_task("disk", self.disk.run)
        app.closes.append(self.registry.close)
        self.bots = bots.register(app, limits)
        self.blocks = people.register_blocks(app)
        self.lobby = lobby.register(app, self.bots, self.blocks)
        self.accounts = accounts.register(app, limits)
        self.followers = people.register_followers(app, self.bots.online, self.lobby.service)
        self.moderation = moderation.register(
            app, self.bots.games, audit_days, self.accounts.merging.carry_out_act
        )
        self.pool = pool.register(app, self.bots, self.lobby)
        self.seeks = seeks.register(app, self.lobby)
        self.ladders = ladders.register(app, self.lobby)
        self.challenge_news = ladders.register_news(app)
        self.book_indexing = book_indexing.register(app)
        self.rating_news = rating_news.register(app)
        for register in features:
            register(app)
        self.registry.policies += policies(
            self.disk, self.blocks, self.lobby.seats, self.bots.admission, ratings
        )

    async def start(self) -> None:
        """Runs the features' `starts`, before the first request. Raises StoreError."""
        for start in self.app.starts:
            await start()

    async def run_tasks(self) -> None:
        """Runs the background tasks until cancelled. If one fails, the others go on."""
        async with asyncio.TaskGroup() as tasks:
            for name, work in self.app.tasks.items():
                tasks.create_task(retry_until_done(name, work), name=name)

    async def drain(self, seconds: float) -> None:
        """Lets the rooms finish their queues, for at most `seconds`. No more commands may be
        accepted, so the time after this is not charged. If there are several nodes, this one then
        releases its rooms, so that players who reconnect find them on another one at once."""
        await self.registry.drain(seconds)
        self._heartbeats.stop()
        if self.store.nodes.is_cluster:
            self.lobby.peers.stop()
            await self.close()

    async def close(self) -> None:
        """Stops the rooms, finishes the books, and ends the run, each even if others fail. The run
        also ends if this is cancelled."""
        if self._ended:
            return
        self._ended = True
        async with contextlib.AsyncExitStack() as closing:
            closing.push_async_callback(self._heartbeats.end)
            for close in reversed(self.app.closes):
                closing.push_async_callback(attempt, "close", close)

    def _source_of(self, game: str, actor: Actor | None) -> str | None:
        """The tag of a game's source, which only house bots get."""
        is_house = actor is not None and actor.account in self.house_accounts
        return self.bots.games.source(game) if is_house else None
