"""The security headers of every answer, refusals of malformed requests included.

One policy for all: resources from our own origin only, no framing, no content sniffing, no referrer
to other sites. The API's responses depend on the account and the time, so neither a proxy nor a
shared browser may cache them, unless a response has its own caching headers (`finished`).
"""

from typing import Any

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'"
)

SECURITY = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
]

API = "/api/"
NO_STORE = [(b"cache-control", b"no-store"), (b"vary", b"Cookie, Authorization")]


class NoStore:
    """ASGI middleware that forbids caching of the API's responses, including refusals, unless they
    have their own caching headers."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def with_no_store(message: Any) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", ()))
                names = {name for name, _ in own}
                added = [(name, value) for name, value in NO_STORE if name not in names]
                message = {**message, "headers": [*own, *added]}
            await send(message)

        is_api = scope["type"] == "http" and scope["path"].startswith(API)
        await self._app(scope, receive, with_no_store if is_api else send)
