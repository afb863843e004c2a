"""The HTTP API under /api/v1: JSON in and out, problems for errors, cursors for long lists."""

import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES

from ... import books
from ...game_server.game_server import GameServer
from ...hosting.native import BadSettings, rules_for
from ...hosting.room.answers import MESSAGES
from ...limits.long_reads import LongReads
from ...lobby.new_games import NewGameRefused
from ...rooms.room import Actor
from ...store import (
    BadFilter,
    BadName,
    Credential,
    GameFilter,
    RecordTurn,
    SingleFlight,
    Store,
    TooManyBots,
)
from ..http.addresses import Peer, network
from ..http.bodies import json_answer as _json
from ..http.bodies import json_body as _body
from ..http.identity import (
    NOT_SIGNED_IN,
    check_may_write,
    check_origin,
    counted_address,
    find_unbanned_actor,
    find_unbanned_credential,
    identify,
    player,
    require_actor,
)
from ..http.joining import check_may_be_guest
from ..http.problems import ProblemError, bad_name, too_many_bots
from ..http.routing import NODE, endpoint
from ..http.session_cookie import cookie_token, set_cookie
from ..http.streamed import Streamed, in_turn
from ..limits.connection_limits import ConnectionLimits, no_seated_account
from ..limits.reading import read
from .catalogue import catalogue
from .finished import finished_record
from .game_files import JSON, file_of, requested_format
from .positions import with_position_key

GAMES_A_READ = 10  # this many games in a list cost as much as one request

Parts = Callable[[RecordTurn], Awaitable[AsyncGenerator[bytes, None] | None]]


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


def _connection_limits(request: Request) -> ConnectionLimits:
    connection_limits: ConnectionLimits = request.app.state.connection_limits
    return connection_limits


def _peer(request: Request) -> Peer:
    return request.client and (request.client.host, request.client.port)


def _check_may_create(request: Request) -> None:
    """Checks a request that creates something: it must come from our own page or from no page, and
    within the limits.

    Raises ProblemError 403, 429."""
    check_origin(request)
    _connection_limits(request).spend(_peer(request))


def _check_disk(request: Request) -> None:
    """Refuses requests that store something new while the disk is low. Raises ProblemError 507."""
    if _game_server(request).disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])


# ── people and bots ────────────────────────────────────────────────────────────────────────────


async def post_session(request: Request) -> Response:
    """Creates a guest session, or extends the cookie of the existing one."""
    check_origin(request)
    body = await _body(request, p.NewSession)
    known = partial(player, request) if body.name is None else no_seated_account
    _connection_limits(request).spend(_peer(request), player=known)
    store = _game_server(request).store
    caller = await find_unbanned_credential(request, store)
    actor = caller.actor if caller else None
    if caller is not None and body.name is None:
        return _present_session(request, caller)
    check_may_be_guest(_game_server(request).join)
    if body.name is not None:
        check_may_write(request, actor.account if actor else None)
    _check_disk(request)
    try:
        account = await store.accounts.create_guest(body.name, counted_address(request))
    except BadName as bad:
        raise bad_name(bad) from None
    response = _json(p.Session(account=account.account, name=account.name), 201)
    set_cookie(response, request, account.token)
    return response


def _present_session(request: Request, caller: Credential) -> Response:
    """The answer for somebody who has a session, whose cookie is extended."""
    actor = caller.actor
    response = _json(
        p.Session(account=actor.account, name=actor.name, kept=actor.kept, role=caller.role)
    )
    token = cookie_token(request)
    if "authorization" not in request.headers and token is not None:
        set_cookie(response, request, token, kept=actor.kept)
    return response


async def post_bots(request: Request) -> Response:
    """Registers a bot; the token is shown only once. The bot belongs to the account that is signed
    in, or to the owner of that one, so that a ban of the owner covers all its bots."""
    _check_may_create(request)
    body = await _body(request, p.NewBot)
    store = _game_server(request).store
    actor = await find_unbanned_actor(request, store)
    if actor is None:
        check_may_be_guest(_game_server(request).join)
    check_may_write(request, actor.account if actor else None)
    owner = await _owner(store, actor)
    _connection_limits(request).spend(None, actor.account if actor else None)
    _check_disk(request)
    limits = _connection_limits(request)
    limits.register(_peer(request))
    try:
        bot = await store.accounts.create_bot(
            body.name, owner, counted_address(request), limits.daily_bot_limits
        )
    except BadName as bad:
        raise bad_name(bad) from None
    except TooManyBots as many:
        raise too_many_bots(many) from None
    return _json(bot, 201)


async def _owner(store: Store, actor: Actor | None) -> str | None:
    """The owner of a bot that this account registers. It is a bot only if that has no owner."""
    if actor is None:
        return None
    owner = await store.accounts.owner_of(actor.account) if actor.bot else None
    return owner or actor.account


# ── games ──────────────────────────────────────────────────────────────────────────────────────


async def post_games(request: Request) -> Response:
    """Creates a game; a seat `me` is the caller's."""
    _check_may_create(request)
    actor = await require_actor(request, _game_server(request).store)
    _connection_limits(request).spend(None, actor.account)
    _check_disk(request)
    body = await _body(request, p.NewGame)
    _connection_limits(request).count_new_game(_peer(request), actor.account)
    try:
        room_actor = await _game_server(request).lobby.new_games.create(
            body, actor, network(_peer(request))
        )
    except NewGameRefused as bad:
        status = 429 if bad.code in ("too_many_games", "too_fast") else 422
        raise ProblemError(status, bad.code, str(bad), bad.retry_after_s) from None
    game = room_actor.room.id
    return _json(p.GameLocation(id=game, url=f"/game/{game}", ws=f"/ws/games/{game}"), 201)


async def get_games(request: Request) -> Response:
    """The filtered list, newest first; link games that never began are only in their players' own
    lists."""
    store = _game_server(request).store
    actor = await identify(request, store)
    account = actor.account if actor else None
    sender = _connection_limits(request).sender(_peer(request), account)
    turns: LongReads = request.app.state.list_turns
    try:
        query = {k: value for k, value in request.query_params.items() if k != NODE}
        filter_ = GameFilter.read(query)
        if filter_.mine and account is None:
            raise ProblemError(401, "not_signed_in", NOT_SIGNED_IN)
        filter_ = with_position_key(filter_)
        async with turns.chunk([sender]):
            page = await store.games.page(filter_, account)
    except BadFilter as bad:
        raise ProblemError(400, "bad_filter", str(bad)) from None
    sender.charge_reads(len(page.games) // GAMES_A_READ)
    return _json(page)


async def get_game(request: Request) -> Response:
    """One game with its full history. Players also see their own hidden information."""
    store = _game_server(request).store
    actor = await identify(request, store)
    game, account = request.path_params["id"], actor.account if actor else None
    return await _history(request, lambda turn: store.games.record_parts(game, account, turn), {})


async def export_game(request: Request) -> Response:
    """One game as a file for `zeitnot verify`, or with another `format` for other programs."""
    store, game = _game_server(request).store, request.path_params["id"]
    form = requested_format(request)
    suffix = form.name if form else JSON
    headers = {"content-disposition": f'attachment; filename="zeitnot-{game}.{suffix}"'}
    open_parts: Parts = lambda turn: store.games.export_parts(game, turn)  # noqa: E731
    if form is not None:
        open_parts, headers["content-type"] = file_of(form, open_parts), form.content_type
    return await _history(request, open_parts, headers)


async def _history(request: Request, open_parts: Parts, headers: dict[str, str]) -> Response:
    """Sends a game's history. Heavy readers have to wait, and are charged by size. Raises
    ProblemError 404, 429."""
    limits, peer, game_server = _connection_limits(request), _peer(request), _game_server(request)
    reads = game_server.registry.long_reads
    turn = in_turn(reads, limits.sender(peer, None))
    with contextlib.ExitStack() as stack:
        stack.enter_context(limits.stream(peer))
        ended = await game_server.store.games.has_ended(request.path_params["id"])
        parts = await open_parts(turn)
        if parts is None:
            raise ProblemError(404, "no_such_game", "There is no such game.")
        if ended:
            return await finished_record(request, parts, reads, stack, headers)
        return Streamed(parts, stack.pop_all(), headers)


# ── books and the catalogue ────────────────────────────────────────────────────────────────────


async def get_books(request: Request) -> Response:
    """The list of books."""
    listing: SingleFlight[p.BookList] = request.app.state.book_list
    return _json(await listing.get())


async def get_book(request: Request) -> Response:
    """A book's moves in one position; settings other than the defaults as s.NAME=VALUE. Heavy
    readers have to wait, and are charged by size."""
    scope, game = request.path_params["scope"], request.path_params["game"]
    if scope not in books.SCOPES:
        raise ProblemError(404, "no_such_book", f"There is no book named {scope}.")
    query = request.query_params
    settings = {k[2:]: v for k, v in query.items() if k.startswith("s.")}
    try:
        rules = rules_for(game, settings)
    except BadSettings as bad:
        raise ProblemError(404 if game not in NAMES else 400, "bad_settings", str(bad)) from None
    sender = _connection_limits(request).sender(_peer(request), None)
    turns: LongReads = request.app.state.list_turns
    books_, position = _game_server(request).store.books, query.get("position")
    try:
        async with turns.chunk([sender]):
            response = _json(await books.lookup(books_, scope, rules, position))
    except ValueError as bad:
        raise ProblemError(400, "bad_position", str(bad)) from None
    sender.read(len(response.body))
    return response


async def get_catalogue(request: Request) -> Response:
    """Games, their settings and presets, and the bots that are online."""
    game_server = _game_server(request)
    return _json(catalogue(game_server.lobby.service.bots.listed(), game_server.join))


ROUTES = [
    endpoint("POST", "/api/v1/session", post_session, has_body=True),
    endpoint("POST", "/api/v1/bots", post_bots, has_body=True),
    endpoint("POST", "/api/v1/games", post_games, has_body=True),
    endpoint("GET", "/api/v1/games", read(get_games), query=None),
    endpoint("GET", "/api/v1/games/{id}", read(get_game)),
    endpoint("GET", "/api/v1/games/{id}/export", read(export_game), ("format",)),
    endpoint("GET", "/api/v1/books", read(get_books)),
    endpoint("GET", "/api/v1/books/{scope}/{game}", read(get_book), ("position", "s.")),
    endpoint("GET", "/api/v1/catalogue", read(get_catalogue)),
]
