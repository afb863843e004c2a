"""One-time codes over HTTP: set a new password, or sign in by a link.

The answers for a wrong name and a wrong code are equal, and so is the work for both.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...accounts.hashing import TooManyHashes
from ...accounts.passwords import BadPassword
from ...accounts.recovery import Recovery, WrongCode
from ...game_server.game_server import GameServer
from ...store import AuditActor, Credential, StoreError
from ..http.addresses import Peer
from ..http.bodies import json_body
from ..http.devices import device_of
from ..http.identity import (
    check_origin,
    counted_address,
    find_unbanned_credential,
    require_unbanned,
)
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from .sign_in import count_sign_in, guest_of, password_problem, with_games

T = TypeVar("T")
WRONG_RESET = "There is no such name with this code, or the code is no longer valid."
WRONG_LINK = "This link has been used, or is no longer valid."


async def post_reset(request: Request) -> Response:
    """Sets the password of an account by a reset code, and signs in."""
    body, caller = await _body(request, p.PasswordReset)
    recovery, guest = _recovery(request), guest_of(caller) if body.merge else None
    with _attempt(await count_sign_in(request, body.name), WRONG_RESET):
        account = await recovery.account_of_reset(body.name, body.code, body.password)
        require_unbanned(request, account)
        by = AuditActor(account, counted_address(request))
        session = await recovery.reset(by, body.code, body.password, device_of(request), guest)
    return await with_games(request, session, caller)


async def post_link(request: Request) -> Response:
    """Signs in by the code of a link, and may set a new password."""
    body, caller = await _body(request, p.LinkSignIn)
    recovery, guest = _recovery(request), guest_of(caller) if body.merge else None
    with _attempt(_limits(request).sign_in(_peer(request), None), WRONG_LINK):
        account = await recovery.account_of_link(body.code, body.password)
        require_unbanned(request, account)
        by = AuditActor(account, counted_address(request))
        session = await recovery.sign_in(by, body.code, body.password, device_of(request), guest)
    return await with_games(request, session, caller)


@contextlib.contextmanager
def _attempt(refund: Callable[[], None], wrong: str) -> Iterator[None]:
    """An attempt to get into an account, which `refund` does not count if it succeeds. Raises
    ProblemError 403, 409, 429."""
    try:
        yield
    except WrongCode:
        raise ProblemError(403, "wrong_code", wrong) from None
    except (BadPassword, TooManyHashes) as bad:
        refund()
        raise password_problem(bad) from None
    except StoreError:
        refund()
        raise
    refund()


async def _body(request: Request, shape: type[T]) -> tuple[T, Credential | None]:
    """The body of a request from our own page or from no page, and the caller's token. Raises
    ProblemError 400, 401, 403, 413, 415, 429."""
    check_origin(request)
    _limits(request).spend(_peer(request))
    body = await json_body(request, shape)
    return body, await find_unbanned_credential(request, request.app.state.game_server.store)


def _recovery(request: Request) -> Recovery:
    game_server: GameServer = request.app.state.game_server
    return game_server.accounts.recovery


def _limits(request: Request) -> ConnectionLimits:
    limits: ConnectionLimits = request.app.state.connection_limits
    return limits


def _peer(request: Request) -> Peer:
    return request.client and (request.client.host, request.client.port)


ROUTES = [
    endpoint("POST", "/api/v1/account/reset", post_reset, has_body=True),
    endpoint("POST", "/api/v1/account/link", post_link, has_body=True),
]
