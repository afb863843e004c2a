"""Creates games that clients request: validates the request, invites players, reserves slots of
bots, and limits how many unfinished games an account may have created."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from weakref import WeakValueDictionary

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
from ..rooms.room import Actor, GameSetup, Invitation, Room
from ..rooms.rules import Rules
from ..rooms.setup import BadSetup, with_defaults
from ..rooms.setup import check as check_setup
from ..store import Games
from .challenges import Challenger, Challenges
from .people import People


class NewGameRefused(ValueError):
    """The request for a new game is refused; `code` for programs, the message for people."""

    def __init__(self, code: p.ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class NewGames:
    """Creates games. `refresh_peers`: reads what the other nodes have posted, because a bot may
    have connected to one just now. `owner_of`: the account that owns a bot, None if it has no
    owner; may raise StoreError. `people`: those who take challenges. `unlimited_accounts`: the
    accounts of the house bots, which may create any number of games. `ratings`: which games may be
    rated. `blocks`: whether an account blocks another one."""

    def __init__(
        self,
        games: Games,
        registry: Registry,
        bots: OnlineBots,
        admission: Admission,
        refresh_peers: Callable[[], Awaitable[None]],
        owner_of: Callable[[str], Awaitable[str | None]],
        people: People,
        unlimited_accounts: Collection[str] = (),
        ratings: RatingOptions = RatingOptions(),  # noqa: B008  a constant
        blocks: Callable[[str, str], bool] = lambda account, other: False,
    ) -> None:
        self._blocks = blocks
        self._games, self._registry = games, registry
        self._bots, self._admission = bots, admission
        self._owner_of, self._people = owner_of, people
        reached = registry.tally.limits_reached
        self._challenges = Challenges(lambda: registry.now().ms, registry.events, reached=reached)
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
        is_challenge: bool = True,
    ) -> RoomActor:
        """Creates a game. `address`: of the request; None: this machine. `is_challenge`: a bot's
        game with a seat for another account counts as a challenge. Raises NewGameRefused,
        StoreError."""
        rules, setup = _validated(request, actor)
        if any(self._is_unknown(seat) for seat in request.seats):
            await self._refresh_peers()
        invitations = tuple(self._invite(seat, request.game_type, actor) for seat in request.seats)
        if (repeated := self._bots.find_double_seated(invitations, rules.game)) is not None:
            who = f"{repeated.name} cannot" if repeated.bot else "One player cannot"
            raise NewGameRefused("bad_seats", f"{who} take two seats in one game.")
        if setup.rated:
            self._check_rated(rules, setup, request.control, invitations, actor)
        asked = [each for each in invitations if each and each.account != actor.account]
        await self._check_not_blocked(actor, asked)
        challenger = None
        if actor.bot and asked and is_challenge:
            challenger = await self._admit_challenge(actor, asked, address)
        ids = self._registry.new_game_ids()
        game_setup = GameSetup(
            id=ids.game,
            rules=rules,
            settings=rules.settings,
            control=request.control,
            seed=ids.seed,
            created_at=self._registry.now().wall,
            invitations=invitations,
            listed=request.listed,
            setup=setup,
            creator=actor.account,
        )
        if refusal := await self._admission.admit_new(game_setup, actor, address):
            raise NewGameRefused(refusal.code, refusal.message)
        try:
            room_actor = await self._create_room(game_setup)
        except NewGameRefused:
            self._admission.cancel(ids.game)
            raise
        if challenger is not None:
            self._challenges.created(ids.game, challenger, asked)
        return room_actor

    async def _check_not_blocked(self, actor: Actor, asked: Sequence[Invitation]) -> None:
        """Raises NewGameRefused if one of those asked has blocked this account or the owner of this
        bot; StoreError."""
        owner = await self._owner_of(actor.account) if asked and actor.bot else None
        for each in asked:
            if any(one and self._blocks(each.account, one) for one in (actor.account, owner)):
                raise NewGameRefused("blocked", f"{each.name} has blocked you.")

    def _check_rated(
        self,
        rules: Rules,
        setup: p.Setup,
        control: p.Control,
        invitations: Sequence[Invitation | None],
        actor: Actor,
    ) -> None:
        """Raises NewGameRefused if the game cannot be rated."""
        defaults = rules_for(rules.game, {}).settings
        plays = any(each is not None and each.account == actor.account for each in invitations)
        reason = (
            rated_games.reason_against(rules, setup, control, defaults, self.ratings)
            or rated_games.reason_against_invited(invitations, self.ratings.pools)
            or (rated_games.reason_against_player(actor, (), self.ratings) if plays else None)
        )
        if reason is not None:
            raise NewGameRefused("not_rated", reason)

    async def _admit_challenge(
        self, actor: Actor, asked: Sequence[Invitation], address: str | None
    ) -> Challenger:
        """The bot that asks these players for a game. Raises NewGameRefused, StoreError."""
        bots = {each.account for each in asked if each.bot}
        owners = {account: await self._owner_of(account) for account in bots}
        is_counted = address is not None and actor.account not in self._unlimited_accounts
        challenger = Challenger(actor.account, await self._owner_of(actor.account), is_counted)
        if refusal := self._challenges.check(challenger, asked, owners):
            raise NewGameRefused(refusal.code, refusal.message)
        return challenger

    def _is_unknown(self, seat: p.SeatRequest) -> bool:
        if seat.kind == "person":
            return self._people.find(seat.account or "") is None
        is_bot = seat.kind == "bot" and seat.name
        return bool(is_bot) and self._bots.find(seat.name or "") is None

    def _invite(self, seat: p.SeatRequest, game: str, actor: Actor) -> Invitation | None:
        if seat.kind == "open":
            return None
        if seat.kind == "me":
            return Invitation(actor.account, actor.name, actor.bot)
        if seat.kind == "person":
            return self._invite_person(seat, actor)
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

    def _invite_person(self, seat: p.SeatRequest, actor: Actor) -> Invitation:
        """Invites a person to a bot's game. The refusal does not say whether that person is online.
        Raises NewGameRefused."""
        if not actor.bot:
            raise NewGameRefused("bad_seats", "People invite each other by the game's link.")
        person = self._people.find(seat.account or "")
        if person is None:
            sentence = "This player is not in the lobby, or takes no challenges by bots."
            raise NewGameRefused("person_unavailable", sentence)
        return Invitation(person.account, person.name)

    async def _create_room(self, game_setup: GameSetup) -> RoomActor:
        """Creates the room, one at a time for each creator, so that the count of the creator's
        games is exact. Raises NewGameRefused when the creator has as many as allowed."""
        creator = game_setup.creator or ""
        if creator in self._unlimited_accounts:
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
            return await self._registry.create(Room.new(game_setup))


def _validated(request: p.NewGame, actor: Actor) -> tuple[Rules, p.Setup]:
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
    includes_creator = any(seat.kind == "me" for seat in request.seats)
    if request.setup.engine_lines == "spectators" and not actor.bot and includes_creator:
        raise NewGameRefused(
            "bad_setup", "Spectators see engines' analysis only in games between bots."
        )
    return rules, setup
