"""The access log: one line for each answered request and each closed socket.

It is off by default. Frames are not logged, and neither are query strings, because they show what a
user searched for. No token is ever part of a URL (docs/why/security.md).
"""

import time
from collections.abc import Callable
from typing import Any

import structlog

from .http.identity import ACCOUNT
from .http.networks import address_of
from .transport.transport import SOCKET, StampedSocket

logger = structlog.get_logger()


class AccessLog:
    """ASGI middleware that logs an application's responses. `seconds`: any clock."""

    def __init__(self, app: Any, seconds: Callable[[], float] = time.perf_counter) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        response = _Response(scope, send)
        started = self._seconds()
        try:
            await self._app(scope, receive, response.send)
        finally:
            ms = round(1000 * (self._seconds() - started), 1)
            logger.info(
                "socket" if scope["type"] == "websocket" else "request", **response.line(ms)
            )


class _Response:
    """The response to one request while it is sent."""

    def __init__(self, scope: Any, send: Any) -> None:
        self._scope = scope
        self._send = send
        self._status: int | str = "-"  # no response: the peer had disconnected
        self._bytes = 0

    async def send(self, message: Any) -> None:
        """Passes an ASGI event on."""
        match message["type"]:
            case "http.response.start" | "websocket.http.response.start":
                self._status = message["status"]
            case "http.response.body" | "websocket.http.response.body":
                self._bytes += len(message.get("body", b""))
            case "websocket.accept":
                self._status = 101
        await self._send(message)

    def line(self, ms: float) -> dict[str, Any]:
        """The fields of the log line."""
        scope = self._scope
        socket: StampedSocket | None = scope.get(SOCKET)
        return {
            "client": _plain(scope["client"][0]) if scope["client"] else "-",
            "method": scope.get("method", "GET"),
            "path": (scope.get("raw_path") or scope["path"].encode()).decode("ascii", "replace"),
            "status": self._status,
            "bytes": socket.bytes_out if socket and self._status == 101 else self._bytes,
            "ms": ms,
            "account": scope.get(ACCOUNT, "-"),
        }


def _plain(host: str) -> str:
    """The address as bans and the audit log write it."""
    return str(address_of(host) or host)
