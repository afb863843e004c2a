"""Limits the requests of an address, and those that read; refuses reads with a bad token."""

import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ..http.identity import identify, player
from ..http.problems import ProblemError, refuse
from .connection_limits import ConnectionLimits

Handler = Callable[[Request], Awaitable[Response]]


def read(handler: Handler) -> Handler:
    """Wraps a handler with the limit on reads of an address. It raises ProblemError 401, 429.

    Reading needs no token, but a client whose token is no longer valid should learn that now, not
    with its first request that creates something."""

    async def bounded(request: Request) -> Response:
        connection_limits: ConnectionLimits = request.app.state.connection_limits
        peer = request.client and (request.client.host, request.client.port)
        connection_limits.read(peer, partial(player, request))
        if "authorization" in request.headers:
            await identify(request, request.app.state.game_server.store)
        return await handler(request)

    return bounded


class RequestsBounded:
    """ASGI middleware that limits the requests of an address. Excess requests are refused unread,
    and the connection is closed: on a connection that is kept alive, a refusal costs a tenth of an
    answer, and a client could cause ten thousand a second."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            limits: ConnectionLimits = request.app.state.connection_limits
            peer = request.client and (request.client.host, request.client.port)
            with contextlib.ExitStack() as stack:
                try:
                    limits.request(peer, partial(player, request))
                    stack.enter_context(limits.answering(peer, partial(player, request)))
                except ProblemError as error:
                    answer = refuse(request, error)
                    answer.headers["connection"] = "close"
                    await answer(scope, receive, send)
                else:
                    await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)
