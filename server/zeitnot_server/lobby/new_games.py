"""Creates games that clients request: validates the request, invites players, reserves slots of
bots, and limits how many unfinished games an account may have created."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from weakref import WeakValueDictionary

import msgspec

import zeitnot_protocol as p

from ..bots.admission import Admission
from ..bots.online import OnlineBots
from ..hosting.native import BadSettings, rules_for
from ..hosting.registry import Registry
from ..hosting.room.room_actor import RoomActor
from ..limits.table import STANDARD
from ..ratings import rated_games
from ..ratings.options import RatingOptions
from ..rooms.clock import BadControl, check
from ..rooms.room import Actor, GameSetup, Invitation, Refusal, Room
from ..rooms.rules import Rules
from ..rooms.setup import BadSetup, with_defaults
from ..rooms.setup import check as check_setup
from ..rooms.timeouts import PERSON_ANSWER_MS, answer_ms_of
from ..rooms.value import replace
from ..store import Games
from .challenges import Challenger, Challenges
from .people import People
from .ports import Ports

KEPT_ANSWER_MS = 3_600_000
"""How long a person who keeps a name has to answer: as long when in the lobby, because the game
must not tell who is there."""


class NewGameRefused(ValueError):
    """The request for a new game is refused; `code` for programs, the message for people.
    `retry_after_s`: until the same request may be accepted, None: unknown."""

    def __init__(self, code: p.ErrorCode, message: str, retry_after_s: int | None = None) -> None:
        super().__init__(message)
        self.code, self.retry_after_s = code, retry_after_s


class NewGames:
    """Creates games. `refresh_peers`: reads what the other nodes have posted, because a bot may
    have connected to one just now. `owner_of`: the account that owns a bot, None if it has no
    owner; may raise StoreError. `people`: those in the lobby. `unlimited_accounts`: the accounts of
    the house bots, which may create any number of games. `ratings`: which games may be rated."""

    def __init__(
        self,
        games: Games,
        registry: Registry,
        bots: OnlineBots,
        admission: Admission,
        refresh_peers: Callable[[], Awaitable[None]],
        owner_of: Callable[[str], Awaitable[str | None]],
        people: People,
        ports: Ports,
        unlimited_accounts: Collection[str] = (),
        ratings: RatingOptions = RatingOptions(),  # noqa: B008  a constant
    ) -> None:
        self._games, self._registry = games, registry
        self._bots, self._admission = bots, admission
        self._owner_of, self._people, self._ports = owner_of, people, ports
        reached = registry.tally.limits_reached
        self._challenges = Challenges(
            lambda: registry.now().ms, registry.events, reached=reached, room=registry.room
        )
        self._refresh_peers = refresh_peers
        self._unlimited_accounts = unlimited_accounts
        self.ratings = ratings
        self.max_open, self.max_unfinished = STANDARD.open_games, STANDARD.unfinished_games
        self._creator_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self,
        request: p.NewGame,
        actor: Actor,
        address: str | None = None,
        *,
        for_pool: bool = False,
    ) -> RoomActor:
        """Creates a game. `address`: of the request; None: this machine. A bot's game with a seat
        for another account counts as a challenge, and a person's with a seat for another person;
        `for_pool`: the pool creates it, so it is none, and it has no creator: either bot may
        decline it. Raises NewGameRefused, StoreError."""
        rules, setup = validated(request)
        _check_engine_lines(request, actor)
        if any(self._needs_peers(seat) for seat in request.seats):
            await self._refresh_peers()
        invitations = tuple(
            [await self._invite(seat, request.game_type, actor) for seat in request.seats]
        )
        if (repeated := self._bots.find_double_seated(invitations, rules.game)) is not None:
            who = f"{repeated.name} cannot" if repeated.bot else "One player cannot"
            raise NewGameRefused("bad_seats", f"{who} take two seats in one game.")
        if setup.rated:
            plays = any(each is not None and each.account == actor.account for each in invitations)
            self.check_rated(rules, setup, request.control, actor if plays else None)
            owners = await self._owners_of(each for each in invitations if each)
            reason = rated_games.reason_against_invited(invitations, self.ratings.pools, owners)
            _raise_if_not_rated(reason)
        asked = [each for each in invitations if each and each.account != actor.account]
        challenge = None
        if not actor.bot:
            asked = [each for each in asked if not each.bot]
        if asked and not for_pool:
            challenge = await self._challenge(actor, asked, address)
            _raise_if(self._challenges.refusal(*challenge))
        if asked and not actor.bot:
            setup = await self._with_time_to_answer(setup, asked)
        creator = None if for_pool else actor.account
        game_setup = self._game_setup(request, rules, setup, invitations, creator)
        _raise_if(await self._admission.admit_new(game_setup, actor, address))
        try:
            if challenge is not None:
                answer_ms = answer_ms_of(setup.answer_ms, bot=False)
                _raise_if(self._challenges.count(game_setup.id, *challenge, answer_ms))
            return await self._create_room(game_setup)
        except NewGameRefused:
            self._admission.cancel(game_setup.id)
            self._challenges.cancel(game_setup.id)
            raise

    async def pair(
        self, request: p.NewGame, players: Sequence[Actor], *, ladder: str | None = None
    ) -> RoomActor:
        """Creates a game for people whom the server has paired, one a seat. It is nobody's in
        particular, and counts for no creator. `ladder`: for which it is played. Raises
        NewGameRefused, StoreError."""
        rules, setup = validated(request)
        invitations = tuple(Invitation(each.account, each.name) for each in players)
        game_setup = self._game_setup(request, rules, setup, invitations)
        game_setup = replace(game_setup, ladder=ladder)
        return await self._registry.create(Room.new(game_setup))

    def _game_setup(
        self,
        request: p.NewGame,
        rules: Rules,
        setup: p.Setup,
        invitations: tuple[Invitation | None, ...],
        creator: str | None = None,
    ) -> GameSetup:
        """A new game with this request's terms."""
        ids = self._registry.new_game_ids()
        return GameSetup(
            id=ids.game,
            rules=rules,
            settings=rules.settings,
            control=request.control,
            seed=ids.seed,
            created_at=self._registry.now().wall,
            invitations=invitations,
            listed=request.listed,
            setup=setup,
            creator=creator,
        )

    def check_rated(
        self, rules: Rules, setup: p.Setup, control: p.Control, player: Actor | None
    ) -> None:
        """Checks a rated game, and whether this player may play it. Raises NewGameRefused."""
        defaults = rules_for(rules.game, {}).settings
        _raise_if_not_rated(
            rated_games.reason_against(rules, setup, control, defaults, self.ratings)
        )
        if player is not None:
            _raise_if_not_rated(rated_games.reason_against_player(player, (), self.ratings))

    async def _challenge(
        self, actor: Actor, asked: Sequence[Invitation], address: str | None
    ) -> tuple[Challenger, Sequence[Invitation], Mapping[str, str | None]]:
        """The bot or person that asks these players for a game, whom it asks, and the owners of
        the bots among them. Raises StoreError."""
        owners = await self._owners_of(asked)
        is_counted = address is not None and actor.account not in self._unlimited_accounts
        owner = await self._owner_of(actor.account) if actor.bot else actor.account
        return Challenger(actor.account, owner, is_counted), asked, owners

    async def _owners_of(self, invited: Iterable[Invitation]) -> Mapping[str, str | None]:
        """The owners of the bots among these, by account. Raises StoreError."""
        bots = {each.account for each in invited if each.bot}
        return {account: await self._owner_of(account) for account in bots}

    def _needs_peers(self, seat: p.SeatRequest) -> bool:
        """Whether the other nodes may know the one who is asked, and this node does not."""
        if seat.kind == "person":
            return True  # always, because the time that this takes must not tell who is there
        is_bot = seat.kind == "bot" and seat.name
        return bool(is_bot) and self._bots.find(seat.name or "") is None

    async def _invite(self, seat: p.SeatRequest, game: str, actor: Actor) -> Invitation | None:
        if seat.kind == "open":
            return None
        if seat.kind == "me":
            return Invitation(actor.account, actor.name, actor.bot)
        if seat.kind == "person" and not actor.bot:
            return await self._invite_by_name(seat.name or "", actor)
        if seat.kind == "person":
            return await self._invite_person(seat.account or "", actor)
        return self._invite_bot(seat, game)

    def _invite_bot(self, seat: p.SeatRequest, game: str) -> Invitation:
        if not seat.name:
            raise NewGameRefused("bad_seats", "A seat for a bot needs the bot's name.")
        online = self._bots.find(seat.name, game)
        if online is None:
            raise NewGameRefused("bot_offline", f"No bot named {seat.name} is online.")
        bot, account = online
        if game not in bot.plays:
            raise NewGameRefused("bot_plays_not", f"{bot.name} does not play {game}.")
        if seat.level is not None and seat.level > bot.levels:
            levels = f"levels 1 to {bot.levels}" if bot.levels else "no levels"
            raise NewGameRefused("no_such_level", f"{bot.name} has {levels}.")
        return Invitation(account.account, account.name, True, seat.level)

    async def _invite_by_name(self, name: str, actor: Actor) -> Invitation:
        """Invites a person to a person's game. Who keeps the name comes before guests who have it.
        The refusal does not say why somebody cannot be asked. Raises NewGameRefused, StoreError."""
        if not name:
            raise NewGameRefused("bad_seats", "A seat for a person needs the person's name.")
        kept = await self._ports.find_kept(name)
        found = [each for each in [kept] if each] or self._people.named(name)
        others = [each for each in found if each.account != actor.account]
        if found and not others:
            raise NewGameRefused("bad_seats", "You cannot ask yourself for a game.")
        if len(others) > 1:
            sentence = f"Several people in the lobby are called {name}. Invite yours by a link."
            raise NewGameRefused("person_unavailable", sentence)
        if not others or await self._is_avoided(actor, others[0].account):
            sentence = f"Nobody called {name} is in the lobby, or takes your challenges."
            raise NewGameRefused("person_unavailable", sentence)
        return Invitation(others[0].account, others[0].name)

    async def _invite_person(self, account: str, bot: Actor) -> Invitation:
        """Invites a person to a bot's game. Who is not there, or blocks the bot or its owner, gets
        an invitation without a name: see `_require_people`. Raises StoreError."""
        is_avoided = await self._is_avoided(bot, account)  # first: it takes as long for all
        person = self._people.find(account)
        if person is None or is_avoided:
            return Invitation(account, "")
        return Invitation(person.account, person.name)

    async def _with_time_to_answer(self, setup: p.Setup, asked: Sequence[Invitation]) -> p.Setup:
        """The setup of a game to which these people are asked by name, with the time that they have
        to answer unless the creator has said otherwise. Raises StoreError."""
        kept = [await self._ports.find_kept(each.name) for each in asked]
        answer_ms = KEPT_ANSWER_MS if any(kept) else PERSON_ANSWER_MS
        return msgspec.structs.replace(setup, answer_ms=setup.answer_ms or answer_ms)

    async def _is_avoided(self, actor: Actor, account: str) -> bool:
        """Whether this person blocks the one who asks, or the owner of the bot that asks. Raises
        StoreError."""
        avoided = self._ports.blocked_by(account)
        if actor.account in avoided:
            return True
        return actor.bot and await self._owner_of(actor.account) in avoided

    @staticmethod
    def _require_people(game_setup: GameSetup) -> None:
        """Checks that the people who are asked take challenges by this bot. This is the last check,
        so that no other refusal tells whether a person is there. Raises NewGameRefused."""
        for each in game_setup.invitations:
            if each is not None and not each.name:
                sentence = "This player is not in the lobby, or takes no challenges by bots."
                raise NewGameRefused("person_unavailable", sentence)

    async def _create_room(self, game_setup: GameSetup) -> RoomActor:
        """Creates the room, one at a time for each creator, so that the count of the creator's
        games is exact. Raises NewGameRefused when the creator has as many as allowed."""
        creator = game_setup.creator
        if creator is None or creator in self._unlimited_accounts:
            self._require_people(game_setup)
            return await self._registry.create(Room.new(game_setup))
        async with self._creator_locks.setdefault(creator, asyncio.Lock()):
            unfinished, still_open = await self._games.made_by(creator, self._registry.unreadable)
            reached = self._registry.tally.limits_reached
            if game_setup.listed and still_open >= self.max_open:
                reached["open_games"] += 1
                sentence = (
                    "You already have the maximum number of listed games that have not "
                    f"begun ({self.max_open}). End one first."
                )
                raise NewGameRefused("too_many_open", sentence)
            if unfinished >= self.max_unfinished:
                reached["unfinished_games"] += 1
                sentence = (
                    "You already have the maximum number of games that are not over "
                    f"({self.max_unfinished}). End one first."
                )
                raise NewGameRefused("too_many_games", sentence)
            self._require_people(game_setup)
            return await self._registry.create(Room.new(game_setup))


def _raise_if(refusal: Refusal | None) -> None:
    """Raises NewGameRefused for a refusal."""
    if refusal is not None:
        raise NewGameRefused(refusal.code, refusal.message, refusal.retry_after_s)


def _raise_if_not_rated(reason: str | None) -> None:
    """Raises NewGameRefused if there is a reason against a rated game."""
    if reason is not None:
        raise NewGameRefused("not_rated", reason)


def validated(request: p.NewGame) -> tuple[Rules, p.Setup]:
    """The rules and the complete setup of a request. Raises NewGameRefused."""
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
    return rules, setup


def _check_engine_lines(request: p.NewGame, actor: Actor) -> None:
    """Raises NewGameRefused if spectators would see engines' analysis in a game with a person."""
    people = ("person",) if actor.bot else ("person", "me")
    includes_people = any(seat.kind in people for seat in request.seats)
    if request.setup.engine_lines == "spectators" and includes_people:
        raise NewGameRefused(
            "bad_setup", "Spectators see engines' analysis only in games between bots."
        )
