"""How many requests an address may send: of any kind, at a time, and of those that read; and that
none of these has a bad token."""

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
    """This handler, with the bound on reads of an address. Raises ProblemError 401, 429.

    Anybody may read, but who sends a token that is not valid any more should learn of it here and
    not with the first request that makes something."""

    async def bounded(request: Request) -> Response:
        connection_limits: ConnectionLimits = request.app.state.connection_limits
        peer = request.client and (request.client.host, request.client.port)
        connection_limits.read(peer, partial(player, request))
        if "authorization" in request.headers:
            await identify(request, request.app.state.game_server.store)
        return await handler(request)

    return bounded


class RequestsBounded:
    """ASGI middleware: bounds the requests of an address. Further ones are refused unseen, and the
    connection is closed: on a connection that is kept alive, a refusal costs a tenth of an answer,
    and could be requested ten thousand times a second."""

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
