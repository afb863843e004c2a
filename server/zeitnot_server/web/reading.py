"""How many requests an address may send: of any kind, and of those that read."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from .connection_limits import ConnectionLimits
from .problems import ProblemError, refuse

Handler = Callable[[Request], Awaitable[Response]]


def read(handler: Handler) -> Handler:
    """This handler for an address that has not read too much. Raises ProblemError 429."""

    async def bounded(request: Request) -> Response:
        connection_limits: ConnectionLimits = request.app.state.connection_limits
        connection_limits.read(request.client and (request.client.host, request.client.port))
        return await handler(request)

    return bounded


class RequestsBounded:
    """Middleware: an ASGI application that an address asks so often, and no more. Who asks more
    often is refused before anything is looked at, and the connection ends: a refusal on one that
    is kept costs a tenth of an answer, and could be had ten thousand times a second."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            limits: ConnectionLimits = request.app.state.connection_limits
            try:
                limits.request(request.client and (request.client.host, request.client.port))
            except ProblemError as error:
                answer = refuse(request, error)
                answer.headers["connection"] = "close"
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)
