"""The server as one object: builds the features on a store, a clock and a feed, and runs them; what
the web layer talks to."""

import asyncio
from collections.abc import Callable

import structlog

from ..bots.counting import count_bot_games
from ..bots.games import BotGames, Bounds
from ..bots.slots import BotSlots
from ..bots.unstarted import expire_for_ever
from ..feed import Feed
from ..hosting.heartbeats import RunHeartbeats
from ..hosting.now import AdjustedClock
from ..hosting.registry import Registry, new_game_ids
from ..hosting.retrying import Work, attempt, retry_until_done
from ..limits.disk import DiskReserve
from ..lobby.bots import LobbyBots
from ..lobby.new_games import NewGames
from ..lobby.open_seats import OpenSeats
from ..lobby.republish import republish
from ..lobby.service import Hub
from ..moderation.acts import OperatorActs
from ..moderation.ban_sweep import BanSweep
from ..moderation.enforcement import Enforcement
from ..moderation.operator_ends import OperatorEnds
from ..moderation.renaming import Renaming
from ..moderation.retention import Retention
from ..nodes.neighbours import Neighbours
from ..rooms.commands import NewGameIds
from ..rooms.room import Actor
from ..store import Store
from .learning import Learning
from .policies import policies
from .trouble import StorageLog

logger = structlog.get_logger()


class GameServer:
    """Everything that lives as long as the server process. `own_bots`: those that were started with
    the server. `stopping`: asked to stop, so that a balancer is to send nobody here any more.

    Features hear of one another by `store.events`; each subscribes when it is made, so the order
    below is the order in which they are told.
    """

    def __init__(
        self,
        store: Store,
        clock: AdjustedClock,
        feed: Feed,
        disk: DiskReserve | None = None,
        own_bots: frozenset[Actor] = frozenset(),
        bounds: Bounds | None = None,
        audit_days: int = 0,
        ids: Callable[[], NewGameIds] = new_game_ids,
    ) -> None:
        self.store, self.clock, self.feed = store, clock, feed
        self.events = events = store.events
        self.disk = disk or DiskReserve(events=events)
        self.own_bots = own_bots
        self.own_accounts = frozenset(bot.account for bot in own_bots)
        self.stopping = False
        self._ended = False
        bots = LobbyBots(store.nodes.this.name)
        self._storage_log = StorageLog(store)
        self.registry = Registry(store, clock, feed, self._source_of, ids)
        self.tally = self.registry.tally
        self.bot_games = BotGames(bounds or Bounds(), clock.ms, bots.online, events)
        self.hub = Hub(self.registry, store, feed, bots, self.bot_games.with_busy)
        self.seated = self.hub.seated
        self.seats = OpenSeats(self.registry.room, clock.ms, events, self.own_accounts)
        self.registry.policies += policies(self.disk, self.seats, self.bot_games, bots)
        self.neighbours = Neighbours(
            store.nodes, store.games, self.registry, self.hub, self.bot_games, feed
        )
        self.new_games = NewGames(
            store.games,
            self.registry,
            feed,
            bots,
            self.bot_games,
            BotSlots(self.registry, self.bot_games, clock),
            self.neighbours.look,
            self.own_accounts,
        )
        self.operator_ends = OperatorEnds(store, self.registry)
        self.renaming = Renaming(store, self.registry, events)
        acts = OperatorActs(
            events,
            {
                "renamed": self.renaming.carry_out,
                "game_ended": self.operator_ends.carry_out,
                "game_adjudicated": self.operator_ends.carry_out,
            },
        )
        self.enforcement = Enforcement(store, self._wall_ms, acts, store.nodes.several)
        self.ban_sweep = BanSweep(store, self.registry, self.enforcement, self.bot_games)
        leads = store.nodes.leads
        self.retention = Retention(store.moderation, audit_days, self._wall_ms, leads=leads)
        self.learning = Learning(store, self.disk, self._wall_ms)
        self.heartbeats = RunHeartbeats(store, clock, self.tally)

    async def start(self) -> None:
        """Reads the sanctions in force, recent renames and who plays. Raises StoreError."""
        await self.neighbours.begin()
        await self.seated.read(self.store.tokens)
        await self.enforcement.start()
        self.registry.renames.add_all(await self.store.moderation.recently_renamed())

    async def live(self) -> None:
        """Runs the server's background tasks until cancelled. They do not end with one another."""
        self.learning.begin()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(retry_until_done("count_bot_games", self.count_bot_games))
            for name, work in self.tasks().items():
                tasks.create_task(retry_until_done(name, work), name=name)

    def tasks(self) -> dict[str, Work]:
        """The background tasks, by their names in the log."""
        return {
            **self.neighbours.tasks(),
            **self.heartbeats.tasks(),
            "sweep": self.registry.sweep,
            "unbegun": lambda: expire_for_ever(
                self.store, self.registry, self.clock, self.bot_games
            ),
            "tell": self.run_hub,
            "enforcement": self.enforcement.run,
            "ban_sweep": self.ban_sweep.run,
            "operator_ends": self.operator_ends.run,
            "disk": self.disk.run,
            "retention": self.retention.run,
            "learning": self.learning.run,
        }

    async def count_bot_games(self) -> None:
        """Counts the games of bots from before the start; some may be of banned players."""
        await count_bot_games(self.store.games, self.registry, self.bot_games)
        self.neighbours.look_again()
        self.ban_sweep.mark_dirty()

    async def run_hub(self) -> None:
        """Runs the hub; publishes the games in progress first, so that its first lobby has them."""
        await attempt(
            "republish", lambda: republish(self.store, self.registry, self.hub, self.feed)
        )
        self.neighbours.look_again()
        await retry_until_done("hub", self.hub.run)

    async def drain(self, seconds: float) -> None:
        """Lets the rooms finish their queues, for `seconds` at most. No command is accepted any
        more, so the time from here on is charged to nobody. Of several nodes, this one then gives
        its rooms up, so that players who reconnect find them on another one at once."""
        await self.registry.drain(seconds)
        self.heartbeats.stop()
        if self.store.nodes.several:
            self.neighbours.stop()
            await self.close()

    async def close(self) -> None:
        """Stops the rooms, lets the books finish, and ends the run."""
        if self._ended:
            return
        self._ended = True
        await self.registry.close()
        await self.learning.close()
        await self.heartbeats.end()

    def _source_of(self, game: str, actor: Actor | None) -> str | None:
        """The tag of a game's source, which only the server's own bots get."""
        return self.bot_games.source(game) if actor and actor.account in self.own_accounts else None

    def _wall_ms(self) -> int:
        return self.clock.now().wall
