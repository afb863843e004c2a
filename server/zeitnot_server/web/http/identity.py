"""The account behind a request, by session cookie (people) or bearer token (bots), never by the
URL.

A cookie counts only on requests of our own page, or of one that the operator lists: for upgrades
and for everything that changes something, an Origin must be this host (RFC 6455, section 10.2) or
in `cors_origins`. A token is looked up by its SHA-256, so the duration reveals nothing about valid
tokens. A socket may have a ticket instead (`tickets`).
"""

from typing import cast

from starlette.requests import HTTPConnection

from ...lobby.seated import SeatedPlayers
from ...moderation.enforcement import Address, Enforcement, address_of, describe_sanction
from ...rooms.room import Actor
from ...store import Credential, Sanction, Store
from ...store.tokens import digest
from .access import check_person, check_scope
from .addresses import network
from .cors import listed_origin
from .problems import ProblemError
from .session_cookie import cookie_token, is_unprefixed
from .tickets import offered_ticket

ACCOUNT = "zeitnot.account"
"""Key in the ASGI scope: the account that sent the request, once it is known."""
NOT_SIGNED_IN = "Sign in first: POST /api/v1/session."
CREDENTIAL = "zeitnot.credential"
"""Key in the ASGI scope: the request's token, once it has been looked up."""
# The scheme of the page that a request comes from, and its default port.
_PAGES = {
    "http": ("http", ":80"),
    "ws": ("http", ":80"),
    "https": ("https", ":443"),
    "wss": ("https", ":443"),
}


class WrongOrigin(ProblemError):
    """A page of another origin tried to use our cookie."""

    def __init__(self) -> None:
        super().__init__(
            403, "wrong_origin", "A page from another origin may not act for you here."
        )


class BadToken(ProblemError):
    """A token that is unknown or no longer valid."""

    def __init__(self) -> None:
        super().__init__(401, "bad_token", "The token is not valid.")


class Banned(ProblemError):
    """The operator has banned this account or this address."""

    def __init__(self, ban: Sanction) -> None:
        sentence = describe_sanction("You are banned", ban)
        super().__init__(403, "banned", sentence if sentence.endswith(".") else f"{sentence}.")


def check_origin(connection: HTTPConnection) -> None:
    """Accepts requests without Origin (not from a browser), with an Origin of exactly this host and
    scheme, and with one that the operator lists. Raises WrongOrigin for any other, and logs some of
    them.

    Browsers serialise an origin in one way only (RFC 6454, section 6.2: lower case, punycode, no
    default port, nothing after it), so texts are compared exactly.
    """
    origins = connection.headers.getlist("origin")
    if not origins or listed_origin(connection, connection.app.state.cors_origins):
        return
    scheme, port = _PAGES[connection.scope["scheme"]]
    host = connection.headers.get("host", "").lower().removesuffix(port)
    if not host or origins != [f"{scheme}://{host}"]:
        connection.app.state.wrong_origins.log_refusal(origins, f"{scheme}://{host}")
        raise WrongOrigin


async def credential(connection: HTTPConnection, store: Store) -> Credential | None:
    """The token of a request, or None; records the account for the access log. Raises BadToken for
    an invalid bearer token or ticket, and ProblemError 403 for one without the scope for the route;
    a stale cookie counts as none. Uses a ticket up."""
    if CREDENTIAL in connection.scope:
        return cast(Credential | None, connection.scope[CREDENTIAL])
    result = connection.scope[CREDENTIAL] = await _looked_up(connection, store)
    if result is not None:
        check_scope(connection.scope, result)
        enforcement_of(connection).note_used(result)
        connection.app.state.game_server.lobby.service.seated.note_used(result)
        connection.scope[ACCOUNT] = result.actor.account
    return result


async def _looked_up(connection: HTTPConnection, store: Store) -> Credential | None:
    if (ticket := offered_ticket(connection)) is not None:
        result = await store.tickets.use(ticket) if ticket else None
        if result is None:
            raise BadToken
        return result
    token = _token(connection)
    result = await store.tokens.credential(token) if token else None
    if result is None and "authorization" in connection.headers:
        raise BadToken
    if result is not None and result.actor.kept and is_unprefixed(connection):
        return result if "authorization" in connection.headers else None
    return result


def _token(connection: HTTPConnection) -> str | None:
    """The token in a connection's headers, if any; it may be invalid. None if a ticket counts
    instead."""
    if offered_ticket(connection) is not None:
        return None
    bearer = connection.headers.get("authorization")
    if bearer is None:
        return cookie_token(connection)
    scheme, _, token = bearer.strip().partition(" ")
    return token if scheme.lower() == "bearer" else None


def player(connection: HTTPConnection) -> str | None:
    """The account of a connection's token, if it has a seat in a running game; for the socket of a
    room, in this game. Found in memory, so the token may have ended since."""
    seated: SeatedPlayers = connection.app.state.game_server.lobby.service.seated
    game = connection.path_params.get("id") if connection.scope["type"] == "websocket" else None
    return player_of(connection, seated, game)


def player_by(connection: HTTPConnection, credential: Credential) -> str | None:
    """Like `player`, for a socket that has signed in by a ticket."""
    seated: SeatedPlayers = connection.app.state.game_server.lobby.service.seated
    return seated.account(credential.hash, connection.path_params.get("id"))


def player_of(
    connection: HTTPConnection, seated: SeatedPlayers, game: str | None = None
) -> str | None:
    """Like `player`, for a connection of which only the headers are known."""
    token = _token(connection)
    return seated.account(digest(token), game) if token else None


async def identify(connection: HTTPConnection, store: Store) -> Actor | None:
    """The account behind a request, or None. Raises BadToken."""
    result = await credential(connection, store)
    return result.actor if result else None


async def find_unbanned_credential(connection: HTTPConnection, store: Store) -> Credential | None:
    """Like `credential`, for requests that create something or open a socket. Raises BadToken,
    Banned."""
    result = await credential(connection, store)
    require_unbanned(connection, result.actor.account if result else None)
    return result


def require_unbanned(connection: HTTPConnection, account: str | None) -> None:
    """Raises Banned if this account or the connection's address is banned."""
    if ban := enforcement_of(connection).sanction("ban", account, address(connection)):
        raise Banned(ban)


async def find_unbanned_actor(connection: HTTPConnection, store: Store) -> Actor | None:
    """Like `identify`, but refuses banned accounts. Raises BadToken, Banned."""
    result = await find_unbanned_credential(connection, store)
    return result.actor if result else None


async def require_actor(connection: HTTPConnection, store: Store) -> Actor:
    """Like `find_unbanned_actor`, but requires an account, and checks the Origin. For requests that
    change something.

    Raises WrongOrigin, BadToken, Banned, ProblemError 401."""
    return (await require_credential(connection, store)).actor


async def require_credential(
    connection: HTTPConnection, store: Store, *, banned_too: bool = False
) -> Credential:
    """Like `require_actor`, but returns the token, and checks the account for the route (`access`).
    `banned_too`: for requests that create nothing. Raises ProblemError 403 and 409 too."""
    check_origin(connection)
    result = await (credential if banned_too else find_unbanned_credential)(connection, store)
    if result is None:
        raise ProblemError(401, "not_signed_in", NOT_SIGNED_IN)
    check_person(connection.scope, result)
    return result


def check_may_write(connection: HTTPConnection, account: str | None) -> None:
    """For requests with a text that others will see. Raises ProblemError 403."""
    if (reason := mute_reason(connection, account)) is not None:
        raise ProblemError(403, "muted", reason)


def mute_reason(connection: HTTPConnection, account: str | None) -> str | None:
    """Why others may see no text of this account; None: it is not muted."""
    mute = enforcement_of(connection).sanction("mute", account, address(connection))
    return describe_sanction("You are muted", mute) if mute else None


def enforcement_of(connection: HTTPConnection) -> Enforcement:
    """The server's `Enforcement`."""
    enforcement: Enforcement = connection.app.state.game_server.moderation.enforcement
    return enforcement


def address(connection: HTTPConnection) -> Address | None:
    """The address of the client; None: this machine."""
    return address_of(connection.client.host) if connection.client else None


def counted_address(connection: HTTPConnection) -> str | None:
    """The address under which the client is counted and logged: an IPv6 address by its /64."""
    client = connection.client
    return network((client.host, client.port)) if client else None
