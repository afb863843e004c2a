"""The caller's tokens over HTTP: log out, list, create, rotate, revoke.

Banned accounts may log out, list and revoke, but not get a new secret. A former secret in its grace
may only list and log out: otherwise a thief could use the grace to take over the token.
"""

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p
from zeitnot_client.printable import printable

from ...game_server.game_server import GameServer
from ...moderation.enforcement import LOGGED_OUT, REVOKED, ROTATED
from ...rooms.room import Actor
from ...store import AuditActor, Credential, Token
from ..http.bodies import json_answer, json_body
from ..http.identity import CREDENTIAL, counted_address, require_credential
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..http.session_cookie import delete_cookies, set_cookie
from ..limits.connection_limits import ConnectionLimits

NO_SUCH_BOT = "You do not own such a bot."
REPLACED = "This token was replaced. To create, rotate or revoke tokens, use the newer one."


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


async def _caller(request: Request, *, banned_too: bool = True) -> Credential:
    """The caller of a request from our own page or from no page. Raises ProblemError 401, 403,
    429."""
    connection_limits: ConnectionLimits = request.app.state.connection_limits
    connection_limits.spend(request.client and (request.client.host, request.client.port))
    return await require_credential(request, _game_server(request).store, banned_too=banned_too)


async def _current(request: Request, *, banned_too: bool = False) -> Credential:
    """Like `_caller`, but refuses former secrets. Raises ProblemError 401, 403, 429."""
    return _not_former(await _caller(request, banned_too=banned_too))


async def _still_current(request: Request) -> Credential:
    """The caller, checked again after the body was read, because its token may have ended or been
    rotated meanwhile. Raises ProblemError 401, 403."""
    request.scope.pop(CREDENTIAL, None)
    return _not_former(await require_credential(request, _game_server(request).store))


def _not_former(caller: Credential) -> Credential:
    if caller.rotated:
        raise ProblemError(401, "bad_token", REPLACED)
    return caller


def _by(request: Request, account: str) -> AuditActor:
    return AuditActor(account, counted_address(request))


async def delete_session(request: Request) -> Response:
    """Logs out: ends the request's token."""
    caller = await _caller(request)
    logged_out = await _game_server(request).store.tokens.log_out(
        _by(request, caller.actor.account), caller.hash
    )
    for hash in {caller.hash, *logged_out}:
        _game_server(request).moderation.enforcement.end(hash, LOGGED_OUT)
    response = Response(status_code=204)
    delete_cookies(response, request)
    return response


async def get_tokens(request: Request) -> Response:
    """The caller's own tokens, and those of the bots that it owns."""
    caller = await _caller(request)
    rows = await _game_server(request).store.tokens.of_account(caller.actor.account)
    return json_answer(p.TokenList(tokens=[_view(token, caller) for token in rows]))


def _view(token: Token, caller: Credential) -> p.TokenView:
    return p.TokenView(
        id=token.id,
        kind=token.kind,
        account=token.account,
        account_name=token.account_name,
        scopes=token.scopes.split(","),
        created_at=token.created_at,
        name=token.name,
        last_used_at=token.last_used_at,
        expires_at=token.expires_at,
        current=token.hash == caller.hash,
        device=token.device,
    )


async def post_tokens(request: Request) -> Response:
    """Creates another token for a bot of the caller, or one with scopes for the caller. The token
    is shown only once."""
    await _current(request)
    body = await json_body(request, p.NewToken)
    check_line(body.name or "", "A token's name")
    caller = (await _still_current(request)).actor
    scopes = _scopes(body, caller)
    game_server = _game_server(request)
    lasts_ms = body.expires_in_s and body.expires_in_s * 1000
    until = game_server.clock.now().wall + lasts_ms if lasts_ms else None
    token = await game_server.store.tokens.make(
        _by(request, caller.account), body.bot or caller.account, body.name, until, scopes
    )
    if token is None:
        raise ProblemError(404, "no_such_bot", NO_SUCH_BOT)
    secret = p.TokenSecret(
        id=token.id, account=token.account, token=token.token, expires_at=token.expires_at
    )
    return json_answer(secret, 201)


def _scopes(body: p.NewToken, caller: Actor) -> str:
    """The scopes of a new token, as they are stored. Raises ProblemError 400, 404, 409."""
    if body.bot == caller.account:
        raise ProblemError(404, "no_such_bot", NO_SUCH_BOT)
    if body.bot is None and body.scopes is None:
        raise ProblemError(400, "malformed", "Name a bot, or give scopes for a token of your own.")
    if body.bot is None and not caller.kept:
        raise ProblemError(409, "not_kept", "You are a guest. Keep your name first: POST account.")
    return ",".join(dict.fromkeys(body.scopes)) if body.scopes else p.ALL_SCOPES


def check_line(name: str, what: str) -> None:
    """Checks a name that is shown to its owner and the operator in lists. `what`: what it is, as
    the beginning of a sentence. Raises ProblemError 409."""
    if character := next(
        (
            c
            for c, shown_character in zip(name, printable(name), strict=True)
            if c != shown_character
        ),
        None,
    ):
        sentence = f"{what} must be one line of plain text, without U+{ord(character):04X}."
        raise ProblemError(409, "name_unfit", sentence)


async def rotate_token(request: Request) -> Response:
    """Replaces a token's secret. The new one is returned in the way the old one was sent, in the
    response or as a cookie."""
    game_server = _game_server(request)
    await _current(request)
    grace_ms = await _grace_s(request) * 1000
    caller = await _still_current(request)
    await _check_own_secret(request, caller)
    by = _by(request, caller.actor.account)
    token = await game_server.store.tokens.rotate(by, request.path_params["id"], grace_ms)
    if token.ended is not None:
        game_server.moderation.enforcement.end(token.ended, ROTATED)
    if grace_ms:
        until = game_server.clock.now().wall + grace_ms
        game_server.moderation.enforcement.set_expiry(token.former, until, rotated=True)
    else:
        game_server.moderation.enforcement.end(token.former, ROTATED)
    by_cookie = token.former == caller.hash and "authorization" not in request.headers
    shown_secret = None if by_cookie else token.token
    response = json_answer(
        p.TokenSecret(
            id=token.id, account=token.account, token=shown_secret, expires_at=token.expires_at
        )
    )
    if by_cookie:
        set_cookie(response, request, token.token, kept=caller.actor.kept)
    return response


async def _check_own_secret(request: Request, caller: Credential) -> None:
    """A token with few scopes may only replace its own secret. Raises ProblemError 403."""
    if caller.scopes == p.ALL_SCOPES:
        return
    tokens = await _game_server(request).store.tokens.of_account(caller.actor.account)
    own = next((token.id for token in tokens if token.hash == caller.hash), None)
    if request.path_params["id"] != own:
        raise ProblemError(403, "no_scope", "This token may only rotate itself.")


async def _grace_s(request: Request) -> int:
    """How long the former secret stays valid, from the body, or from the query as older clients
    send it. Raises ProblemError 400, 413, 415."""
    requested_s = (await json_body(request, p.Rotation)).grace_s
    text = request.query_params.get("grace_s")
    if text is None:
        return requested_s or 0
    digits = text.lstrip("0") or "0"
    is_valid = text.isascii() and text.isdecimal() and len(digits) <= len(str(p.MAX_GRACE_S))
    if not is_valid or int(digits) > p.MAX_GRACE_S:
        raise ProblemError(400, "malformed", f"grace_s must be from 0 to {p.MAX_GRACE_S}.")
    if requested_s is not None and requested_s != int(digits):
        sentence = (
            f"grace_s is {requested_s} in the body but {digits} in the query. Give it only once."
        )
        raise ProblemError(400, "malformed", sentence)
    return int(digits)


async def delete_token(request: Request) -> Response:
    """Revokes a token and its former secret, and closes their sockets."""
    caller = await _current(request, banned_too=True)
    by = _by(request, caller.actor.account)
    revoked = await _game_server(request).store.tokens.revoke(by, request.path_params["id"])
    for hash in revoked:
        _game_server(request).moderation.enforcement.end(hash, REVOKED)
    return Response(status_code=204)


ROUTES = [
    endpoint("DELETE", "/api/v1/session", delete_session),
    endpoint("GET", "/api/v1/tokens", get_tokens),
    endpoint("POST", "/api/v1/tokens", post_tokens, has_body=True),
    endpoint("DELETE", "/api/v1/tokens/{id}", delete_token),
    endpoint("POST", "/api/v1/tokens/{id}/rotate", rotate_token, ("grace_s",), has_body=True),
]
