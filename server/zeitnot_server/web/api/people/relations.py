"""Over HTTP: whom an account follows and blocks, and who sees when it is online."""

from starlette.requests import Request
from starlette.responses import Response

from zeitnot_protocol import people as wire

from ....game_server.game_server import GameServer
from ....hosting.room.answers import MESSAGES
from ....profiles.people_store import BLOCK, FOLLOW, MAX_BLOCKED, MAX_FOLLOWED
from ....rooms.room import Actor
from ....store import BlockedPair
from ....store.names import skeleton
from ...http.bodies import json_answer, json_body
from ...http.identity import NOT_SIGNED_IN, identify, require_actor
from ...http.problems import ProblemError
from ...http.routing import endpoint
from ...limits.connection_limits import ConnectionLimits
from ...limits.reading import read
from .profiles import named
from .whom import Whom, account_of


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


async def _reader(request: Request) -> Actor:
    """The caller of a request that changes nothing. Raises ProblemError 401."""
    caller = await identify(request, _game_server(request).store)
    if caller is None:
        raise ProblemError(401, "not_signed_in", NOT_SIGNED_IN)
    return caller


async def changing(request: Request) -> Actor:
    """The caller of a request that changes something. Raises ProblemError 401, 403, 429, 507."""
    limits: ConnectionLimits = request.app.state.connection_limits
    limits.spend(request.client and (request.client.host, request.client.port))
    caller = await require_actor(request, _game_server(request).store)
    limits.spend(None, caller.account)
    if _game_server(request).disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    return caller


# ── followed ───────────────────────────────────────────────────────────────────────────────────


async def get_following(request: Request) -> Response:
    """Those whom the caller follows, and which of them are online."""
    game_server, caller = _game_server(request), await _reader(request)
    accounts = await game_server.store.people.related(caller.account, FOLLOW)
    people = await game_server.store.people.people(accounts)
    hidden = await game_server.store.people.hidden(accounts)
    followed = [people[account] for account in accounts if account in people]
    row = game_server.followers.row
    rows = [row(one, hidden=one.account in hidden) for one in followed]
    return json_answer(wire.FollowedList(people=rows))


async def put_following(request: Request) -> Response:
    """Follows a person or a bot."""
    caller = await changing(request)
    person = await named(request, request.path_params["name"])
    _check_another(caller, person.account)
    game_server = _game_server(request)
    at = game_server.clock.now().wall
    try:
        begun = await game_server.store.people.relate(caller.account, FOLLOW, person.account, at)
    except BlockedPair:
        sentence = f"You cannot follow {person.name}: one of you has blocked the other."
        raise ProblemError(409, "blocked", sentence) from None
    if not begun:
        sentence = f"You follow {MAX_FOLLOWED} people already. Stop following one first."
        raise ProblemError(409, "list_full", sentence)
    game_server.followers.changed(caller.account)
    return Response(status_code=204)


async def delete_following(request: Request) -> Response:
    """Stops following a person or a bot."""
    caller = await changing(request)
    person = await named(request, request.path_params["name"])
    game_server = _game_server(request)
    at = game_server.clock.now().wall
    await game_server.store.people.end_relation(caller.account, FOLLOW, person.account, at)
    game_server.followers.changed(caller.account)
    return Response(status_code=204)


# ── blocked ────────────────────────────────────────────────────────────────────────────────────


async def get_blocked(request: Request) -> Response:
    """The names of those whom the caller blocks."""
    caller = await _reader(request)
    names = await _blocked_names(request, caller)
    return json_answer(wire.BlockedList(people=[name for _, name in names]))


async def _blocked_names(request: Request, caller: Actor) -> list[tuple[str, str]]:
    """The accounts that the caller blocks, with their names of today."""
    people = _game_server(request).store.people
    accounts = await people.related(caller.account, BLOCK)
    names = await people.names(accounts)
    return [(account, names[account][0]) for account in accounts if account in names]


async def post_blocked(request: Request) -> Response:
    """Blocks an account. Neither follows the other any longer."""
    caller = await changing(request)
    body = await json_body(request, wire.NewBlock)
    messages = [] if body.message is None else [body.message]
    whom = await account_of(request, Whom(body.person, body.game, body.seat, messages))
    _check_another(caller, whom.account)
    if not await _game_server(request).blocks.block(caller.account, whom.account):
        sentence = f"You block {MAX_BLOCKED} accounts already. Unblock one first."
        raise ProblemError(409, "list_full", sentence)
    return Response(status_code=204)


async def delete_blocked(request: Request) -> Response:
    """Unblocks the accounts with a name: several guests may have the same one."""
    caller = await changing(request)
    sought = skeleton(request.path_params["name"])
    found = [
        account
        for account, name in await _blocked_names(request, caller)
        if skeleton(name) == sought
    ]
    if not found:
        raise ProblemError(404, "no_such_person", "You block nobody with this name.")
    for account in found:
        await _game_server(request).blocks.unblock(caller.account, account)
    return Response(status_code=204)


def _check_another(caller: Actor, account: str) -> None:
    if account == caller.account:
        raise ProblemError(400, "bad_filter", "You cannot follow or block yourself.")


# ── being online ───────────────────────────────────────────────────────────────────────────────


async def get_presence(request: Request) -> Response:
    """Whether others see when the caller is online."""
    caller = await _reader(request)
    hidden = await _game_server(request).store.people.hides_presence(caller.account)
    return json_answer(wire.PresenceSetting(shown=not hidden))


async def put_presence(request: Request) -> Response:
    """Shows to others when the caller is online, or hides it."""
    caller = await changing(request)
    body = await json_body(request, wire.PresenceSetting)
    game_server = _game_server(request)
    await game_server.store.people.hide_presence(caller.account, hidden=not body.shown)
    game_server.followers.presence_changed(caller.account)
    return json_answer(body)


ROUTES = [
    endpoint("GET", "/api/v1/following", read(get_following)),
    endpoint("PUT", "/api/v1/following/{name}", put_following),
    endpoint("DELETE", "/api/v1/following/{name}", delete_following),
    endpoint("GET", "/api/v1/blocked", read(get_blocked)),
    endpoint("POST", "/api/v1/blocked", post_blocked, has_body=True),
    endpoint("DELETE", "/api/v1/blocked/{name}", delete_blocked),
    endpoint("GET", "/api/v1/presence", read(get_presence)),
    endpoint("PUT", "/api/v1/presence", put_presence, has_body=True),
]
