"""Profiles over HTTP, and games of two people against each other."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_protocol import people as wire

from ....game_server.game_server import GameServer
from ....limits.long_reads import LongReads
from ....limits.table import STANDARD
from ....profiles import tallies
from ....profiles.people_store import FOLLOW, Person, ResultCount
from ....ratings.rating import Rating, is_provisional
from ....ratings.rating_store import MAX_HISTORY, ClassRating
from ....ratings.updating import as_of
from ....rooms.room import Actor
from ....store import BadFilter, GameFilter
from ...http.bodies import json_answer
from ...http.identity import identify
from ...http.problems import ProblemError
from ...http.routing import endpoint
from ...limits.reading import read
from ...limits.timed_cache import TimedCache
from .ratings import game_and_speed

SECONDS = 30.0
CACHED = 512  # profiles
CACHED_HISTORIES = 64  # of ratings, each with a thousand changes
PLAYING = 10  # games in progress that a profile lists
LAST_GAMES = 20  # of two people against each other
NO_SUCH_PERSON = "No bot has this name, and nobody has kept it. Guests have no profile."


class Profiles:
    """The profiles that were asked for lately, without what depends on the caller."""

    def __init__(self, game_server: GameServer, list_turns: LongReads) -> None:
        self._game_server, self._list_turns = game_server, list_turns
        waiting = STANDARD.profiles_waiting
        self._profiles = TimedCache(self._profile, SECONDS, CACHED, waiting)
        self._against = TimedCache(self._head_to_head, SECONDS, CACHED, waiting)
        self._histories = TimedCache(self._rating_history, SECONDS, CACHED_HISTORIES, waiting)

    async def profile(self, person: Person) -> wire.Profile:
        """A profile. Raises ProblemError 404, 503; StoreError."""
        return await self._profiles.get(person)

    async def head_to_head(self, person: Person, other: Person) -> wire.HeadToHead:
        """The games of two people. Raises ProblemError 404, 503; StoreError."""
        return await self._against.get((person, other))

    async def rating_history(
        self, person: Person, game_type: str, speed: str
    ) -> wire.RatingHistory:
        """How a rating has changed. Raises ProblemError 503; StoreError."""
        return await self._histories.get((person, game_type, speed))

    async def _profile(self, person: Person) -> wire.Profile:
        store = self._game_server.store
        async with self._list_turns.chunk([]):
            counts = await store.people.results(person.account)
        running = GameFilter(person=person.name, state="running", limit=PLAYING)
        return wire.Profile(
            name=person.name,
            bot=person.bot,
            role=person.role,
            since=person.since,
            counted=sum(each.number for each in counts),
            ratings=self._ratings(await store.ratings.of_account(person.account)),
            results=tallies.by_game(counts),
            opponents=await self._opponents(counts),
            bots=[wire.OwnedBot(*row) for row in await store.people.bots_of(person.account)],
            owner=person.owner,
            playing=await self._games(running),
        )

    def _ratings(self, ratings: list[ClassRating]) -> list[wire.PersonRating]:
        now = self._game_server.clock.now().wall
        return [_rating(each.game_type, each.speed, as_of(each.rating, now)) for each in ratings]

    async def _opponents(self, counts: list[ResultCount]) -> list[wire.OpponentResults]:
        """The most frequent opponents. An account that was deleted has no name."""
        rows = tallies.by_opponent(counts)
        accounts = [account for account, _ in rows]
        names = await self._game_server.store.people.names(accounts)
        kept = await self._game_server.store.people.people(accounts)
        return [
            msgspec.structs.replace(
                row, name=names[account][0], bot=names[account][1], kept=_is_kept(kept, account)
            )
            for account, row in rows
            if account in names
        ]

    async def _games(self, filter_: GameFilter) -> list[p.GameSummary]:
        async with self._list_turns.chunk([]):
            try:
                page = await self._game_server.store.games.page(filter_)
            except BadFilter:  # the person has changed the name, or is deleted, since it was found
                raise ProblemError(404, "no_such_person", NO_SUCH_PERSON) from None
        return page.games

    async def _head_to_head(self, two: tuple[Person, Person]) -> wire.HeadToHead:
        person, other = two
        async with self._list_turns.chunk([]):
            counts = await self._game_server.store.people.results_against(
                person.account, other.account
            )
        games = GameFilter(person=person.name, opponent=other.name, limit=LAST_GAMES)
        return wire.HeadToHead(
            name=person.name,
            other=other.name,
            results=tallies.by_game(counts),
            games=await self._games(games),
        )

    async def _rating_history(self, of: tuple[Person, str, str]) -> wire.RatingHistory:
        person, game_type, speed = of
        async with self._list_turns.chunk([]):
            changes = await self._game_server.store.ratings.history(
                person.account, game_type, speed, MAX_HISTORY
            )
        points = [
            wire.RatingPoint(each.at, round(each.rating), round(each.deviation))
            for each in reversed(changes)
        ]
        earlier = bool(changes) and changes[-1].sequence > 1
        return wire.RatingHistory(person.name, game_type, speed, points, earlier)


def _rating(game_type: str, speed: str, rating: Rating) -> wire.PersonRating:
    return wire.PersonRating(
        game_type=game_type,
        speed=speed,
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        games=rating.games,
        provisional=is_provisional(rating),
    )


def _is_kept(kept: dict[str, Person], account: str) -> bool:
    return account in kept and not kept[account].bot


async def get_person(request: Request) -> Response:
    """The profile of a bot, or of a person who has kept the name."""
    profiles: Profiles = request.app.state.profiles
    game_server: GameServer = request.app.state.game_server
    person = await named(request, request.path_params["name"])
    profile = await profiles.profile(person)
    caller = await identify(request, game_server.store)
    bots = [
        msgspec.structs.replace(bot, online=game_server.bots.online.has_name(bot.name))
        for bot in profile.bots
    ]
    profile = msgspec.structs.replace(profile, bots=bots)
    if caller is not None:
        profile.online = await is_online(game_server, person)
        profile.you = await _relation(game_server, caller, person)
    return json_answer(profile)


async def _relation(game_server: GameServer, caller: Actor, person: Person) -> wire.Relation | None:
    if caller.account == person.account:
        return None
    followed = await game_server.store.people.related(caller.account, FOLLOW)
    blocks = game_server.blocks.blocks(caller.account, person.account)
    return wire.Relation(follows=person.account in followed, blocks=blocks)


async def is_online(game_server: GameServer, person: Person) -> bool | None:
    """Whether a person or bot is connected; None: the person hides it."""
    if not person.bot and await game_server.store.people.hides_presence(person.account):
        return None
    return game_server.followers.is_online(person.account)


async def get_against(request: Request) -> Response:
    """The results of two people or bots against each other."""
    profiles: Profiles = request.app.state.profiles
    person = await named(request, request.path_params["name"])
    other = await named(request, request.path_params["other"])
    if person.account == other.account:
        raise ProblemError(400, "bad_filter", "Nobody plays against themselves.")
    return json_answer(await profiles.head_to_head(person, other))


async def get_rating_history(request: Request) -> Response:
    """How a rating of a person or bot has changed. The games stay out: some are private."""
    profiles: Profiles = request.app.state.profiles
    game_type, speed = game_and_speed(request)
    person = await named(request, request.path_params["name"])
    return json_answer(await profiles.rating_history(person, game_type, speed))


async def named(request: Request, name: str) -> Person:
    """The person or bot whose name is, or looks like, this one. Raises ProblemError 404."""
    game_server: GameServer = request.app.state.game_server
    person = await game_server.store.people.person(name)
    if person is None:
        raise ProblemError(404, "no_such_person", NO_SUCH_PERSON)
    return person


ROUTES = [
    endpoint("GET", "/api/v1/people/{name}", read(get_person)),
    endpoint("GET", "/api/v1/people/{name}/against/{other}", read(get_against)),
    endpoint("GET", "/api/v1/people/{name}/ratings", read(get_rating_history), ("game", "speed")),
]
