"""Requests that read: how many of them an address may send."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response

from .doors import Doors

Handler = Callable[[Request], Awaitable[Response]]


def read(handler: Handler) -> Handler:
    """This handler for an address that has not read too much. Raises ProblemError 429."""

    async def bounded(request: Request) -> Response:
        doors: Doors = request.app.state.doors
        doors.read(request.client and (request.client.host, request.client.port))
        return await handler(request)

    return bounded
