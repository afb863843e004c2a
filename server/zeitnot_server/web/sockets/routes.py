"""The two kinds of sockets: one for the lobby, one a room."""

from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send

from ..http.problems import ProblemError
from ..http.routing import NotFound
from .lobby_socket import lobby
from .room_socket import room

ROUTES = [WebSocketRoute("/ws/lobby", lobby), WebSocketRoute("/ws/games/{id}", room)]


class _NoUpgrade:
    """A plain request to the path of a socket, as behind a proxy that does not pass upgrades on."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = ProblemError(426, "bad_upgrade", "This path is for WebSockets alone.")
        error.headers["upgrade"] = "websocket"
        raise error


PLAIN = [
    *(Route(route.path, _NoUpgrade()) for route in ROUTES),
    Route("/ws/{rest:path}", NotFound()),
]
