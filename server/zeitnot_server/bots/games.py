"""Limits how many games bots and their opponents may have at once.

A bot names how many games it accepts (`most_games` in `watch`); the default is DEFAULT_CAPACITY.
The server also bounds the games of an account, and of an address, with bots that name a number,
because guest accounts are free. A game counts from its creation to its end, for its creator and for
its bots: once for each seat that a bot has, because each needs memory and a socket. It counts four
points, or one point if it is slow: correspondence, without a clock, or with turns that may last for
hours. So a bound of 8 is 8 games on a fast clock, 32 slow ones, or a mixture.

Games on a fast clock end by themselves when a player leaves; slow ones may last for years. So slow
games have lower bounds: half of a bot's points, and a quarter of what an account or an address may
have with all bots together.

No address gets all slots of a bot: it gets another game only while its points there are fewer than
a third of the free ones, or than all the free ones of a bot with few slots. So the first address
gets a quarter (a half), the next a quarter of the rest, and so on; an address without a game gets a
slot as long as one is free. The same holds within the half for slow games. An IPv6 address counts
as its /48, the largest network that a customer is usually given: elsewhere a /64 has its own
bounds, but a bot has few slots in all.

After a restart a game counts for the address from which its creator's account was made, if the
audit log still has it.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from secrets import token_bytes

import msgspec

import zeitnot_protocol as p

from ..events.bus import Events
from ..hosting.room.events import InvitationDeclined, RoomCreated, RoomFinished, RoomUnreadable
from ..limits.table import Limits
from ..net.site_prefix import site_prefix
from ..rooms.room import Actor, Refusal, Room
from .addresses import PlayerAddresses
from .assignment import DEFAULT_CAPACITY, POINTS_PER_GAME, POINTS_PER_SLOW_GAME, points_of
from .players import bots_of, creator_of

SLOW_SHARE_OF_BOT = 1 / 2  # of its points
SLOW_SHARE_OF_CREATOR = 1 / 4  # of what an account or an address may have
MAX_SHARE = 1 / 3  # of a bot's free points: an address that has this share gets no more
FEW_SLOTS = 16  # a bot with fewer gives the first address a half
RESERVED_MS = 10_000  # after which a reserved game that was not created is no longer counted
BUSY = "{name} is already playing its maximum number of games ({most}). Try again in a minute."
TOO_MANY_SEATS = (
    "{name} plays no more than {most} games at a time, and each of its seats counts as "
    "one, so it cannot take {seats} seats."
)
BUSY_WITH_SLOW = (
    "{name} has its maximum number of slow games (by days, without a clock, or with "
    "hours for a turn). Choose a faster clock."
)
SHARE_TAKEN = (
    "{name} already has many games from your address, and keeps its last places for others."
)
SLOW_SHARE_TAKEN = (
    "{name} already has many slow games from your address, and keeps its last places for "
    "others. Choose a faster clock."
)
TOO_MANY = "You have {count} games with bots, the maximum for one account. End one of them first."
TOO_MANY_HERE = (
    "Your address already has the maximum number of games with bots ({most}). End one of "
    "them first."
)
TOO_MANY_SLOW = (
    "You already have the maximum number of slow games with bots ({most}): games by "
    "days, without a clock, or with hours for a turn. End one first, or choose a faster "
    "clock."
)
TOO_MANY_SLOW_HERE = (
    "Your address already has the maximum number of slow games with bots ({most}): games "
    "by days, without a clock, or with hours for a turn. Choose a faster clock."
)
REFUSALS = {
    "account": (TOO_MANY, TOO_MANY_SLOW),
    "address": (TOO_MANY_HERE, TOO_MANY_SLOW_HERE),
}

CounterKey = tuple[str, ...]
"""The key of a counter of points: what is counted, and for whom."""


@dataclass(frozen=True, slots=True)
class CountedGame:
    """How a game is counted: its bots, by name, one a seat, and its creator. `bounded`: one of
    these bots states a number of games. `local`: it is made on this machine, by the operator."""

    bots: tuple[str, ...]
    account: str
    address: str | None
    points: int
    bounded: bool = True
    network: str | None = None  # in the form that bans use: of IPv6 the /64
    local: bool = False

    @property
    def slow(self) -> bool:
        """Whether a turn in it may take hours."""
        return self.points == POINTS_PER_SLOW_GAME

    @property
    def source(self) -> str:
        """The address that it counts for, or the account if the address is not known."""
        return self.address or f"account {self.account}"

    def points_with(self, bot: str) -> int:
        """Its points with this bot, for all the seats that the bot has."""
        return self.points * self.bots.count(bot)

    def counter_keys(self) -> Iterator[CounterKey]:
        """The keys of all counters to which its points are added; those of a bot once a seat."""
        creators = [("account", self.account)] if self.bounded else []
        if self.bounded and self.address is not None:
            creators.append(("address", self.address))
        yield from (("bot", name) for name in self.bots)
        yield from (("source", name, self.source) for name in self.bots)
        yield from creators
        if self.slow:
            yield from (("bot, slow", name) for name in self.bots)
            yield from (("source, slow", name, self.source) for name in self.bots)
            yield from ((f"{kind}, slow", creator) for kind, creator in creators)


@dataclass(frozen=True, slots=True)
class BlockingGame:
    """A game that takes a slot of a full bot; `source_points`: all points that its source has with
    this bot; `spare`: without this game, the source keeps as many points as the new game gets."""

    game: str
    bot: str
    source_points: int
    spare: bool


class BotGames:
    """All games with bots that have not ended. `now_ms`: any clock; `bots`: those online;
    `reached`: counts, by the name of the limit, how often one was reached."""

    def __init__(
        self,
        limits: Limits,
        now_ms: Callable[[], int],
        bots: Callable[[], Iterable[p.BotView]],
        events: Events,
        reached: Counter[str] | None = None,
    ) -> None:
        self._limits = limits
        self._reached = Counter[str]() if reached is None else reached
        self._key = token_bytes(32)
        self._now_ms = now_ms
        self._bots = bots
        self._entries: dict[str, CountedGame] = {}
        self._reserved: OrderedDict[str, int] = OrderedDict()  # times in ms, the oldest first
        self._points: Counter[CounterKey] = Counter()
        self.addresses = PlayerAddresses()
        events.subscribe(RoomCreated, lambda created: self.created(created.room))
        events.subscribe(RoomFinished, lambda finished: self.ended(finished.room.id))
        events.subscribe(
            InvitationDeclined, lambda fact: self._set_bots(fact.room.id, bots_of(fact.room))
        )
        events.subscribe(RoomUnreadable, lambda unreadable: self.ended(unreadable.game))

    def occupies_bot(self, game: str) -> bool:
        """Whether this game takes a slot of a bot that is online and names a number of games, or
        all its bots have declined."""
        entry = self._entries.get(game)
        bounded = {bot.name for bot in self._bots() if bot.most_games is not None}
        return entry is not None and not (entry.bots and bounded.isdisjoint(entry.bots))

    def creator_addresses(self) -> list[tuple[str, str, str]]:
        """The games whose creator's address is known: the game, the account, the address."""
        entries = ((game, e.account, e.network) for game, e in self._entries.items())
        return [(game, account, address) for game, account, address in entries if address]

    def source(self, game: str) -> str | None:
        """A tag common to all games from one source, by which the house bots share their thinking
        time. It does not reveal the address, and changes with each start of the server.
        None: this game is not counted."""
        entry = self._entries.get(game)
        if entry is None:
            return None
        return blake2b(entry.source.encode(), digest_size=4, key=self._key).hexdigest()

    # ── games begin and end ────────────────────────────────────────────────────────────────────

    def reserve(
        self,
        game: str,
        bots: Iterable[str],
        creator: Actor,
        control: p.Control,
        address: str | None = None,
        is_known: bool = True,
    ) -> Refusal | None:
        """Counts a game that is about to be created, or returns its refusal. `address` None: this
        machine, or unknown if not `is_known`."""
        entry = self._counted(tuple(bots), creator.account, address, control)
        entry = replace(entry, local=is_known and address is None)
        if not entry.bots:
            return None
        self._forget_old_reservations()
        if refusal := self._refusal_of_bots(entry):
            return refusal
        if refused := self._refusal_of_creator(entry):
            limit, refusal = refused
            self._reached[limit] += 1
            return refusal
        self._put(game, entry)
        self._reserved[game] = self._now_ms()
        return None

    def created(self, room: Room) -> None:
        """Counts a new game, unless it has been counted by `reserve`."""
        if self._reserved.pop(room.id, None) is None and (bots := bots_of(room)):
            self.count_existing(room.id, bots, creator_of(room).account, room.game_setup.control)

    def count_existing(
        self,
        game: str,
        bots: Iterable[str],
        account: str,
        control: p.Control,
        address: str | None = None,
    ) -> None:
        """Counts a game that exists already, for these bots: others may have declined it since, and
        some have taken the seats of people. `address`: where its creator's account was made, if
        that is known. Bots that are not online, as after a start, are taken to have a bound."""
        if game in self._entries:
            self._set_bots(game, bots)
        else:
            address = self.addresses.of(account) or address
            if address is not None:
                self.addresses.remember(account, address)
            entry = self._counted(tuple(bots), account, address, control)
            away = set(entry.bots) - {bot.name for bot in self._bots()}
            self._put(game, replace(entry, bounded=entry.bounded or bool(away)))

    def _set_bots(self, game: str, bots: Iterable[str]) -> None:
        """Counts a game for these bots instead of those before; its creator's count stays."""
        entry, now = self._entries.get(game), tuple(bots)
        if entry is None or now == entry.bots:
            return
        self.ended(game)
        bounded = any(b.most_games is not None for b in self._bots() if b.name in now)
        self._put(game, replace(entry, bots=now, bounded=entry.bounded or bounded))

    def ended(self, game: str) -> None:
        """Uncounts a game that has ended, or was not created."""
        self._reserved.pop(game, None)
        if (entry := self._entries.pop(game, None)) is not None:
            self._add(entry, -entry.points)

    def blocking_games(
        self, bots: Iterable[str], creator: Actor, control: p.Control, address: str | None
    ) -> list[BlockingGame]:
        """The games whose end would free a slot of a full bot for a new game, each by itself. Empty
        if the new game's source has a game with that bot."""
        entry = self._counted(tuple(bots), creator.account, address, control)
        if self._refusal_of_creator(entry) is not None:
            return []
        for bot in self._bots():
            if bot.name not in entry.bots:
                continue
            if self._points["source", bot.name, entry.source]:
                return []
            if games := self._games_to_end(entry, bot.name, _max_games(bot)):
                return games
        return []

    def _games_to_end(self, entry: CountedGame, bot: str, max_games: int) -> list[BlockingGame]:
        needed = entry.points_with(bot)
        lacking = self._points["bot", bot] + needed - POINTS_PER_GAME * max_games
        slow_excess = (
            self._points["bot, slow", bot]
            + needed
            - POINTS_PER_GAME * max_games * SLOW_SHARE_OF_BOT
        )
        only_slow = entry.slow and slow_excess > 0
        if lacking <= 0 and not only_slow:
            return []
        return [
            BlockingGame(game, bot, points, points - freed >= needed)
            for game, other in self._entries.items()
            if bot in other.bots
            and (freed := other.points_with(bot)) >= max(lacking, slow_excess if only_slow else 0)
            and (other.slow or not only_slow)
            and (points := self._points["source", bot, other.source])
        ]

    # ── counting ───────────────────────────────────────────────────────────────────────────────

    def with_busy(self, bot: p.BotView) -> p.BotView:
        """The bot with its `busy`, as the lobby shows it."""
        busy = self._points["bot", bot.name] + POINTS_PER_GAME > POINTS_PER_GAME * _max_games(bot)
        return msgspec.structs.replace(bot, busy=busy)

    def _counted(
        self, bots: tuple[str, ...], account: str, address: str | None, control: p.Control
    ) -> CountedGame:
        bounded = any(b.most_games is not None for b in self._bots() if b.name in bots)
        prefix = address and site_prefix(address)
        return CountedGame(bots, account, prefix, points_of(control), bounded, address)

    def _refusal_of_bots(self, entry: CountedGame) -> Refusal | None:
        """The refusal if one of its bots has as many games as it accepts, in all or from this
        address."""
        for bot in self._bots():
            if bot.name not in entry.bots or (entry.local and bot.most_games is None):
                continue
            name, max_games = bot.name, _max_games(bot)
            points = entry.points_with(name)
            if (seats := entry.bots.count(name)) > 1 and points > POINTS_PER_GAME * max_games:
                text = TOO_MANY_SEATS.format(name=name, most=max_games, seats=seats)
                return Refusal("bot_busy", text)
            if self._exceeds(("bot", name), points, max_games):
                return Refusal("bot_busy", BUSY.format(name=name, most=max_games))
            if entry.address and self._has_full_share(entry, name, max_games):
                return Refusal("bot_busy", SHARE_TAKEN.format(name=name))
            if not entry.slow:
                continue
            slow_bound = max_games * SLOW_SHARE_OF_BOT
            if self._exceeds(("bot, slow", name), points, slow_bound):
                return Refusal("bot_busy", BUSY_WITH_SLOW.format(name=name))
            if self._has_full_share(entry, name, slow_bound, ", slow"):
                return Refusal("bot_busy", SLOW_SHARE_TAKEN.format(name=name))
        return None

    def _has_full_share(
        self, entry: CountedGame, bot: str, max_games: float, kind: str = ""
    ) -> bool:
        """Whether the source of this game has its share of a bot already."""
        free = POINTS_PER_GAME * max_games - self._points[f"bot{kind}", bot]
        share = free if max_games < FEW_SLOTS else free * MAX_SHARE
        return 0 < self._points[f"source{kind}", bot, entry.source] >= share

    def _refusal_of_creator(self, entry: CountedGame) -> tuple[str, Refusal] | None:
        """The refusal if its creator, or the creator's address, has as many games as allowed, and
        the name of that limit."""
        if not entry.bounded:
            return None
        bounds = [("account", entry.account, self._limits.games_per_account_with_bots)]
        if entry.address is not None:
            bounds.append(("address", entry.address, self._limits.games_per_address_with_bots))
        for kind, creator, max_games in bounds:
            all_games, slow_games = REFUSALS[kind]
            limit = f"games_per_{kind}_with_bots"
            if self._exceeds((kind, creator), entry.points, max_games):
                count = self._count_of(kind, creator)
                text = all_games.format(most=max_games, count=count)
                return limit, Refusal("too_many_games", text)
            share = max(
                max_games * SLOW_SHARE_OF_CREATOR, POINTS_PER_SLOW_GAME / POINTS_PER_GAME
            )  # one in any case
            if entry.slow and self._exceeds((f"{kind}, slow", creator), entry.points, share):
                games = int(POINTS_PER_GAME * share) // POINTS_PER_SLOW_GAME
                return limit, Refusal("too_many_games", slow_games.format(most=games))
        return None

    def _count_of(self, kind: str, creator: str) -> int:
        """How many games with a bound an account or an address has."""
        return sum((kind, creator) in entry.counter_keys() for entry in self._entries.values())

    def _exceeds(self, key: CounterKey, points: int, max_games: float) -> bool:
        return self._points[key] + points > POINTS_PER_GAME * max_games

    def _put(self, game: str, entry: CountedGame) -> None:
        self._entries[game] = entry
        self._add(entry, entry.points)

    def _add(self, entry: CountedGame, points: int) -> None:
        for key in entry.counter_keys():
            self._points[key] += points
            if not self._points[key]:
                del self._points[key]

    def _forget_old_reservations(self) -> None:
        """Uncounts reserved games that were not created, because storing them failed."""
        oldest_ms = self._now_ms() - RESERVED_MS
        while self._reserved and next(iter(self._reserved.values())) < oldest_ms:
            self.ended(next(iter(self._reserved)))


def _max_games(bot: p.BotView) -> int:
    """How many games a bot accepts. Without a number it is bounded, because the sockets of its
    account are."""
    return DEFAULT_CAPACITY if bot.most_games is None else bot.most_games
