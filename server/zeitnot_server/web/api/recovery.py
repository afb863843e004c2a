"""One-time codes over HTTP: set a new password, or sign in by a link.

The answers for a wrong name and a wrong code are equal, and so is the work for both.
"""

from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response

import zeitnot_protocol as p

from ...accounts.hashing import TooManyHashes
from ...accounts.passwords import BadPassword
from ...accounts.recovery import Recovery, WrongCode
from ...store import AuditActor
from ...store.names import skeleton
from ..http.addresses import Peer
from ..http.bodies import json_body
from ..http.devices import device_of
from ..http.identity import check_origin, counted_address, require_unbanned
from ..http.problems import ProblemError
from ..http.routing import endpoint
from ..limits.connection_limits import ConnectionLimits
from .sign_in import password_problem, signed_in

T = TypeVar("T")
WRONG_RESET = "There is no such name with this code, or the code is no longer valid."
WRONG_LINK = "This link has been used, or is no longer valid."


async def post_reset(request: Request) -> Response:
    """Sets the password of an account by a reset code, and signs in."""
    body = await _body(request, p.PasswordReset)
    refund = _limits(request).sign_in(_peer(request), skeleton(body.name))
    recovery = _recovery(request)
    try:
        account = await recovery.account_of_reset(body.name, body.code)
        require_unbanned(request, account)
        by = AuditActor(account, counted_address(request))
        session = await recovery.reset(by, body.name, body.code, body.password, device_of(request))
    except WrongCode:
        raise ProblemError(403, "wrong_code", WRONG_RESET) from None
    except (BadPassword, TooManyHashes) as bad:
        refund()
        raise password_problem(bad) from None
    refund()
    return signed_in(request, session)


async def post_link(request: Request) -> Response:
    """Signs in by the code of a link, and may set a new password."""
    body = await _body(request, p.LinkSignIn)
    refund = _limits(request).sign_in(_peer(request), None)
    recovery = _recovery(request)
    try:
        account = await recovery.account_of_link(body.code, body.password)
        require_unbanned(request, account)
        by = AuditActor(account, counted_address(request))
        session = await recovery.sign_in(by, body.code, body.password, device_of(request))
    except WrongCode:
        raise ProblemError(403, "wrong_code", WRONG_LINK) from None
    except (BadPassword, TooManyHashes) as bad:
        refund()
        raise password_problem(bad) from None
    refund()
    return signed_in(request, session)


async def _body(request: Request, shape: type[T]) -> T:
    """The body of a request from our own page or from no page. Raises ProblemError 400, 403, 413,
    415, 429."""
    check_origin(request)
    _limits(request).spend(_peer(request))
    return await json_body(request, shape)


def _recovery(request: Request) -> Recovery:
    recovery: Recovery = request.app.state.game_server.recovery
    return recovery


def _limits(request: Request) -> ConnectionLimits:
    limits: ConnectionLimits = request.app.state.connection_limits
    return limits


def _peer(request: Request) -> Peer:
    return request.client and (request.client.host, request.client.port)


ROUTES = [
    endpoint("POST", "/api/v1/account/reset", post_reset, has_body=True),
    endpoint("POST", "/api/v1/account/link", post_link, has_body=True),
]
