"""Pairs the people who look for an opponent.

A round runs when a seek begins or ends, and once a second while there are any, because reaches
grow. With several nodes the leader pairs the people of all nodes and creates the game; the others
only tell their sockets how many wait. What the leader knows of earlier games and of players who did
not come is lost when another node becomes the leader.
"""

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import msgspec
import structlog

import zeitnot_protocol as p

from ..hosting.registry import Registry
from ..hosting.room.answers import MESSAGES
from ..hosting.room.events import InvitationDeclined
from ..hosting.room.send_queue import SendQueue, refuse
from ..limits.bounded_map import BoundedMap
from ..limits.disk import DiskReserve
from ..lobby.matching import Meetings
from ..lobby.new_games import NewGameRefused, NewGames, validated
from ..lobby.ports import Ports, Rating
from ..lobby.seeks import NOT_SIGNED_IN, Seeks, read_terms, terms_of
from ..nodes.state import PostedPaired, PostedSeek
from ..rooms.absence import patience_ms
from ..rooms.room import Actor, Room
from ..store import Store, StoreError
from .pairing import NEAR_POINTS, Leads, Provisional, Seeker, SeekPair, pairs, reach

ROUND_SECONDS = 1.0
MIN_SECONDS = 0.1  # between two rounds; if MANY wait, ROUND_SECONDS
MANY = 100  # people, whose round takes some milliseconds
SEED_BYTES = 16
COME_MS = 30_000  # within which both players of a new game sit down
PAUSE_MS = 60_000  # for a player who has not come
TRY_AGAIN_MS = 5_000  # after a game could not be created, for its players
NO_LIMIT_MS = 120_000  # from then on a reach is not shown as a number
MAX_REMEMBERED = 10_000

logger = structlog.get_logger()


class _Waited(NamedTuple):
    """A player whose opponent has not come had waited since `since_ms`; that counts for a seek that
    begins by `until_ms`."""

    since_ms: int
    until_ms: int


class SeekService:
    """Quick pairing. `run` is a task of the server. `seed` returns random bytes."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        seeks: Seeks,
        new_games: NewGames,
        ports: Ports,
        disk: DiskReserve,
        seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self._store, self._registry = store, registry
        self._seeks, self._new_games = seeks, new_games
        self._ports, self._disk, self._seed = ports, disk, seed
        self._meetings, self._leads = Meetings(), Leads()
        self._ratings: dict[str, Rating] = {}  # that the leader has read, by number
        self._paired = _until()  # seeks that have led to a game, and other nodes may still post
        self._pauses = _until()  # accounts
        self._waited = BoundedMap[_Waited](MAX_REMEMBERED, lambda waited, now: 0)  # by account
        self._begun = BoundedMap[SeekPair](MAX_REMEMBERED, lambda begun, now: 0)  # by game
        self._wake = seeks.has_changed
        registry.events.subscribe(InvitationDeclined, lambda declined: self._missed(declined.room))

    # ── sockets ────────────────────────────────────────────────────────────────────────────────

    def begin(
        self, seek: p.Seek, actor: Actor | None, send_queue: SendQueue, address: str
    ) -> p.Error | None:
        """Begins a seek of a socket. `address`: the one that it counts for, empty: none. Returns
        the error for the sender."""
        if actor is None:
            return refuse("not_signed_in", NOT_SIGNED_IN, id=seek.id)
        if actor.bot:
            return refuse("people_only", PEOPLE_ONLY, id=seek.id)
        if self._disk.low:
            return refuse("disk_low", MESSAGES["disk_low"], id=seek.id)
        if patience_ms(seek.control) is None:
            return refuse("bad_control", NEEDS_CLOCK, id=seek.id)
        if (self._pauses.get(actor.account) or 0) > (now_ms := self._wall_ms()):
            seconds = -(-((self._pauses.get(actor.account) or 0) - now_ms) // 1000)
            return refuse("not_ready", PAUSES.format(seconds=seconds), id=seek.id)
        try:
            request = _request(seek.game_type, seek.settings, seek.control, seek.rated)
            rules, setup = validated(request)
            if seek.rated:
                self._new_games.check_rated(rules, setup, seek.control, actor)
        except NewGameRefused as refused:
            return refuse(refused.code, str(refused), id=seek.id)
        terms = terms_of(seek.game_type, rules.settings, seek.control, seek.rated)
        return self._seeks.begin(seek, actor, terms, send_queue, address)

    # ── rounds ─────────────────────────────────────────────────────────────────────────────────

    async def run(self) -> None:
        """Runs rounds, for ever."""
        while True:
            self._wake.clear()
            await self.round()
            waiting = len(self._seeks.all())
            await asyncio.sleep(MIN_SECONDS if waiting < MANY else ROUND_SECONDS)
            if not self._seeks.all():
                await self._wake.wait()
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS - MIN_SECONDS):
                    await self._wake.wait()

    async def round(self) -> None:
        """Pairs whom it can, and tells the others how many wait. If the database cannot be read,
        nobody is paired."""
        try:
            may_pair = bool(self._seeks.all()) and not self._disk.low
            if may_pair and await self._store.nodes.is_leader():
                for pair in await self._pairs():
                    await self._create(pair)
        except StoreError as failed:
            logger.warning("people not paired", error=failed)
        self._tell()

    async def _pairs(self) -> list[SeekPair]:
        """The games that should begin now. Raises StoreError."""
        now_ms, seekers = self._wall_ms(), list[Seeker]()
        waiting = {seek.number: seek for seek in self._seeks.all()}
        for number in self._ratings.keys() - waiting.keys():
            del self._ratings[number]
        for seek in waiting.values():
            is_paired = (self._paired.get(seek.number) or 0) > now_ms
            if not is_paired and (self._pauses.get(seek.account) or 0) <= now_ms:
                seekers.append(await self._seeker(seek))
        return pairs(seekers, self._meetings, self._leads, now_ms, self._seed())

    async def _seeker(self, seek: PostedSeek) -> Seeker:
        rating = self._ratings.get(seek.number)
        if rating is None:
            control = read_terms(seek.terms).control
            rating = await self._ports.rating_of(seek.account, seek.game_type, control)
            rating = self._ratings[seek.number] = rating or Provisional()
        waited = self._waited.get(seek.account)
        has_waited = waited is not None and seek.since <= waited.until_ms
        return Seeker(
            seek.number,
            seek.account,
            (seek.game_type, seek.terms),
            waited.since_ms if waited and has_waited else seek.since,
            seek.seat,
            rating,
            seek.most_gap,
            self._ports.blocked_by(seek.account),
        )

    async def _create(self, pair: SeekPair) -> None:
        """Creates the game of a pair, unless one of them has gone. If it cannot be created now, the
        two wait a little before they are paired again."""
        by_number = {seek.number: seek for seek in self._seeks.all()}
        if not all(each.number in by_number for each in pair):
            return
        now_ms = self._wall_ms()
        seeks = by_number[pair.first.number], by_number[pair.second.number]
        terms = read_terms(seeks[0].terms)
        request = _request(terms.game_type, terms.settings, terms.control, terms.rated)
        try:
            players = [Actor(each.account, each.name) for each in seeks]
            room_actor = await self._new_games.pair(request, players)
        except (NewGameRefused, StoreError) as refused:
            logger.warning("people not paired", game_type=terms.game_type, error=refused)
            for seek in seeks:
                self._paired.put(seek.number, now_ms + TRY_AGAIN_MS, now_ms)
            return
        game = room_actor.room.id
        self._meetings.note_start(pair.first.entry, seeks[0].account, seeks[1].account, now_ms)
        self._leads.note(seeks[0].account, seeks[1].account, now_ms)
        self._begun.put(game, pair, now_ms)
        for seat, seek in enumerate(seeks):
            self._paired.put(seek.number, now_ms + PAUSE_MS, now_ms)
            self._seeks.paired(PostedPaired(seek.number, seek.account, game, seat))

    def _missed(self, room: Room) -> None:
        """A player of a new game has declined, or has not come and pauses; the other one may go on
        as if waiting since the first seek."""
        begun, now_ms = self._begun.get(room.id), self._wall_ms()
        holders = {holder.account for each in room.seats if (holder := each.actor or each.invited)}
        for seeker in begun or ():
            if seeker.account in holders:
                waited = _Waited(seeker.since_ms, now_ms + PAUSE_MS)
                self._waited.put(seeker.account, waited, now_ms)
            elif now_ms - room.game_setup.created_at >= COME_MS:
                self._pauses.put(seeker.account, now_ms + PAUSE_MS, now_ms)

    # ── what is shown ──────────────────────────────────────────────────────────────────────────

    def _tell(self) -> None:
        """Tells the sockets of this node the state of their seeks, where it has changed."""
        seeks, now_ms = self._seeks.all(), self._wall_ms()
        count = Counter(each.terms for each in seeks)
        of_seat = Counter((each.terms, each.seat) for each in seeks)
        for local in self._seeks.local():  # each counts, because it is its account's newest
            own = local.posted
            others = count[own.terms] - 1
            same_seat = own.seat is not None and of_seat[own.terms, own.seat] - 1 == others
            state = p.Seeking(
                id=local.id,
                since=own.since,
                others=others,
                same_seat=others > 0 and same_seat,
                reach=_shown_reach(now_ms - own.since, own.most_gap),
            )
            if state != local.told:
                local.told = state
                local.send_queue.put(p.encode(state))

    def _wall_ms(self) -> int:
        return self._registry.now().wall


def _until() -> BoundedMap[int]:
    """Instants until which something holds, by name."""
    return BoundedMap(MAX_REMEMBERED, lambda until_ms, now_ms: max(0, until_ms - now_ms))


def _shown_reach(waited_ms: int, most_gap: int | None) -> int | None:
    if most_gap is None and waited_ms >= NO_LIMIT_MS:
        return None
    return int(reach(waited_ms, most_gap) // NEAR_POINTS * NEAR_POINTS)


def _request(game_type: str, settings: p.Settings, control: p.Control, rated: bool) -> p.NewGame:
    setup = msgspec.structs.replace(p.Setup(), rated=rated, answer_ms=COME_MS)
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="open")]
    return p.NewGame(
        game_type=game_type,
        settings=settings,
        control=control,
        seats=seats,
        listed=False,
        setup=setup,
    )


PEOPLE_ONLY = "Only people look for an opponent. A bot enters the pool (`pool` of `watch`)."
NEEDS_CLOCK = "Quick pairing needs a clock that runs in one sitting. Create an open game instead."
PAUSES = "You did not come to your last game. Look for an opponent again in {seconds} s."
