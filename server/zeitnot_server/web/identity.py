"""Who is asking: a session cookie (people) or a bearer token (bots); never anything in the URL.

A cookie counts only on requests of our own page: where a browser names an Origin, it must be this
host, for upgrades and for everything that changes something (RFC 6455, section 10.2). A token is
looked up by its SHA-256, so how long that takes tells nothing about the tokens there are.
"""

from starlette.requests import HTTPConnection

from ..rooms.room import Actor
from ..store import Store
from .problems import ProblemError

COOKIE = "zeitnot_session"
# The scheme of the page that a request comes from, and the port that is not written.
_PAGES = {
    "http": ("http", ":80"),
    "ws": ("http", ":80"),
    "https": ("https", ":443"),
    "wss": ("https", ":443"),
}


class WrongOrigin(ProblemError):
    """A page of another origin tried to use our cookie."""

    def __init__(self) -> None:
        super().__init__(403, "wrong_origin", "This page may not act for you here.")


class BadToken(ProblemError):
    """A token that is not, or no longer, known."""

    def __init__(self) -> None:
        super().__init__(401, "bad_token", "The token is not valid.")


def origin_is_ours(connection: HTTPConnection) -> bool:
    """True without an Origin (not a browser) and for an Origin of this very host and scheme.

    A browser writes an origin in one way only (RFC 6454, section 6.2: lower case, punycode, no
    default port, nothing after it), so anything that is not the very text is somebody else's.
    """
    origins = connection.headers.getlist("origin")
    if not origins:
        return True
    scheme, port = _PAGES[connection.scope["scheme"]]
    host = connection.headers.get("host", "").lower().removesuffix(port)
    return bool(host) and origins == [f"{scheme}://{host}"]


async def identify(connection: HTTPConnection, store: Store) -> Actor | None:
    """The account behind a request, None for nobody. Raises BadToken for a wrong bearer token;
    a stale cookie is nobody."""
    bearer = connection.headers.get("authorization")
    if bearer is not None:
        scheme, _, token = bearer.strip().partition(" ")
        actor = await store.by_token(token) if scheme.lower() == "bearer" else None
        if actor is None:
            raise BadToken
        return actor
    cookie = connection.cookies.get(COOKIE)
    return await store.by_token(cookie) if cookie else None


async def require(connection: HTTPConnection, store: Store) -> Actor:
    """As `identify`, but somebody. For requests that change something: checks the Origin too.

    Raises WrongOrigin, BadToken, ProblemError 401."""
    if not origin_is_ours(connection):
        raise WrongOrigin
    actor = await identify(connection, store)
    if actor is None:
        raise ProblemError(401, "not_signed_in", "Sign in first: POST /api/v1/session.")
    return actor
