"""The ladders of clubs over HTTP, and what concerns the caller in all clubs."""

from collections.abc import Iterable, Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from ....clubs import ladder as rules
from ....clubs.club import INVITED, STANDINGS, Club
from ....clubs.club_store import MAX_RESULTS, StoredLadder
from ....clubs.ladder import Challenge, Result, Terms
from ....rooms.room import Phase
from ...http.access import ONLY_CHALLENGE, ONLY_ORGANISE
from ...http.bodies import json_answer, json_body
from ...http.identity import NOT_SIGNED_IN, identify
from ...http.problems import ProblemError
from ...http.routing import endpoint
from ...limits.reading import read
from ..people.profiles import named
from .acting import (
    acting,
    check_leader,
    check_token,
    club_of,
    game_server_of,
    ladder_of,
    refusing,
)

GONE = "Somebody who has left"


async def get_ladder(request: Request) -> Response:
    """A ladder with its challenges and newest results."""
    _, stored = await ladder_of(request)
    caller = await identify(request, game_server_of(request).store)
    return json_answer(await _view(request, stored, caller.account if caller else None))


async def _view(request: Request, stored: StoredLadder, account: str | None) -> wire.Ladder:
    """A ladder as this account sees it now."""
    game_server = game_server_of(request)
    stored, changed = game_server.ladders.settled(stored)
    ladder = stored.ladder
    results = [*reversed(changed.results), *await game_server.store.clubs.results(stored.id)]
    accounts = {*ladder.places, *_both(ladder.challenges), *_both(results)}
    names = await _names(request, accounts)
    begun = await _begun(request, ladder.challenges)
    return wire.Ladder(
        game_type=stored.game_type,
        control=msgspec.json.decode(stored.terms.control, type=p.Control),
        reach=stored.terms.reach,
        days=stored.terms.days,
        rated=stored.terms.rated,
        places=_places(request, stored, account, names),
        challenges=[_challenge(each, account, names, begun) for each in ladder.challenges],
        results=[_result(each, names) for each in results[:MAX_RESULTS]],
        you=ladder.place(account) if account else None,
    )


def _both(rows: Iterable[Challenge | Result]) -> set[str]:
    return {account for row in rows for account in (row.challenger, row.challenged)}


async def _names(request: Request, accounts: Iterable[str]) -> dict[str, str]:
    found = await game_server_of(request).store.people.names(sorted(accounts))
    return {account: name for account, (name, _) in found.items()}


async def _begun(request: Request, challenges: Iterable[Challenge]) -> set[str]:
    """The games of these challenges that have begun."""
    games = [each.game for each in challenges if each.game is not None]
    if not games:
        return set()
    states = await game_server_of(request).store.games.states(games)
    return {game for game, state in states.items() if state != Phase.OPEN.value}


def _places(
    request: Request, stored: StoredLadder, account: str | None, names: Mapping[str, str]
) -> list[wire.LadderPlace]:
    may_challenge = _may_challenge(request, stored, account)
    return [
        wire.LadderPlace(
            place=place, name=names.get(other, GONE), may_challenge=place in may_challenge
        )
        for place, other in enumerate(stored.ladder.places, start=1)
    ]


def _may_challenge(request: Request, stored: StoredLadder, account: str | None) -> set[int]:
    """The places whose members this account may challenge. Looks only at those within its reach,
    because a ladder may have hundreds."""
    ladder, reach = stored.ladder, stored.terms.reach
    own = ladder.place(account) if account else None
    if account is None or own is None:
        return set()
    blocks = game_server_of(request).blocks
    above = ((place, ladder.places[place - 1]) for place in range(max(1, own - reach), own))
    return {
        place
        for place, other in above
        if not blocks.blocks(account, other)
        and rules.reason_against(ladder, reach, account, other) is None
    }


def _challenge(
    challenge: Challenge, account: str | None, names: Mapping[str, str], begun: set[str]
) -> wire.LadderChallenge:
    return wire.LadderChallenge(
        number=challenge.number,
        challenger=names.get(challenge.challenger, GONE),
        challenged=names.get(challenge.challenged, GONE),
        at=challenge.at,
        until=None if challenge.game in begun else challenge.until,
        game=challenge.game,
        you=_part(challenge, account),
    )


def _part(challenge: Challenge, account: str | None) -> wire.Part | None:
    if account == challenge.challenger:
        return "challenger"
    return "challenged" if account == challenge.challenged else None


def _result(result: Result, names: Mapping[str, str]) -> wire.LadderResult:
    return wire.LadderResult(
        at=result.at,
        challenger=names.get(result.challenger, GONE),
        challenged=names.get(result.challenged, GONE),
        outcome=result.outcome,
        game=result.game,
        places=(result.challenger_place, result.challenged_place),
    )


# ── what leaders do ────────────────────────────────────────────────────────────────────────────


async def put_ladder(request: Request) -> Response:
    """Opens a ladder, or changes its terms."""
    body = await json_body(request, wire.LadderTerms)
    by, game_server = await acting(request), game_server_of(request)
    club, game = await club_of(request), request.path_params["game"]
    await check_leader(request, club, by.account)
    terms = Terms(p.encode(body.control), body.reach, body.days, body.rated)
    with refusing():
        game_server.ladders.check_terms(game, body)
        at = game_server.clock.now().wall
        await game_server.store.clubs.set_terms(by, club.slug, game, terms, at)
    _, stored = await ladder_of(request)
    return json_answer(await _view(request, stored, by.account))


async def delete_ladder(request: Request) -> Response:
    """Ends a ladder with its results."""
    by, game_server = await acting(request), game_server_of(request)
    slug, game = request.path_params["slug"], request.path_params["game"]
    with refusing():
        await game_server.store.clubs.close_ladder(by, slug, game, game_server.clock.now().wall)
    return Response(status_code=204)


# ── what members do ────────────────────────────────────────────────────────────────────────────


async def post_places(request: Request) -> Response:
    """The caller takes the last place."""
    by = await acting(request)
    _, stored = await ladder_of(request)
    with refusing():
        stored = await game_server_of(request).ladders.take_place(stored, by.account)
    return json_answer(await _view(request, stored, by.account))


async def delete_place(request: Request) -> Response:
    """The caller leaves the ladder, or a leader takes a member off it."""
    by, game_server = await acting(request), game_server_of(request)
    club, stored = await ladder_of(request)
    person = await named(request, request.path_params["name"])
    is_own = person.account == by.account
    await check_token(request, ONLY_CHALLENGE if is_own else ONLY_ORGANISE)
    with refusing():
        if is_own:
            await game_server.ladders.leave(stored, by.account)
        else:
            where, at = (club.slug, stored.game_type), game_server.clock.now().wall
            await game_server.store.clubs.remove_from_ladder(by, *where, person.account, at)
    return Response(status_code=204)


async def post_challenges(request: Request) -> Response:
    """The caller challenges a member above."""
    body = await json_body(request, wire.NewLadderChallenge)
    by, game_server = await acting(request), game_server_of(request)
    _, stored = await ladder_of(request)
    person = await named(request, body.name)
    with refusing():
        made = await game_server.ladders.challenge(stored, by.account, person.account)
    names = await _names(request, _both([made]))
    return json_answer(_challenge(made, by.account, names, set()), 201)


async def put_challenge(request: Request) -> Response:
    """The challenged member answers, or the challenger withdraws."""
    body = await json_body(request, wire.LadderAnswer)
    by = await acting(request)
    _, stored = await ladder_of(request)
    typed = request.path_params["number"]
    number = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else 0
    with refusing():
        game = await game_server_of(request).ladders.answer(stored, number, by.account, body.answer)
    return json_answer(wire.LadderAnswered(game=game))


# ── the caller's own ───────────────────────────────────────────────────────────────────────────


async def get_own_clubs(request: Request) -> Response:
    """The caller's clubs and invitations, and the challenges that concern the caller."""
    store = game_server_of(request).store
    caller = await identify(request, store)
    if caller is None:
        raise ProblemError(401, "not_signed_in", NOT_SIGNED_IN)
    own = await store.clubs.of_account(caller.account)
    joined = {club.id: club for club, rank in own if rank != INVITED}
    challenges = await _own_challenges(request, caller.account, joined) if joined else []
    clubs = [
        wire.OwnClub(
            slug=club.slug,
            name=club.name,
            you=STANDINGS[rank],
            news=club.news,
            news_at=club.news_at,
            games=list(club.games),
            presets=list(club.presets),
        )
        for club, rank in own
    ]
    return json_answer(wire.OwnClubs(clubs=clubs, challenges=challenges))


async def _own_challenges(
    request: Request, account: str, joined: Mapping[str, Club]
) -> list[wire.OwnChallenge]:
    game_server = game_server_of(request)
    found = list[tuple[StoredLadder, Challenge]]()
    for ladder in await game_server.store.clubs.ladders(joined):
        settled, _ = game_server.ladders.settled(ladder)
        own = [c for c in settled.ladder.challenges if _part(c, account) is not None]
        found += [(settled, each) for each in own]
    names = await _names(request, _both(each for _, each in found))
    begun = await _begun(request, (each for _, each in found))
    rows = [
        wire.OwnChallenge(
            slug=joined[ladder.club].slug,
            club=joined[ladder.club].name,
            game_type=ladder.game_type,
            number=each.number,
            opponent=names.get(next(iter(_both([each]) - {account}), ""), GONE),
            you=_part(each, account) or "challenged",
            until=None if each.game in begun else each.until,
            game=each.game,
        )
        for ladder, each in found
    ]
    return sorted(rows, key=lambda row: (row.game is not None, row.you != "challenged"))


_LADDER = "/api/v1/clubs/{slug}/ladders/{game}"
ROUTES = [
    endpoint("GET", _LADDER, read(get_ladder)),
    endpoint("PUT", _LADDER, put_ladder, has_body=True),
    endpoint("DELETE", _LADDER, delete_ladder),
    endpoint("POST", f"{_LADDER}/places", post_places),
    endpoint("DELETE", f"{_LADDER}/places/{{name}}", delete_place),
    endpoint("POST", f"{_LADDER}/challenges", post_challenges, has_body=True),
    endpoint("PUT", f"{_LADDER}/challenges/{{number}}", put_challenge, has_body=True),
    endpoint("GET", "/api/v1/own-clubs", read(get_own_clubs)),
]
