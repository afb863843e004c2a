"""Clubs over HTTP: the list, their pages, and what their leaders change."""

import base64
import binascii

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from ....clubs.club import (
    LEADER,
    MAX_LEADERS,
    STANDINGS,
    Club,
    ClubChange,
    NewClub,
    Rank,
)
from ....clubs.club_store import MAX_PAGE, Order, Place, StoredLadder
from ....rooms.clock import BadControl, check
from ....rooms.text import tidy_chat, tidy_name
from ...http.bodies import json_answer, json_body
from ...http.identity import check_may_write, identify
from ...http.problems import ProblemError
from ...http.queries import number_in_query
from ...http.routing import endpoint
from ...limits.reading import read
from .acting import (
    acting,
    club_of,
    game_server_of,
    known_games,
    leads,
    rank_of_caller,
    refusing,
)

DEFAULT_CLUBS = 20
ORDERS: tuple[Order, ...] = ("members", "newest")


# ── the list ───────────────────────────────────────────────────────────────────────────────────


async def get_clubs(request: Request) -> Response:
    """A page of the list of clubs."""
    store = game_server_of(request).store
    wanted = request.query_params.get("order", "members")
    order = next((each for each in ORDERS if each == wanted), None)
    if order is None:
        raise ProblemError(400, "bad_filter", f"order must be one of {', '.join(ORDERS)}.")
    limit = number_in_query(request, "limit", DEFAULT_CLUBS, MAX_PAGE)
    page = await store.clubs.page(order, _place(request), limit)
    caller = await identify(request, store)
    ranks = await store.clubs.ranks(caller.account) if caller else {}
    rows = [_row(club, ranks.get(club.id)) for club in page.clubs]
    cursor = None if page.next is None else _cursor(page.next)
    return json_answer(wire.ClubList(clubs=rows, cursor=cursor))


def _row(club: Club, rank: Rank | None) -> wire.ClubRow:
    return wire.ClubRow(
        slug=club.slug,
        name=club.name,
        members=club.members,
        created_at=club.created_at,
        join=club.join,
        games=list(club.games),
        news=club.news,
        you=_standing(rank),
    )


def _standing(rank: Rank | None) -> wire.Standing | None:
    return None if rank is None else STANDINGS[rank]


def _cursor(place: Place) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(place)).decode().rstrip("=")


def _place(request: Request) -> Place | None:
    """Where the page begins. Raises ProblemError 400."""
    if (cursor := request.query_params.get("cursor")) is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        raw = base64.b64decode(padded, altchars=b"-_", validate=True)
        place = msgspec.json.decode(raw, type=Place)
    except (ValueError, binascii.Error, msgspec.DecodeError):
        place = None
    if place is None or not all(0 <= n < 1 << 53 for n in (place.members, place.created_at)):
        raise ProblemError(400, "bad_filter", "cursor must come from a page of this list.")
    return place


# ── one club ───────────────────────────────────────────────────────────────────────────────────


async def post_clubs(request: Request) -> Response:
    """Founds a club."""
    body = await json_body(request, wire.NewClub)
    by = await acting(request)
    check_may_write(request, by.account)
    new = NewClub(
        tidy_name(body.name),
        body.slug or "",
        tidy_text(body.description),
        body.join,
        known_games(body.games),
    )
    game_server = game_server_of(request)
    with refusing():
        slug = await game_server.store.clubs.found(by, new, game_server.clock.now().wall)
    return await _answer(request, slug, by.account, 201)


async def get_club(request: Request) -> Response:
    """A club's page."""
    club = await club_of(request)
    account, rank = await rank_of_caller(request, club)
    return json_answer(await view(request, club, account, rank))


async def patch_club(request: Request) -> Response:
    """Changes what a leader may change."""
    body = await json_body(request, wire.ClubChange)
    by = await acting(request)
    check_may_write(request, by.account)
    change = ClubChange(
        name=None if body.name is None else tidy_name(body.name),
        description=None if body.description is None else tidy_text(body.description),
        news=None if body.news is None else tidy_chat(body.news),
        join=body.join,
        games=None if body.games is None else known_games(body.games),
        presets=None if body.presets is None else tuple(map(_preset, body.presets)),
    )
    game_server, slug = game_server_of(request), request.path_params["slug"]
    with refusing():
        await game_server.store.clubs.change(by, slug, change, game_server.clock.now().wall)
    return await _answer(request, slug, by.account)


def tidy_text(text: str) -> str:
    """A text of several lines that may be shown, without blank lines at its ends."""
    return "\n".join(map(tidy_chat, text.splitlines())).strip()


def _preset(preset: wire.Preset) -> wire.Preset:
    """A preset that may be shown. Raises ProblemError 409, 422."""
    name = tidy_chat(preset.name)
    if not name:
        raise ProblemError(409, "name_unfit", "A time control needs a name.")
    try:
        check(preset.control)
    except BadControl as bad:
        raise ProblemError(422, "bad_control", str(bad)) from None
    return wire.Preset(name=name, control=preset.control)


async def delete_club(request: Request) -> Response:
    """Dissolves a club."""
    by, game_server = await acting(request), game_server_of(request)
    slug = request.path_params["slug"]
    with refusing():
        await game_server.store.clubs.dissolve(by, slug, game_server.clock.now().wall)
    return Response(status_code=204)


async def _answer(request: Request, slug: str, account: str, status: int = 200) -> Response:
    """The club as the caller sees it now."""
    clubs = game_server_of(request).store.clubs
    club = await clubs.club(slug)
    if club is None:
        raise ProblemError(404, "no_such_club", "The club has just been dissolved.")
    rank = await clubs.rank(club.id, account)
    return json_answer(await view(request, club, account, rank), status)


async def view(request: Request, club: Club, account: str | None, rank: Rank | None) -> wire.Club:
    """A club's page as this account sees it."""
    clubs = game_server_of(request).store.clubs
    first = await clubs.members(club.id, 0, MAX_LEADERS, with_invited=False)
    invited = (await clubs.counts(club.id)).invited if leads(rank) else None
    return wire.Club(
        slug=club.slug,
        name=club.name,
        created_at=club.created_at,
        members=club.members,
        leaders=[member.name for member in first.members if member.rank == LEADER],
        description=club.description,
        news=club.news,
        news_at=club.news_at,
        join=club.join,
        games=list(club.games),
        presets=list(club.presets),
        ladders=[_ladder(each, account) for each in await clubs.ladders([club.id])],
        invited=invited,
        you=_standing(rank),
    )


def _ladder(stored: StoredLadder, account: str | None) -> wire.LadderRow:
    return wire.LadderRow(
        game_type=stored.game_type,
        control=msgspec.json.decode(stored.terms.control, type=p.Control),
        rated=stored.terms.rated,
        places=len(stored.ladder.places),
        you=stored.ladder.place(account) if account else None,
    )


ROUTES = [
    endpoint("GET", "/api/v1/clubs", read(get_clubs), ("order", "cursor", "limit")),
    endpoint("POST", "/api/v1/clubs", post_clubs, has_body=True),
    endpoint("GET", "/api/v1/clubs/{slug}", read(get_club)),
    endpoint("PATCH", "/api/v1/clubs/{slug}", patch_club, has_body=True),
    endpoint("DELETE", "/api/v1/clubs/{slug}", delete_club),
]
