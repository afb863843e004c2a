"""Requests that read: how many of them an address may send."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from .connection_limits import ConnectionLimits

Handler = Callable[[Request], Awaitable[Response]]


def read(handler: Handler) -> Handler:
    """This handler for an address that has not read too much. Raises ProblemError 429."""

    async def bounded(request: Request) -> Response:
        connection_limits: ConnectionLimits = request.app.state.connection_limits
        connection_limits.read(request.client and (request.client.host, request.client.port))
        return await handler(request)

    return bounded
