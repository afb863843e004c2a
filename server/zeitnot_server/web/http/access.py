"""Who may use what: a row for each route, each socket, and each message on a socket.

A token has `all` scopes or some. One of those in the row is enough; a row without scopes needs
`all`. Where no token is needed, a token without the scope is refused nevertheless, so that a client
never gets less than it believes. `identity` and the sockets' readers apply the rows;
docs/reference/access.md lists them, and tests/security/test_access_table.py tries every one.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from starlette.types import Scope as AsgiScope

import zeitnot_protocol as p

from ...store import Credential
from .problems import ProblemError

Who = Literal["anyone", "signed in", "kept", "teacher", "admin"]
Scopes = frozenset[p.Scope]

EACH: Scopes = frozenset(get_args(p.Scope))
NONE: Scopes = frozenset()
READS: Scopes = frozenset({"read", "play", "bot"})
PLAYS: Scopes = frozenset({"play", "bot"})
ANSWERS: Scopes = frozenset({"challenge", "bot"})
OWN_BOT: Scopes = frozenset({"read", "bot"})
ONLY_READ: Scopes = frozenset({"read"})
ONLY_CHALLENGE: Scopes = frozenset({"challenge"})
ONLY_BOT: Scopes = frozenset({"bot"})
ONLY_ORGANISE: Scopes = frozenset({"organise"})
ON_LADDERS: Scopes = frozenset({"challenge", "organise"})

ROLES: Mapping[Who, frozenset[p.Role]] = {
    "teacher": frozenset({"teacher", "admin"}),
    "admin": frozenset({"admin"}),
}
"""The roles that a row asks for; a row without an entry asks for none."""


class Rule(NamedTuple):
    """Who may do something, and the scopes of which a token needs one."""

    who: Who
    scopes: Scopes


CLOSED = Rule("admin", NONE)
"""The rule for a route without a row."""
RULE = "zeitnot.rule"
"""Key in the ASGI scope: the rule of the route."""

ROUTES: Mapping[tuple[str, str], Rule] = {
    ("POST", "/api/v1/session"): Rule("anyone", EACH),
    ("PATCH", "/api/v1/session"): Rule("signed in", NONE),
    ("DELETE", "/api/v1/session"): Rule("signed in", EACH),
    ("DELETE", "/api/v1/sessions"): Rule("signed in", NONE),
    ("POST", "/api/v1/sign-in"): Rule("anyone", NONE),
    ("POST", "/api/v1/account"): Rule("signed in", NONE),
    ("PUT", "/api/v1/account/password"): Rule("kept", NONE),
    ("POST", "/api/v1/account/reset"): Rule("anyone", NONE),
    ("POST", "/api/v1/account/link"): Rule("anyone", NONE),
    ("POST", "/api/v1/sign-in/options"): Rule("anyone", NONE),
    ("POST", "/api/v1/sign-in/passkey"): Rule("anyone", NONE),
    ("GET", "/api/v1/passkeys"): Rule("anyone", ONLY_READ),
    ("POST", "/api/v1/passkey-options"): Rule("kept", NONE),
    ("POST", "/api/v1/passkeys"): Rule("kept", NONE),
    ("PATCH", "/api/v1/passkeys/{id}"): Rule("kept", NONE),
    ("DELETE", "/api/v1/passkeys/{id}"): Rule("kept", NONE),
    ("GET", "/api/v1/account/export"): Rule("signed in", ONLY_READ),
    ("DELETE", "/api/v1/account"): Rule("kept", NONE),
    ("GET", "/api/v1/tokens"): Rule("signed in", ONLY_READ),
    ("POST", "/api/v1/tokens"): Rule("signed in", NONE),
    ("POST", "/api/v1/tokens/{id}/rotate"): Rule("signed in", EACH),  # others than its own: NONE
    ("DELETE", "/api/v1/tokens/{id}"): Rule("signed in", NONE),
    ("POST", "/api/v1/tickets"): Rule("signed in", EACH),
    ("GET", "/api/v1/people"): Rule("teacher", ONLY_ORGANISE),
    ("POST", "/api/v1/people"): Rule("teacher", ONLY_ORGANISE),
    ("POST", "/api/v1/people/{name}/reset-code"): Rule("teacher", NONE),
    ("PUT", "/api/v1/people/{name}/role"): Rule("admin", NONE),
    ("GET", "/api/v1/people/{name}"): Rule("anyone", EACH),
    ("GET", "/api/v1/people/{name}/against/{other}"): Rule("anyone", EACH),
    ("GET", "/api/v1/people/{name}/ratings"): Rule("anyone", EACH),
    ("GET", "/api/v1/ratings"): Rule("anyone", EACH),
    ("GET", "/api/v1/following"): Rule("signed in", ONLY_READ),
    ("PUT", "/api/v1/following/{name}"): Rule("signed in", NONE),
    ("DELETE", "/api/v1/following/{name}"): Rule("signed in", NONE),
    ("GET", "/api/v1/blocked"): Rule("signed in", ONLY_READ),
    ("POST", "/api/v1/blocked"): Rule("signed in", NONE),
    ("DELETE", "/api/v1/blocked/{name}"): Rule("signed in", NONE),
    ("GET", "/api/v1/presence"): Rule("signed in", ONLY_READ),
    ("PUT", "/api/v1/presence"): Rule("signed in", NONE),
    ("POST", "/api/v1/complaints"): Rule("signed in", NONE),
    ("GET", "/api/v1/clubs"): Rule("anyone", EACH),
    ("POST", "/api/v1/clubs"): Rule("kept", NONE),
    ("GET", "/api/v1/clubs/{slug}"): Rule("anyone", EACH),
    ("PATCH", "/api/v1/clubs/{slug}"): Rule("kept", ONLY_ORGANISE),
    ("DELETE", "/api/v1/clubs/{slug}"): Rule("kept", NONE),
    ("GET", "/api/v1/clubs/{slug}/members"): Rule("anyone", EACH),
    ("POST", "/api/v1/clubs/{slug}/members"): Rule("kept", NONE),
    # To or from `leader`: NONE.
    ("PUT", "/api/v1/clubs/{slug}/members/{name}"): Rule("kept", ONLY_ORGANISE),
    ("DELETE", "/api/v1/clubs/{slug}/members/{name}"): Rule("kept", NONE),
    ("GET", "/api/v1/clubs/{slug}/code"): Rule("signed in", ONLY_ORGANISE),
    ("POST", "/api/v1/clubs/{slug}/code"): Rule("kept", ONLY_ORGANISE),
    ("DELETE", "/api/v1/clubs/{slug}/code"): Rule("kept", ONLY_ORGANISE),
    ("GET", "/api/v1/clubs/{slug}/ratings"): Rule("anyone", EACH),
    ("GET", "/api/v1/clubs/{slug}/ladders/{game}"): Rule("anyone", EACH),
    ("PUT", "/api/v1/clubs/{slug}/ladders/{game}"): Rule("kept", ONLY_ORGANISE),
    ("DELETE", "/api/v1/clubs/{slug}/ladders/{game}"): Rule("kept", NONE),
    ("POST", "/api/v1/clubs/{slug}/ladders/{game}/places"): Rule("kept", ONLY_CHALLENGE),
    # The caller's own place: ONLY_CHALLENGE. Those of others: ONLY_ORGANISE.
    ("DELETE", "/api/v1/clubs/{slug}/ladders/{game}/places/{name}"): Rule("kept", ON_LADDERS),
    ("POST", "/api/v1/clubs/{slug}/ladders/{game}/challenges"): Rule("kept", ONLY_CHALLENGE),
    ("PUT", "/api/v1/clubs/{slug}/ladders/{game}/challenges/{number}"): Rule(
        "kept", ONLY_CHALLENGE
    ),
    ("GET", "/api/v1/own-clubs"): Rule("signed in", ONLY_READ),
    ("GET", "/api/v1/accounts/{account}"): Rule("anyone", EACH),
    ("POST", "/api/v1/bots"): Rule("anyone", NONE),
    ("GET", "/api/v1/bots/{name}"): Rule("anyone", EACH),
    ("GET", "/api/v1/bots/{name}/faults"): Rule("signed in", OWN_BOT),
    ("GET", "/api/v1/bots/{name}/losses"): Rule("signed in", OWN_BOT),
    ("POST", "/api/v1/faults"): Rule("signed in", ONLY_BOT),
    ("POST", "/api/v1/games"): Rule("signed in", ONLY_CHALLENGE),
    ("POST", "/api/v1/imports"): Rule("signed in", ONLY_CHALLENGE),
    ("GET", "/api/v1/games"): Rule("anyone", READS),
    ("GET", "/api/v1/games/{id}"): Rule("anyone", READS),
    ("GET", "/api/v1/games/{id}/export"): Rule("anyone", EACH),
    ("GET", "/api/v1/games/{id}/values"): Rule("anyone", EACH),
    ("GET", "/api/v1/exports"): Rule("anyone", ONLY_READ),
    ("GET", "/api/v1/books"): Rule("anyone", EACH),
    ("GET", "/api/v1/books/{scope}/{game}"): Rule("anyone", EACH),
    ("GET", "/api/v1/catalogue"): Rule("anyone", EACH),
}
SOCKETS: Mapping[str, Rule] = {
    "/ws/lobby": Rule("anyone", EACH - ONLY_ORGANISE),
    "/ws/games/{id}": Rule("anyone", READS),
}
_PLAY = Rule("signed in", PLAYS)
MESSAGES: Mapping[type[p.Message], Rule] = {
    p.Hello: Rule("anyone", EACH),
    **dict.fromkeys((p.Sit, p.Leave, p.Ready, p.Move, p.Resign, p.Draw, p.Takeback), _PLAY),
    **dict.fromkeys((p.Adjourn, p.ResumeWish, p.Abort, p.Claim), _PLAY),
    **dict.fromkeys((p.RematchWish, p.NoRematch), _PLAY),
    **dict.fromkeys((p.Chat, p.Info), _PLAY),
    p.Watch: Rule("anyone", EACH),  # as a bot that is online: ONLY_BOT
    **dict.fromkeys((p.Accept, p.Decline), Rule("signed in", ANSWERS)),
    **dict.fromkeys((p.Seek, p.EndSeek), Rule("signed in", ONLY_CHALLENGE)),
}


def permits(scopes: str, needed: Scopes) -> bool:
    """Whether a token with these scopes, as it is stored, has one of those needed, or all."""
    return scopes == p.ALL_SCOPES or not needed.isdisjoint(scopes.split(","))


def refused_messages(credential: Credential | None) -> frozenset[type[p.Message]]:
    """The messages for which this token lacks the scope."""
    if credential is None or credential.scopes == p.ALL_SCOPES:
        return frozenset()
    refused = (m for m, rule in MESSAGES.items() if not permits(credential.scopes, rule.scopes))
    return frozenset(refused)


def may_be_online(credential: Credential | None) -> bool:
    """Whether this token may say that a bot is online."""
    return credential is None or permits(credential.scopes, ONLY_BOT)


def without_scope(needed: Scopes) -> str:
    """The refusal of a token, in words."""
    names = " or ".join(sorted(needed))
    return f"This token has not the scope {names}." if names else "This token has not all scopes."


def check_scope(scope: AsgiScope, credential: Credential) -> None:
    """Checks a token for the route of this ASGI scope. Raises ProblemError 403."""
    rule: Rule = scope.get(RULE, CLOSED)
    require_scope(credential, rule.scopes)


def require_scope(credential: Credential, needed: Scopes) -> None:
    """Raises ProblemError 403 for a token without any of these scopes."""
    if not permits(credential.scopes, needed):
        raise ProblemError(403, "no_scope", without_scope(needed))


def check_person(scope: AsgiScope, credential: Credential) -> None:
    """Checks the account of a token for the route of this ASGI scope. Raises ProblemError 403,
    409."""
    rule: Rule = scope.get(RULE, CLOSED)
    if rule.who == "kept" and not credential.actor.kept:
        raise ProblemError(409, "not_kept", "You are a guest. Keep your name first: POST account.")
    if (roles := ROLES.get(rule.who)) is not None and credential.role not in roles:
        names = " or ".join(sorted(roles, reverse=True))
        raise ProblemError(403, "not_permitted", f"Only a {names} may do this.")
