"""Passkeys over HTTP: add, list, rename and remove them, and sign in by one.

Each ceremony has two requests: the first gets a challenge, the second answers it. A sign-in names
no account before the passkey does, so nothing can be found out about names.
"""

import contextlib
from collections.abc import AsyncIterator

import structlog
from starlette.requests import Request
from starlette.responses import Response

from zeitnot_protocol import passkeys as wire

from ...accounts.ceremonies import BadPasskey, Site, site_of
from ...accounts.hashing import TooManyHashes
from ...accounts.passkeys import PasskeyService
from ...game_server.game_server import GameServer
from ...hosting.room.answers import MESSAGES
from ...store import AuditActor, Credential, Passkey, StoreError
from ..http.addresses import Peer
from ..http.bodies import json_answer, json_body
from ..http.browser_cookie import browser, new_browser, set_browser
from ..http.devices import device_of
from ..http.identity import (
    check_origin,
    counted_address,
    find_unbanned_credential,
    identify,
    require_unbanned,
)
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from ..limits.reading import read
from .sign_in import checking_password, guest_of, password_problem, present_caller, with_games
from .tokens import check_line

WRONG = "This passkey is not valid here, or you have waited too long. Try again."
NOT_ADDED = "This passkey could not be added. Try again."
NONE_HERE = "Passkeys need HTTPS and a host name, or localhost."
NO_SUCH_PASSKEY = "You have no such passkey."
UNNAMED = "Passkey"

logger = structlog.get_logger()


async def get_passkeys(request: Request) -> Response:
    """The caller's passkeys, and whether they are offered here."""
    store = _game_server(request).store
    actor = await identify(request, store)
    rows = await store.passkeys.of_account(actor.account) if actor is not None else []
    passkeys = [_view(passkey) for passkey in rows]
    return json_answer(wire.PasskeyList(offered=_site(request) is not None, passkeys=passkeys))


async def post_options(request: Request) -> Response:
    """Begins to add a passkey: checks the caller's password, and makes a challenge."""
    body = await json_body(request, wire.PasskeyRequest)
    caller = await present_caller(request)
    site = _require_site(request)
    async with checking_password(request, caller.actor.name):
        options = await _passkeys(request).registration_options(
            site, _by(request, caller), caller.hash, body.password
        )
    return json_answer(wire.PasskeyOptions(options=options))


async def post_passkeys(request: Request) -> Response:
    """Adds the passkey that the caller's browser has made."""
    body = await json_body(request, wire.NewPasskey)
    caller = await present_caller(request)
    site, name = _require_site(request), body.name or device_of(request) or UNNAMED
    check_line(name, "A passkey's name")
    if _game_server(request).disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    try:
        passkey = await _passkeys(request).add(
            site, _by(request, caller), caller.hash, body.credential, name
        )
    except BadPasskey as bad:
        logger.info("passkey not added", account=caller.actor.account, why=str(bad))
        raise ProblemError(403, "wrong_passkey", NOT_ADDED) from None
    except TooManyHashes as many:
        raise password_problem(many) from None
    return json_answer(_view(passkey), 201)


async def patch_passkey(request: Request) -> Response:
    """Renames a passkey of the caller."""
    body = await json_body(request, wire.NewPasskeyName)
    caller = await present_caller(request)
    check_line(body.name, "A passkey's name")
    passkeys = _game_server(request).store.passkeys
    renamed = await passkeys.rename(caller.actor.account, request.path_params["id"], body.name)
    if renamed is None:
        raise _no_such_passkey()
    return json_answer(_view(renamed))


async def delete_passkey(request: Request) -> Response:
    """Removes a passkey of the caller; the password remains a way in."""
    caller = await present_caller(request, banned_too=True)
    passkeys = _game_server(request).store.passkeys
    if not await passkeys.remove(_by(request, caller), request.path_params["id"]):
        raise _no_such_passkey()
    return Response(status_code=204)


async def post_sign_in_options(request: Request) -> Response:
    """Begins to sign in: makes a challenge for this browser."""
    check_origin(request)
    _limits(request).spend(_peer(request))
    await find_unbanned_credential(request, _game_server(request).store)
    site = _require_site(request)
    _limits(request).challenge(_peer(request))
    secret = browser(request) or new_browser()
    try:
        options = await _passkeys(request).sign_in_options(site, secret)
    except TooManyHashes as many:
        raise password_problem(many) from None
    response = json_answer(wire.PasskeyOptions(options=options))
    set_browser(response, request, secret)
    return response


async def post_sign_in(request: Request) -> Response:
    """Signs in by a passkey, and merges the guest who was signed in into its account."""
    check_origin(request)
    _limits(request).spend(_peer(request))
    body = await json_body(request, wire.PasskeyAnswer)
    caller = await find_unbanned_credential(request, _game_server(request).store)
    site, address = _require_site(request), counted_address(request)
    passkeys = _passkeys(request)
    async with _attempt(request):
        use = await passkeys.verified(site, browser(request) or "", body.credential, address)
        require_unbanned(request, use.account)
        session = await passkeys.sign_in(
            *(use, address, device_of(request)),
            replaced=caller.hash if caller else None,
            guest=guest_of(caller) if body.merge else None,
        )
    return await with_games(request, session, caller)


@contextlib.asynccontextmanager
async def _attempt(request: Request) -> AsyncIterator[None]:
    """Counts an attempt to sign in, unless it succeeds. Raises ProblemError 403, 429."""
    refund = _limits(request).sign_in(_peer(request), None)
    try:
        yield
    except BadPasskey as bad:
        logger.info("sign-in by a passkey refused", why=str(bad))
        raise ProblemError(403, "wrong_passkey", WRONG) from None
    except TooManyHashes as many:
        refund()
        raise password_problem(many) from None
    except StoreError:
        refund()
        raise
    refund()


def _require_site(request: Request) -> Site:
    """Raises ProblemError 409."""
    site = _site(request)
    if site is None:
        raise ProblemError(409, "no_passkeys", NONE_HERE)
    return site


def _site(request: Request) -> Site | None:
    """The site of a request. A client that names another host only gets challenges that no
    authenticator answers for it: each passkey is bound to the site on which it was made."""
    return site_of(request.scope["scheme"], request.headers.get("host", ""))


def _view(passkey: Passkey) -> wire.PasskeyView:
    return wire.PasskeyView(
        id=passkey.id,
        name=passkey.name,
        origin=passkey.origin,
        created_at=passkey.created_at,
        last_used_at=passkey.last_used_at,
    )


def _no_such_passkey() -> ProblemError:
    return ProblemError(404, "no_such_passkey", NO_SUCH_PASSKEY)


def _by(request: Request, caller: Credential) -> AuditActor:
    return AuditActor(caller.actor.account, counted_address(request))


def _passkeys(request: Request) -> PasskeyService:
    return _game_server(request).accounts.passkeys


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


def _limits(request: Request) -> ConnectionLimits:
    limits: ConnectionLimits = request.app.state.connection_limits
    return limits


def _peer(request: Request) -> Peer:
    return request.client and (request.client.host, request.client.port)


ROUTES = [
    endpoint("GET", "/api/v1/passkeys", read(get_passkeys)),
    endpoint("POST", "/api/v1/passkey-options", post_options, has_body=True),
    endpoint("POST", "/api/v1/passkeys", post_passkeys, has_body=True),
    endpoint("PATCH", "/api/v1/passkeys/{id}", patch_passkey, has_body=True),
    endpoint("DELETE", "/api/v1/passkeys/{id}", delete_passkey),
    endpoint("POST", "/api/v1/sign-in/options", post_sign_in_options),
    endpoint("POST", "/api/v1/sign-in/passkey", post_sign_in, has_body=True),
]
