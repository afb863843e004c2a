"""Over HTTP: the members of clubs, their codes, and their leaderboards."""

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from ....clubs.club import LEADER, RANKS, STANDINGS, Member, valid_code
from ....clubs.club_store import MAX_MEMBERS_PAGE, RatedMember
from ....ratings.rating import Rating
from ....ratings.updating import as_of
from ....store.tokens import new_code
from ...http.access import NONE
from ...http.bodies import json_answer, json_body
from ...http.identity import NOT_SIGNED_IN, identify
from ...http.problems import ProblemError
from ...http.queries import number_in_query
from ...http.routing import endpoint
from ...limits.reading import read
from ..people.profiles import named
from ..people.ratings import DEFAULT_PLAYERS, MAX_PLAYERS, game_and_speed
from .acting import (
    acting,
    check_leader,
    check_token,
    club_of,
    game_server_of,
    leads,
    rank_of_caller,
    refusing,
)
from .clubs import view

DEFAULT_MEMBERS = 50
DAY_MS = 86_400_000


async def get_members(request: Request) -> Response:
    """A page of a club's members; leaders also see whom the club has invited."""
    club = await club_of(request)
    limit = number_in_query(request, "limit", DEFAULT_MEMBERS, MAX_MEMBERS_PAGE)
    cursor = request.query_params.get("cursor", "0")
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) < 6):
        raise ProblemError(400, "bad_filter", "cursor must come from a page of this list.")
    _, rank = await rank_of_caller(request, club)
    page = await game_server_of(request).store.clubs.members(
        club.id, int(cursor), limit, with_invited=leads(rank)
    )
    next_ = None if page.next is None else str(page.next)
    return json_answer(wire.ClubMembers(members=list(map(_view, page.members)), cursor=next_))


def _view(member: Member) -> wire.ClubMember:
    return wire.ClubMember(name=member.name, role=STANDINGS[member.rank], since=member.since)


async def post_members(request: Request) -> Response:
    """The caller joins a club, or accepts its invitation."""
    body = await json_body(request, wire.ClubMembership)
    by, game_server = await acting(request), game_server_of(request)
    clubs, slug = game_server.store.clubs, request.path_params["slug"]
    with refusing():
        await clubs.join(by, slug, body.code, game_server.clock.now().wall)
    club = await club_of(request)
    rank = await clubs.rank(club.id, by.account)
    return json_answer(await view(request, club, by.account, rank))


async def put_member(request: Request) -> Response:
    """A leader gives a member a role, or invites somebody."""
    body = await json_body(request, wire.ClubRoleChange)
    by, game_server = await acting(request), game_server_of(request)
    club = await club_of(request)
    await check_leader(request, club, by.account)
    person = await named(request, request.path_params["name"])
    if person.bot:
        raise ProblemError(409, "people_only", "A bot cannot be a member of a club.")
    at, clubs = game_server.clock.now().wall, game_server.store.clubs
    rank = await clubs.rank(club.id, person.account)
    if LEADER in (rank, RANKS[body.role]):
        await check_token(request, NONE)
    if rank is None and game_server.blocks.blocks(person.account, by.account):
        raise ProblemError(409, "blocked", f"{person.name} has blocked you.")
    with refusing():
        member = await clubs.set_rank(by, club.slug, person.account, RANKS[body.role], at)
    return json_answer(_view(member))


async def delete_member(request: Request) -> Response:
    """The caller leaves, or declines an invitation; or a leader removes somebody."""
    by, game_server = await acting(request), game_server_of(request)
    club = await club_of(request)
    person = await named(request, request.path_params["name"])
    at = game_server.clock.now().wall
    with refusing():
        await game_server.store.clubs.remove(by, club.slug, person.account, at)
    return Response(status_code=204)


# ── the code ───────────────────────────────────────────────────────────────────────────────────


async def get_code(request: Request) -> Response:
    """The code for joining, for leaders."""
    caller = await identify(request, game_server_of(request).store)
    if caller is None:
        raise ProblemError(401, "not_signed_in", NOT_SIGNED_IN)
    club = await club_of(request)
    await check_leader(request, club, caller.account)
    code = valid_code(club, game_server_of(request).clock.now().wall)
    expires_at = club.code_expires_at if code else None
    return json_answer(wire.ClubCode(code=code, expires_at=expires_at))


async def post_code(request: Request) -> Response:
    """Makes another code for joining; the former one ends."""
    body = await json_body(request, wire.NewClubCode)
    by, game_server = await acting(request), game_server_of(request)
    at, code = game_server.clock.now().wall, new_code()
    expires_at = None if body.days is None else at + body.days * DAY_MS
    with refusing():
        await game_server.store.clubs.set_code(
            by, request.path_params["slug"], code, expires_at, at
        )
    return json_answer(wire.ClubCode(code=code, expires_at=expires_at), 201)


async def delete_code(request: Request) -> Response:
    """Ends the code for joining."""
    by, game_server = await acting(request), game_server_of(request)
    at = game_server.clock.now().wall
    with refusing():
        await game_server.store.clubs.set_code(by, request.path_params["slug"], None, None, at)
    return Response(status_code=204)


# ── the leaderboard ────────────────────────────────────────────────────────────────────────────


async def get_club_ratings(request: Request) -> Response:
    """The members with a rating in a game and speed class, best first."""
    club = await club_of(request)
    game, speed = game_and_speed(request)
    limit = number_in_query(request, "limit", DEFAULT_PLAYERS, MAX_PLAYERS)
    now = game_server_of(request).clock.now().wall
    leaders = await game_server_of(request).store.clubs.leaders(club.id, game, speed, limit, now)
    players = [_player(leader, now) for leader in leaders]
    return json_answer(p.Leaderboard(game_type=game, speed=speed, players=players))


def _player(member: RatedMember, now: int) -> p.RankedPlayer:
    rating = as_of(Rating(*member[1:]), now)
    return p.RankedPlayer(
        name=member.name,
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        games=rating.games,
    )


_MEMBERS = "/api/v1/clubs/{slug}/members"
_CODE = "/api/v1/clubs/{slug}/code"
ROUTES = [
    endpoint("GET", _MEMBERS, read(get_members), ("cursor", "limit")),
    endpoint("POST", _MEMBERS, post_members, has_body=True),
    endpoint("PUT", f"{_MEMBERS}/{{name}}", put_member, has_body=True),
    endpoint("DELETE", f"{_MEMBERS}/{{name}}", delete_member),
    endpoint("GET", _CODE, read(get_code)),
    endpoint("POST", _CODE, post_code, has_body=True),
    endpoint("DELETE", _CODE, delete_code),
    endpoint(
        "GET",
        "/api/v1/clubs/{slug}/ratings",
        read(get_club_ratings),
        ("game", "speed", "limit"),
    ),
]
