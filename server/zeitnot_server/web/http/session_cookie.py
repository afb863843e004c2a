"""The session cookie.

Over HTTPS its name begins with `__Host-`: browsers accept such a cookie only from this very host,
over HTTPS, for all paths, so neither a subdomain nor a plain connection can plant one. Over plain
HTTP no browser would store it, so the cookie keeps its plain name. A guest's cookie with the plain
name, from before the prefix or from plain HTTP, is accepted over HTTPS until `set_cookie` replaces
it; a kept account's is not, because a subdomain could have planted it.
"""

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ...store.tokens import KEPT_IDLE_MS, SESSION_MS

COOKIE = "zeitnot_session"
SECURE_COOKIE = f"__Host-{COOKIE}"


def cookie_token(connection: HTTPConnection) -> str | None:
    """The token in a connection's session cookie, if any; it may be invalid. Of the bare head of a
    request, whose scheme is not known yet, both names count."""
    is_plain = "scheme" in connection.scope and not is_secure(connection)
    if not is_plain and (token := connection.cookies.get(SECURE_COOKIE)) is not None:
        return token
    return connection.cookies.get(COOKIE)


def is_unprefixed(connection: HTTPConnection) -> bool:
    """Whether the session cookie should have had the prefix."""
    return is_secure(connection) and SECURE_COOKIE not in connection.cookies


def set_cookie(
    response: Response, connection: HTTPConnection, token: str, *, kept: bool = False
) -> None:
    """Sets the session cookie, which lasts until the session would end unused, and deletes one
    without the prefix. `kept`: of a kept account."""
    secure = is_secure(connection)
    response.set_cookie(
        SECURE_COOKIE if secure else COOKIE,
        token,
        max_age=(KEPT_IDLE_MS if kept else SESSION_MS) // 1000,
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    if secure and COOKIE in connection.cookies:
        response.delete_cookie(COOKIE, secure=True, httponly=True, samesite="lax")


def delete_cookies(response: Response, connection: HTTPConnection) -> None:
    """Deletes the session cookie."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    if is_secure(connection):
        response.delete_cookie(SECURE_COOKIE, secure=True, httponly=True, samesite="lax")


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the client has used HTTPS."""
    return connection.scope["scheme"] in ("https", "wss")
