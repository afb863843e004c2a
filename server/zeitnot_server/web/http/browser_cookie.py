"""The cookie of a browser that is about to sign in by a passkey: the challenge can be answered from
there only."""

import re
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ...store.tokens import CHALLENGE_MS
from .session_cookie import is_secure

COOKIE = "zeitnot_passkey"
_VALUE = re.compile("[A-Za-z0-9_-]{43}")


def browser(connection: HTTPConnection) -> str | None:
    """The secret in a browser's cookie, if there is one."""
    value = connection.cookies.get(_name(connection), "")
    return value if _VALUE.fullmatch(value) else None


def new_browser() -> str:
    """A fresh secret."""
    return secrets.token_urlsafe(32)


def set_browser(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Sets the cookie, which lasts as long as a challenge."""
    response.set_cookie(
        _name(connection),
        secret,
        max_age=CHALLENGE_MS // 1000,
        httponly=True,
        samesite="strict",
        secure=is_secure(connection),
    )


def _name(connection: HTTPConnection) -> str:
    return f"__Host-{COOKIE}" if is_secure(connection) else COOKIE
