"""The routes of the two kinds of sockets, for the lobby and for rooms."""

import re
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from ..http.access import RULE, SOCKETS
from ..http.hosts import Hosts, WrongHost
from ..http.problems import ProblemError
from ..http.routing import NotFound, not_found
from ..http.zeros import check_zeros
from .handshake import deny
from .lobby_socket import lobby
from .room_socket import room

Handler = Callable[[WebSocket], Awaitable[None]]

ROUTES: dict[str, Handler] = {"/ws/lobby": lobby, "/ws/games/{id}": room}
_PATTERNS = [
    (re.compile(path.replace("{id}", "(?P<id>[^/]+)")), handler, SOCKETS[path])
    for path, handler in ROUTES.items()
]


class _NoUpgrade:
    """Refuses a plain request to the path of a socket, as from a proxy that does not pass upgrades
    on."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        error = ProblemError(426, "bad_upgrade", "This path is only for WebSockets.")
        error.headers["upgrade"] = "websocket"
        raise error


PLAIN = [*(Route(path, _NoUpgrade()) for path in ROUTES), Route("/ws/{rest:path}", NotFound())]


class WithSockets:
    """The ASGI application with its sockets. Sockets bypass the middleware and the routes of
    requests: each of these layers would keep a coroutine while the socket is open, six kilobytes in
    all, and cost a tenth of the work of a handshake."""

    def __init__(self, app: Starlette, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Not a coroutine itself, because every open socket would keep it."""
        if scope["type"] != "websocket":
            return self._app(scope, receive, send)
        scope["app"] = self._app
        socket = WebSocket(scope, receive, send)
        try:
            return self._handler(scope)(socket)
        except ProblemError as error:
            return deny(socket, error)

    def _handler(self, scope: Scope) -> Handler:
        """Raises ProblemError."""
        if not self._hosts.accepts(scope):
            raise WrongHost
        check_zeros(scope)
        for pattern, handler, rule in _PATTERNS:
            if found := pattern.fullmatch(scope["path"]):
                scope["path_params"] = found.groupdict()
                scope[RULE] = rule
                return handler
        raise not_found()
