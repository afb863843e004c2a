"""Lets pages of other origins use the API, if the operator lists them (`cors_origins`).

The protocol is that of the Fetch standard, section "HTTP fetch": the browser asks before most
requests (a preflight), and shows an answer to the page only if it names the page's origin. A listed
page may do what our own page does, with the visitor's cookie if the browser sends it. Nothing here
is installed without such origins.
"""

from collections.abc import Collection
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import Response

from .headers import API

ALLOWED_HEADERS = "Authorization, Content-Type, If-None-Match"
EXPOSED_HEADERS = "Content-Disposition, ETag, Retry-After, WWW-Authenticate"
"""What a page may read besides the headers that every page may."""
PREFLIGHT_SECONDS = 600
"""How long a browser may remember the answer to a preflight."""


def listed_origin(connection: HTTPConnection, origins: Collection[str]) -> str | None:
    """The origin of the page that sent a request, if it is one of these."""
    named = connection.headers.getlist("origin")
    return named[0] if len(named) == 1 and named[0] in origins else None


class CorsHeaders:
    """ASGI middleware that names a listed origin in the API's answers, refusals included. Goes
    outside all that may refuse a request."""

    def __init__(self, app: Any, origins: Collection[str]) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(API):
            await self._app(scope, receive, send)
            return
        added = [(b"vary", b"Origin")]
        if origin := listed_origin(HTTPConnection(scope), self._origins):
            added += [
                (b"access-control-allow-origin", origin.encode("latin-1")),
                (b"access-control-allow-credentials", b"true"),
                (b"access-control-expose-headers", EXPOSED_HEADERS.encode()),
            ]

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *added]}
            await send(message)

        await self._app(scope, receive, with_headers)


class Preflights:
    """ASGI middleware that answers preflights of listed origins. Goes inside the limits and the
    check of the host. `methods`: those of the API."""

    def __init__(self, app: Any, origins: Collection[str], methods: Collection[str]) -> None:
        self._app = app
        self._origins = origins
        self._headers = {
            "access-control-allow-methods": ", ".join(sorted(methods)),
            "access-control-allow-headers": ALLOWED_HEADERS,
            "access-control-max-age": str(PREFLIGHT_SECONDS),
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        app = (
            Response(status_code=204, headers=self._headers) if self._is_ours(scope) else self._app
        )
        await app(scope, receive, send)

    def _is_ours(self, scope: Any) -> bool:
        if scope["type"] != "http" or scope["method"] != "OPTIONS":
            return False
        connection = HTTPConnection(scope)
        is_preflight = "access-control-request-method" in connection.headers
        is_api = scope["path"].startswith(API)
        return is_api and is_preflight and listed_origin(connection, self._origins) is not None
