"""Pairs the bots of the pool, and follows their games.

A round runs when a bot or a listed game has changed, and at least every ROUND_SECONDS. With several
nodes the leader pairs the bots of all nodes; what it knows of earlier games is lost when another
node becomes the leader, so that two bots may then meet again sooner.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Collection, Sequence

import msgspec
import structlog

import zeitnot_protocol as p

from ..bots.assignment import POINTS_PER_GAME, Requirements
from ..bots.online import OnlineBots
from ..hosting.registry import Registry
from ..hosting.room.events import InvitationDeclined, RoomFinished
from ..hosting.room.inbox import ServerCommand
from ..hosting.room.room_actor import RoomActor
from ..limits.throttle import Throttle
from ..lobby.matching import Entry
from ..lobby.new_games import NewGameRefused, NewGames
from ..nodes.events import ShownChanged
from ..rooms.commands import Expire
from ..rooms.room import Actor, Phase
from ..store import Store, StoreError
from .members import Member, Members, entries_of, is_of_pool, wanted_of
from .pairing import Pair

ROUND_SECONDS = 10.0
MIN_SECONDS = 1.0  # between two rounds
MAX_PASSES = 4  # of one round: the bots of a game that was not created are paired again
SEED_BYTES = 16
FINISHED = "finished"

logger = structlog.get_logger()


class Pool:
    """The pool. `run` is a task of the server. `is_busy`: whether a bot plays as many games as it
    takes; `seed` returns random bytes."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        bots: OnlineBots,
        new_games: NewGames,
        is_busy: Callable[[p.BotView], bool],
        now_ms: Callable[[], int],
        seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self._store, self._registry = store, registry
        self._bots, self._new_games = bots, new_games
        self._is_busy, self._now_ms, self._seed = is_busy, now_ms, seed
        self._members = Members()
        self._not_created = Throttle(time.monotonic)  # log lines
        self._wake = asyncio.Event()
        registry.events.subscribe(RoomFinished, self._finished)
        registry.events.subscribe(InvitationDeclined, self._declined)
        registry.events.subscribe(ShownChanged, lambda changed: self._wake.set())

    def _finished(self, ended: RoomFinished) -> None:
        """Lets the bots of a game wait for the next one; the one that has aborted it pauses."""
        room, game = ended.room, self._members.games.get(ended.room.id)
        if game is None or room.finished is None:
            return
        by = room.finished.ended_by
        if by is not None and (actor := room.seats[by].actor):
            self._members.pause(room.id, actor.account, self._now_ms())
        self._members.ended(room.id, self._now_ms())
        self._wake.set()

    def _declined(self, declined: InvitationDeclined) -> None:
        """Ends a game that a bot has declined, because its seat is open to all."""
        room_actor = self._registry.in_memory(declined.room.id)
        if room_actor is not None and declined.room.id in self._members.games:
            holders = (seat.actor or seat.invited for seat in declined.room.seats)
            self._end(room_actor, {each.account for each in holders if each is not None})

    def _end(self, room_actor: RoomActor, present: Collection[str]) -> None:
        """Ends a game that has not begun; its bots that are not `present` pause."""
        game = room_actor.room.id
        for account in self._members.games[game].sources:
            if account not in present:
                self._members.pause(game, account, self._now_ms())
        room_actor.post(ServerCommand(Expire()))

    async def run(self) -> None:
        """Runs rounds, for ever."""
        while True:
            self._wake.clear()
            await self.round()
            await asyncio.sleep(MIN_SECONDS)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS - MIN_SECONDS):
                    await self._wake.wait()

    async def round(self) -> None:
        """Pairs the bots that wait. If the database cannot be read, nothing changes."""
        entered = self._entered()
        try:
            if entered and not await self._store.nodes.is_leader():
                self._members = Members()
                return
            for account in self._members.unknown(entered):
                await self._add(account, *entered[account])
            self._members.keep(entered)
            if entered:
                await self._follow_games()
        except StoreError as failed:
            logger.warning("pool not paired", error=failed)
            return
        for _ in range(MAX_PASSES):
            pairs = self._members.pairs(self._now_ms(), self._seed())
            begun = [await self._begin(pair) for pair in pairs]
            if all(begun):
                return

    def _entered(self) -> dict[str, tuple[str, frozenset[Entry]]]:
        """The bots online that are in the pool: name and entries by account; of these only what the
        bot takes, and can take now."""
        entered = dict[str, tuple[str, frozenset[Entry]]]()
        for view in self._bots.online():
            entries = entries_of(view)
            if entries and (found := self._bots.find(view.name)):
                account = found[1].account
                free = frozenset[Entry]() if self._is_busy(view) else entries
                entered[account] = (
                    view.name,
                    frozenset(each for each in free if self._takes_now(account, each)),
                )
        return entered

    def _takes_now(self, account: str, entry: Entry) -> bool:
        """Whether this bot takes a game of the pool now, as `_create` creates it."""
        kinds = [False] if self._new_games.ratings.pools == "off" else [True, False]
        games = (wanted_of(entry, rated=rated) for rated in kinds)
        required = (Requirements(entry[0], POINTS_PER_GAME, wanted=wanted) for wanted in games)
        return any(self._bots.takes_now(account, each) for each in required)

    async def _add(self, account: str, name: str, entries: frozenset[Entry]) -> None:
        """Adds a bot, with its games in progress, from before a restart of the server or from
        another leader. Raises StoreError."""
        now_ms = self._now_ms()
        owner = await self._store.accounts.owner_of(account)
        source = owner or self._bots.address_of(name) or account
        rows = await self._store.games.unfinished_of(account)
        running = [row.id for row in rows if is_of_pool(row)]
        member = Member(name, owner or account, source, entries, now_ms)
        self._members.add(account, member, running, now_ms)

    async def _follow_games(self) -> None:
        """Notes the games that have ended on another node or before this process knew them, and
        ends those that have not begun in time. Raises StoreError."""
        now_ms, members = self._now_ms(), self._members
        away = [game for game in members.games if self._registry.in_memory(game) is None]
        if away:
            rows = {each.summary.id: each.summary for each in await self._store.games.by_id(away)}
            for game in away:
                if game not in rows or rows[game].state == FINISHED:
                    members.ended(game, now_ms)
        for id in members.overdue(now_ms):
            room_actor = self._registry.in_memory(id)
            if room_actor is not None and room_actor.room.phase is Phase.OPEN:
                seats = room_actor.room.seats
                self._end(room_actor, {seat.actor.account for seat in seats if seat.actor})

    async def _begin(self, pair: Pair) -> bool:
        """Creates the game of a pair. False: one of them cannot take it now, so the two wait until
        they are paired again."""
        members, now_ms = self._members, self._now_ms()
        game_type, clock = pair.entry
        names = [members.name_of(account) for account in (pair.first, pair.second)]
        request = p.NewGame(
            game_type=game_type,
            control=p.POOL_CONTROLS[clock],
            seats=[p.SeatRequest(kind="bot", name=name) for name in names],
        )
        try:
            room_actor = await self._create(request, Actor(pair.first, names[0], bot=True))
        except (NewGameRefused, StoreError) as refused:
            if self._not_created.allows():
                logger.info("pool game not created", bots=names, game_type=game_type, error=refused)
            members.not_begun(pair, now_ms)
            return False
        members.begun(room_actor.room.id, pair, now_ms)
        return True

    async def _create(self, request: p.NewGame, creator: Actor) -> RoomActor:
        """Creates a rated game, or an unrated one if it would not count or one of the bots takes no
        rated games. Raises NewGameRefused, StoreError."""
        create = self._new_games.create
        if self._may_be_rated([seat.name or "" for seat in request.seats]):
            rated = msgspec.structs.replace(request, setup=p.Setup(rated=True))
            try:
                return await create(rated, creator, for_pool=True)
            except NewGameRefused as refused:
                if refused.code != "bot_takes_not":
                    raise
        return await create(request, creator, for_pool=True)

    def _may_be_rated(self, names: Sequence[str]) -> bool:
        """Whether a game of these bots can change ratings: not if they share an address, or the
        server has no rated games."""
        ratings = self._new_games.ratings
        addresses = [each for each in map(self._bots.address_of, names) if each]
        is_one_address = len({*addresses}) < len(addresses)
        return ratings.pools != "off" and (ratings.one_address or not is_one_address)
