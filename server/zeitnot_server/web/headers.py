"""What every answer says to a browser, refusals of broken requests included.

One policy for all: nothing but our own origin, in no frame, no guessing of types, no address of
ours to others. And what the API answers depends on who asks, and on when: nobody keeps it, neither
a proxy nor a browser that is used by several.
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
UNKEPT = [(b"cache-control", b"no-store"), (b"vary", b"Cookie, Authorization")]


class Unkept:
    """Middleware: an ASGI application whose API's answers, refusals included, no cache keeps."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def unkept(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *UNKEPT]}
            await send(message)

        of_the_api = scope["type"] == "http" and scope["path"].startswith(API)
        await self._app(scope, receive, unkept if of_the_api else send)
