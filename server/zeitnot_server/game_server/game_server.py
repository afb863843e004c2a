"""The server as one object: store, clock, rooms, lobby, feed; what the web layer talks to."""

import asyncio
import contextlib
import time
from collections.abc import Coroutine
from weakref import WeakValueDictionary

import structlog

import zeitnot_protocol as p

from ..bots.games import BotGames, Bounds
from ..bots.slots import BotSlots
from ..bots.unstarted import expire_for_ever
from ..feed import Feed
from ..hosting.answers import refusal_now
from ..hosting.native import BadSettings, rules_for
from ..hosting.now import AdjustedClock
from ..hosting.outbox import Viewer
from ..hosting.registry import Registry
from ..hosting.retrying import Work, attempt, retry_until_done
from ..hosting.room_actor import RoomActor
from ..limits.disk import DiskReserve
from ..lobby.open_seats import OpenSeats
from ..lobby.republish import republish
from ..lobby.service import Hub
from ..moderation.ban_sweep import BanSweep
from ..moderation.enforcement import Enforcement
from ..moderation.operator_ends import OperatorEnds
from ..moderation.retention import Retention
from ..nodes.neighbours import Neighbours
from ..rooms.clock import BadControl, check
from ..rooms.commands import Command, PlayerCommand
from ..rooms.room import Actor, GameSetup, Invitation, Phase, Room, Step
from ..rooms.setup import BadSetup, with_defaults
from ..rooms.setup import check as check_setup
from ..rooms.summary import summary
from ..store import Store, StoreError, WriteFailed
from .learning import Learning
from .trouble import what_to_check

HEARTBEAT_SECONDS = 0.02
SAVE_HEARTBEAT_SECONDS = 5.0
BOOKS_SECONDS = 1.0  # for the books to finish at shutdown; the next start learns the rest
MAX_OPEN_GAMES = 10
"""Listed games that one account has made and that have not begun."""
MAX_UNFINISHED_GAMES = 200
"""All games that one account has made and that have not ended."""

logger = structlog.get_logger()


class NewGameRefused(ValueError):
    """The request for a new game is refused; `code` for programs, the message for people."""

    def __init__(self, code: p.ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class GameServer:
    """Everything that lives as long as the server process. `own_bots`: those that were started with
    the server."""

    def __init__(
        self,
        store: Store,
        clock: AdjustedClock,
        feed: Feed,
        disk: DiskReserve | None = None,
        own_bots: frozenset[Actor] = frozenset(),
        bounds: Bounds | None = None,
        audit_days: int = 0,
    ) -> None:
        self.store = store
        self.disk = disk or DiskReserve()
        self.own_bots = own_bots
        self.own_accounts = frozenset(bot.account for bot in own_bots)
        self.clock = clock
        self.feed = feed
        self.registry = Registry(store, clock, feed)
        self.hub = Hub(self.registry, store, feed)
        self.seated = self.hub.seated
        self.bot_games = BotGames(bounds or Bounds(), clock.ms, self.hub.bots.online)
        self.hub.bots.shown = self.bot_games.with_busy
        self.neighbours = Neighbours(
            store.nodes, store.games, self.registry, self.hub, self.bot_games, feed
        )
        self._bot_slots = BotSlots(self.registry, self.bot_games, clock)
        self.enforcement = Enforcement(store, lambda: clock.now().wall, store.nodes.several)
        self.enforcement.on_renamed = self._renamed
        self.ban_sweep = BanSweep(store, self.registry, self.enforcement, self.bot_games)
        self.enforcement.on_banned = self.ban_sweep.mark_dirty
        self.operator_ends = OperatorEnds(store, self.registry)
        self.enforcement.on_game_ended = self.operator_ends.end
        self._retention = Retention(
            store.moderation, audit_days, lambda: clock.now().wall, leads=store.nodes.leads
        )
        self.tally = self.registry.tally
        self._tasks: set[asyncio.Task[None]] = set()
        self._learning = Learning(store, self.disk, lambda: clock.now().wall)
        self.most_open, self.most_unfinished = MAX_OPEN_GAMES, MAX_UNFINISHED_GAMES
        self._makers: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.registry.on_change = self.hub.changed
        self.stopping = False  # asked to stop: a balancer is to send nobody here any more
        self._trouble_since_s = 0.0
        self._stopped_ms: int | None = None  # when the last commands were accepted
        self._ended = False
        self.registry.on_created = self._created
        self.registry.admit = self._admit
        self._open_seats = OpenSeats(self._room_in_memory, clock.ms, self.own_accounts)
        self.registry.first_move = self._open_seats.plays
        self.registry.source = self._source
        self.registry.on_finished = self._finished
        self.registry.on_gone = self.neighbours.gone
        self.registry.on_unreadable = self.bot_games.ended
        self.disk.on_change = self._disk_changed
        store.on_trouble = self._trouble

    async def start(self) -> None:
        """Reads the sanctions in force, recent renames and who plays. Raises StoreError."""
        await self.neighbours.begin()
        await self.seated.read(self.store.tokens)
        await self.enforcement.start()
        self.registry.renames.add_all(await self.store.moderation.recently_renamed())

    async def create(
        self, request: p.NewGame, actor: Actor, address: str | None = None
    ) -> RoomActor:
        """Makes a game. `address`: of the request; None: this machine. Raises NewGameRefused."""
        try:
            rules = rules_for(request.game_type, request.settings)
            check(request.control)
            check_setup(request.setup, rules)
            setup = with_defaults(request.setup, request.control, rules)
        except BadSettings as bad:
            raise NewGameRefused("bad_settings", str(bad)) from None
        except BadControl as bad:
            raise NewGameRefused("bad_control", str(bad)) from None
        except BadSetup as bad:
            raise NewGameRefused("bad_setup", str(bad)) from None
        if len(request.seats) != rules.seats:
            raise NewGameRefused("bad_seats", f"{rules.game} has {rules.seats} seats.")
        if (
            request.setup.engine_lines == "spectators"
            and not actor.bot
            and _includes_maker(request)
        ):
            raise NewGameRefused("bad_setup", "Spectators hear engines only where bots alone sit.")
        if any(self._is_unknown(seat_request) for seat_request in request.seats):
            await self.neighbours.look()  # it may have come to another node just now
        invitations = tuple(
            self._invite(seat_request, request.game_type, actor) for seat_request in request.seats
        )
        if (double := self.hub.bots.with_too_many_seats(invitations, rules.game)) is not None:
            who = f"{double.name} cannot" if double.bot else "Nobody can"
            raise NewGameRefused("bad_seats", f"{who} sit on two seats of one game.")
        ids = self.registry.new_game_ids()
        game_setup = GameSetup(
            id=ids.game,
            rules=rules,
            settings=rules.settings,
            control=request.control,
            seed=ids.seed,
            created_at=self.clock.now().wall,
            invitations=invitations,
            listed=request.listed,
            setup=setup,
            maker=actor.account,
        )
        await self._claim(game_setup, actor, address)
        try:
            room_actor = await self._make(game_setup)
        except NewGameRefused:
            self.bot_games.ended(ids.game)
            raise
        if game_setup.listed:
            self.feed.room_state(summary(room_actor.room))
        return room_actor

    async def _claim(self, game_setup: GameSetup, actor: Actor, address: str | None) -> None:
        """Counts a game with bots; frees a slot if necessary. Raises NewGameRefused."""
        bots = [seat.name for seat in game_setup.invitations if seat is not None and seat.bot]
        game, control = game_setup.id, game_setup.control
        refusal = self.bot_games.reserve(game, bots, actor, control, address)
        if refusal is not None and await self._bot_slots.make_free(bots, actor, control, address):
            refusal = self.bot_games.reserve(game, bots, actor, control, address)
        if refusal := refusal or self.hub.bots.refusal(game_setup):
            self.bot_games.ended(game)
            raise NewGameRefused(refusal.code, refusal.message)

    async def _make(self, game_setup: GameSetup) -> RoomActor:
        """Creates the room, one at a time for each maker, so that the count of the maker's games is
        exact. Raises NewGameRefused when the maker has as many as allowed."""
        maker = game_setup.maker or ""
        if maker in self.own_accounts:
            return await self.registry.create(Room.new(game_setup))
        async with self._makers.setdefault(maker, asyncio.Lock()):
            unfinished, still_open = await self.store.games.made_by(maker, self.registry.unreadable)
            if game_setup.listed and still_open >= self.most_open:
                sentence = f"{self.most_open} of your listed games wait for somebody already."
                raise NewGameRefused("too_many_open", sentence)
            if unfinished >= self.most_unfinished:
                sentence = f"{self.most_unfinished} games that you have made are not over yet."
                raise NewGameRefused("too_many_games", sentence)
            return await self.registry.create(Room.new(game_setup))

    def _is_unknown(self, seat_request: p.SeatRequest) -> bool:
        is_bot = seat_request.kind == "bot" and seat_request.name
        return bool(is_bot) and self.hub.bots.find(seat_request.name or "") is None

    def _invite(self, seat_request: p.SeatRequest, game: str, actor: Actor) -> Invitation | None:
        if seat_request.kind == "open":
            return None
        if seat_request.kind == "me":
            return Invitation(actor.account, actor.name, actor.bot)
        if not seat_request.name:
            raise NewGameRefused("bad_seats", "A seat for a bot needs the name of one.")
        online = self.hub.bots.find(seat_request.name, game)
        if online is None:
            raise NewGameRefused("bot_offline", f"No bot named {seat_request.name} is online.")
        bot, account = online
        if game not in bot.plays:
            raise NewGameRefused("bot_plays_not", f"{bot.name} does not play {game}.")
        if seat_request.level is not None and seat_request.level > bot.levels:
            levels = f"levels 1 to {bot.levels}" if bot.levels else "no levels"
            raise NewGameRefused("no_such_level", f"{bot.name} has {levels}.")
        return Invitation(account.account, account.name, True, seat_request.level)

    def _room_in_memory(self, game: str) -> Room | None:
        room_actor = self.registry.in_memory(game)
        return None if room_actor is None else room_actor.room

    def _source(self, game: str, actor: Actor | None) -> str | None:
        """The tag of a game's source, which only the server's own bots get."""
        return self.bot_games.source(game) if actor and actor.account in self.own_accounts else None

    def _admit(self, before: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """A step that the rules allow, or its refusal: it cannot be stored now, its sender may not
        have that seat, or the bot would have too many games. The bot is checked last, since that
        reserves a slot. A command that is sent again gets its first answer in any case."""
        if viewer is not None and isinstance(command, PlayerCommand):
            if refusal := refusal_now(before.phase, command, viewer, disk_low=self.disk.low):
                return Step(before, refusal=refusal)
            if refusal := self._open_seats.judge(done.room, command, viewer):
                return Step(before, refusal=refusal)
        admitted = self.bot_games.admit(before, done)
        made = admitted.create and admitted.create.room(before).game_setup
        if made and (refusal := self.hub.bots.refusal(made)):
            self.bot_games.ended(made.id)
            return Step(before, refusal=refusal)
        return admitted

    def _created(self, room: Room) -> None:
        self.bot_games.created(room)
        self.hub.created(room)

    def _finished(self, room: Room) -> None:
        self.bot_games.ended(room.id)
        self._open_seats.ended(room)
        self._start_task(self._learning.learn(room))

    async def _count_bot_games(self) -> None:
        """Counts the unfinished games of bots from before the start; not those that cannot be
        loaded, since no command could end them."""
        try:
            for game in await self.store.games.of_bots():
                room_actor = self.registry.in_memory(game.id)
                over = room_actor is not None and room_actor.room.phase is Phase.FINISHED
                if not over and game.id not in self.registry.unreadable:
                    self.bot_games.count_existing(*game)
            self.neighbours.look_again()
        except StoreError as failed:
            logger.warning("games of bots not counted", error=failed)
        self.ban_sweep.mark_dirty()

    async def _run_hub(self) -> None:
        """Runs the hub; publishes the games in progress first, so that its first lobby has them."""
        await attempt(
            "republish", lambda: republish(self.store, self.registry, self.hub, self.feed)
        )
        self.neighbours.look_again()
        await retry_until_done("hub", self.hub.run)

    async def _renamed(self, account: str) -> None:
        """Renames the account in the rooms in memory, and in their entries stored meanwhile.
        Raises StoreError."""
        row = await self.store.accounts.find(account)
        if row is None:
            return
        self.hub.rename_owner(account, row.name)
        self.registry.renames.note(account, row.name)  # for those that are loaded from now on
        for room_actor in self.registry:
            # it may have left memory meanwhile
            now = self.registry.in_memory(room_actor.room.id) or room_actor
            if now.rename(account, row.name):
                await self.store.moderation.rename_in_game(room_actor.room.id, account, row.name)
        for game in await self.store.games.unfinished_of(account):
            if game.id not in self.registry:
                self.hub.add_unloaded(game)
        self.hub.mark_dirty()

    def _start_task(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ── tasks ──────────────────────────────────────────────────────────────────────────────────

    async def live(self) -> None:
        """Runs the server's background tasks until cancelled. They do not end with one another."""
        self._start_task(self._learning.catch_up())
        self._start_task(self._count_bot_games())
        async with asyncio.TaskGroup() as tasks:
            for name, work in self.tasks().items():
                tasks.create_task(retry_until_done(name, work), name=name)

    def tasks(self) -> dict[str, Work]:
        """The background tasks, by their names in the log."""
        return {
            **self.neighbours.tasks(),
            "heartbeat": self._beat,
            "save_heartbeat": self._save_heartbeats,
            "sweep": self.registry.sweep,
            "unbegun": lambda: expire_for_ever(
                self.store, self.registry, self.clock, self.bot_games
            ),
            "tell": self._run_hub,
            "enforcement": self.enforcement.run,
            "ban_sweep": self.ban_sweep.run,
            "operator_ends": self.operator_ends.run,
            "disk": self.disk.run,
            "retention": self._retention.run,
            "learning": self._learning.run,
        }

    def _disk_changed(self, low: bool) -> None:
        if not low:
            self._start_task(self._learning.catch_up())

    def _trouble(self, trouble: str | None) -> None:
        if trouble is not None:
            self._trouble_since_s = time.monotonic()
            question = what_to_check(trouble, self.store.nodes.several)
            logger.error("read-only", why=trouble, check=question)
        else:
            lasted = time.monotonic() - self._trouble_since_s
            logger.warning("writing again", seconds=round(lasted, 1))
            self._start_task(self._learning.catch_up())
        self.registry.trouble(trouble)

    async def _beat(self) -> None:
        while self._stopped_ms is None:
            self.store.heartbeats.beat(self.clock.run, self.clock.tick())
            started = time.monotonic()
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.tally.lag_s.add(max(0.0, time.monotonic() - started - HEARTBEAT_SECONDS))

    async def _save_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(SAVE_HEARTBEAT_SECONDS)
            if self._stopped_ms is not None:
                return
            with contextlib.suppress(WriteFailed):
                await self.store.runs.save_heartbeat(self.clock.run, self.clock.ms())

    async def drain(self, seconds: float) -> None:
        """Lets the rooms finish their queues, for `seconds` at most. No command is accepted any
        more, so the time from here on is charged to nobody. Of several nodes, this one then gives
        its rooms up, so that players who reconnect find them on another one at once."""
        await self.registry.drain(seconds)
        self._stopped_ms = self.clock.ms()
        if self.store.nodes.several:
            self.neighbours.stop()
            await self._end()

    async def close(self) -> None:
        """Stops the rooms, lets the books finish, and writes the length of this run into the
        database, so that the heartbeat file is not needed to know it."""
        await self._end()

    async def _end(self) -> None:
        if self._ended:
            return
        self._ended = True
        run_ms = self.clock.ms() if self._stopped_ms is None else self._stopped_ms
        await self.registry.close()
        if self._tasks:
            _, pending = await asyncio.wait(self._tasks, timeout=BOOKS_SECONDS)
            for task in pending:
                task.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
        with contextlib.suppress(WriteFailed):
            await self.store.runs.end(self.clock.run, run_ms)


def _includes_maker(request: p.NewGame) -> bool:
    return any(seat.kind == "me" for seat in request.seats)
