"""Kept accounts over HTTP: keep a name, sign in, change the password, end other sessions.

The answers for a wrong name and a wrong password are equal, and so is the work for both.
"""

import contextlib
from collections.abc import AsyncIterator, Callable, Iterable

import structlog
from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...accounts.hashing import TooManyHashes
from ...accounts.passwords import BadPassword
from ...accounts.service import NoPassword, WrongPassword
from ...events.accounts import AccountRenamed
from ...game_server.game_server import GameServer
from ...hosting.room.answers import MESSAGES
from ...moderation.enforcement import REVOKED, SIGNED_IN
from ...rooms.text import tidy_name
from ...store import (
    AuditActor,
    BadName,
    Credential,
    KeptAccount,
    KeptAlready,
    KeptSession,
    StoreError,
    WrongCode,
)
from ...store.names import skeleton
from ..http.addresses import Peer
from ..http.bodies import json_answer, json_body
from ..http.devices import device_of
from ..http.identity import (
    CREDENTIAL,
    check_may_write,
    check_origin,
    counted_address,
    find_unbanned_credential,
    require_credential,
    require_unbanned,
)
from ..http.joining import join_code
from ..http.problems import ProblemError, bad_name
from ..http.routing import endpoint
from ..http.session_cookie import set_cookie
from ..limits.connection_limits import ConnectionLimits

WRONG = "There is no such name with this password."
NO_PASSWORD = "Your account has no password yet. Set one by a link or a reset code."

logger = structlog.get_logger()


async def post_account(request: Request) -> Response:
    """Keeps a name for the guest who is signed in."""
    body = await json_body(request, p.NewAccount)
    caller = await present_caller(request)
    game_server = _game_server(request)
    former, name = caller.actor.name, tidy_name(body.name)
    if name != former:
        check_may_write(request, caller.actor.account)
    if game_server.disk.low:
        raise ProblemError(507, "disk_low", MESSAGES["disk_low"])
    if caller.actor.bot or caller.actor.kept:
        raise ProblemError(409, "kept_already", "Only a guest can keep a name, and you are none.")
    code = join_code(game_server.join, body.code)
    _limits(request).rename(caller.actor.account)
    by = AuditActor(caller.actor.account, counted_address(request))
    try:
        session = await game_server.accounts.service.keep(
            *(by, name, body.password, device_of(request)), join_code=code
        )
    except BadName as bad:
        _limits(request).not_renamed(by.actor)
        raise bad_name(bad) from None
    except KeptAlready as kept:
        raise ProblemError(409, "kept_already", str(kept)) from None
    except WrongCode as wrong:
        _limits(request).not_renamed(by.actor)
        raise ProblemError(403, "wrong_code", str(wrong)) from None
    except (BadPassword, TooManyHashes) as bad_password:
        _limits(request).not_renamed(by.actor)
        raise password_problem(bad_password) from None
    if name != former:
        game_server.events.publish(AccountRenamed(session.account, session.name))
    return signed_in(request, session, caller, status=201)


async def post_sign_in(request: Request) -> Response:
    """Signs in to a kept account, and merges the guest who was signed in into it."""
    check_origin(request)
    _limits(request).spend(_peer(request))
    body = await json_body(request, p.SignIn)
    game_server = _game_server(request)
    caller = await find_unbanned_credential(request, game_server.store)
    account = await _verified(request, body)
    require_unbanned(request, account.id)
    guest = guest_of(caller) if body.merge else None
    try:
        session = await game_server.accounts.service.sign_in(
            *(account, counted_address(request), device_of(request)),
            replaced=caller.hash if caller else None,
            guest=guest,
        )
    except WrongPassword:
        raise _wrong() from None
    return await with_games(request, session, caller)


def guest_of(caller: Credential | None) -> str | None:
    """The guest who has sent a request."""
    if caller is None or caller.rotated or caller.actor.bot or caller.actor.kept:
        return None
    return caller.actor.account


async def with_games(request: Request, session: KeptSession, caller: Credential | None) -> Response:
    """The answer with a new session, after the unfinished games of a merged guest have been moved
    into it. If that fails, the server goes on trying, and the sign-in has succeeded."""
    guest = guest_of(caller)
    if guest is not None and session.merged is not None:
        await _move_games(request, guest, session.account)
    return signed_in(request, session, caller)


async def _move_games(request: Request, guest: str, account: str) -> None:
    try:
        await _game_server(request).accounts.merging.carry_out(guest, account)
    except StoreError as failed:
        logger.warning("games of a merged guest not moved yet", guest=guest, error=failed)


async def _verified(request: Request, body: p.SignIn) -> KeptAccount:
    """The account of a name and password. Raises ProblemError 403, 429."""
    accounts = _game_server(request).accounts.service
    refund = await count_sign_in(request, body.name)
    try:
        account = await accounts.verified(body.name, body.password, counted_address(request))
    except WrongPassword:
        raise _wrong() from None
    except TooManyHashes as many:
        refund()
        raise password_problem(many) from None
    refund()
    return account


async def count_sign_in(request: Request, name: str) -> Callable[[], None]:
    """Counts an attempt, and returns what undoes this. While others guess the password, its owner
    can sign in where it has done so before. Raises ProblemError 429."""
    limits, key, peer = _limits(request), skeleton(name), _peer(request)
    try:
        return limits.sign_in(peer, key)
    except ProblemError:
        kept = _game_server(request).store.kept
        account, place = await kept.named(name), counted_address(request)
        if not await kept.has_signed_in_from(account.id if account else "", place):
            raise
        return limits.sign_in(peer, key, known_at=place or "here")


@contextlib.asynccontextmanager
async def checking_password(request: Request, name: str) -> AsyncIterator[None]:
    """Counts an attempt to give the password of the caller, `name`, unless it is right. Raises
    ProblemError 403, 409, 429."""
    refund = await count_sign_in(request, name)
    try:
        yield
    except NoPassword:
        refund()
        raise ProblemError(403, "wrong_password", NO_PASSWORD) from None
    except WrongPassword:
        raise ProblemError(403, "wrong_password", "This is not your present password.") from None
    except (BadPassword, TooManyHashes) as bad:
        refund()
        raise password_problem(bad) from None
    except Exception:
        refund()
        raise
    refund()


async def put_password(request: Request) -> Response:
    """Changes the caller's password, and ends its other sessions."""
    body = await json_body(request, p.NewPassword)
    caller = await present_caller(request)
    if not caller.actor.kept:
        raise ProblemError(409, "not_kept", "You are a guest. Keep your name first: POST account.")
    by = AuditActor(caller.actor.account, counted_address(request))
    async with checking_password(request, caller.actor.name):
        session = await _game_server(request).accounts.service.change_password(
            by, body.current, body.password, device_of(request)
        )
    return signed_in(request, session, caller)


async def delete_sessions(request: Request) -> Response:
    """Ends the caller's other sessions."""
    caller = await present_caller(request, banned_too=True)
    by = AuditActor(caller.actor.account, counted_address(request))
    ended = await _game_server(request).store.kept.end_other_sessions(by, caller.hash)
    close_sockets(request, ended, REVOKED, p.POLICY_VIOLATION)
    return Response(status_code=204)


async def present_caller(request: Request, *, banned_too: bool = False) -> Credential:
    """The caller of a request from our own page or from no page, with a present session. Raises
    ProblemError 401, 403, 429."""
    request.scope.pop(CREDENTIAL, None)  # it may have ended while the body was read
    _limits(request).spend(_peer(request))
    store = _game_server(request).store
    caller = await require_credential(request, store, banned_too=banned_too)
    if caller.rotated:
        raise ProblemError(401, "bad_token", "This token was replaced. Use the newer one.")
    return caller


def signed_in(
    request: Request,
    session: KeptSession,
    caller: Credential | None,
    status: int = 200,
) -> Response:
    """The answer with a new session, which replaces those in `ended`. The sockets of the caller's
    own one reconnect, with the new cookie; those of others are signed out."""
    own = caller.hash if caller else None
    close_sockets(
        request, (each for each in session.ended if each != own), REVOKED, p.POLICY_VIOLATION
    )
    close_sockets(
        request, (each for each in session.ended if each == own), SIGNED_IN, p.SERVICE_RESTART
    )
    view = p.Session(
        account=session.account,
        name=session.name,
        kept=True,
        role=session.role,
        merged=session.merged,
    )
    response = json_answer(view, status)
    set_cookie(response, request, session.token, kept=True)
    return response


def close_sockets(request: Request, hashes: Iterable[str], reason: str, code: int) -> None:
    """Closes the sockets of these tokens, which have ended."""
    enforcement = _game_server(request).moderation.enforcement
    for hash in hashes:
        enforcement.end(hash, reason, code)


def password_problem(bad: BadPassword | TooManyHashes) -> ProblemError:
    """The problem for a password that is refused."""
    if isinstance(bad, TooManyHashes):
        return ProblemError(429, "too_many_requests", str(bad), bad.wait_s)
    return ProblemError(409, "password_unfit", str(bad))


def _wrong() -> ProblemError:
    return ProblemError(403, "wrong_password", WRONG)


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


def _limits(request: Request) -> ConnectionLimits:
    limits: ConnectionLimits = request.app.state.connection_limits
    return limits


def _peer(request: Request) -> Peer:
    return request.client and (request.client.host, request.client.port)


ROUTES = [
    endpoint("POST", "/api/v1/account", post_account, has_body=True),
    endpoint("PUT", "/api/v1/account/password", put_password, has_body=True),
    endpoint("POST", "/api/v1/sign-in", post_sign_in, has_body=True),
    endpoint("DELETE", "/api/v1/sessions", delete_sessions),
]
