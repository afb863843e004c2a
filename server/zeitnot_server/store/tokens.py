"""Tokens of accounts: `zn_` and 256 random bits, shown once; and tickets, which stand for them.

The database only has its SHA-256, without salt or slow hash, because 256 random bits cannot be
guessed. A token has a public id, which does not change when the secret does (`rotate`).
"""

import hashlib
import secrets
from collections.abc import Collection
from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from ..rooms.room import Actor
from .audit import AuditActor

PREFIX = "zn_"
MAX_TOKENS = 20
"""How many valid tokens a bot may have, former secrets included."""
DAY_MS = 24 * 3600 * 1000
SESSION_MS = 365 * DAY_MS
"""How long a guest's session lasts after its last use: it is the only way into the account."""
KEPT_IDLE_MS = 90 * DAY_MS
"""How long a kept account's session lasts after its last use."""
KEPT_MS = 365 * DAY_MS
"""How long a kept account's session lasts at most; after that, its owner signs in again."""


class Credential(NamedTuple):
    """A valid token: its hash, its account, when it expires, and when its use was last recorded.
    `rotated`: it was replaced, and is valid during its grace. `role`: of the account."""

    hash: str
    actor: Actor
    expires_at: int | None = None
    last_used_at: int | None = None
    rotated: bool = False
    role: p.Role = "player"


class Token(NamedTuple):
    """A token as its owner sees it. `kind`: `session`, `bot`, or `former`, which is a replaced
    secret in its grace. `device`: the kind of browser that signed in."""

    id: str
    hash: str
    account: str
    account_name: str
    kind: str
    name: str | None
    scopes: str
    created_at: int
    last_used_at: int | None
    expires_at: int | None
    device: str | None = None


class SeatedToken(NamedTuple):
    """A valid token of a player in a running game."""

    hash: str
    account: str
    game: str


class NewToken(NamedTuple):
    """A token just made or rotated, with the only copy of the secret.

    `former`: the hash of the secret that it replaces; `ended`: of the secret before that, if it was
    valid until now."""

    id: str
    account: str
    token: str
    expires_at: int | None
    former: str = ""
    ended: str | None = None


def new_token() -> str:
    """A fresh secret."""
    return PREFIX + secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """The hash of a token, as it is stored."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


class Tokens(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def credential(self, token: str) -> Credential | None:
        """The account of this token, if it is still valid."""

    async def of_account(self, account: str) -> list[Token]:
        """The valid tokens of an account and of the bots that it owns, the oldest first."""

    async def make(
        self, by: AuditActor, bot: str, name: str | None, expires_at: int | None
    ) -> NewToken | None:
        """Creates another token for a bot that `by.actor` owns. None: it owns no such bot. Raises
        TooManyTokens."""

    async def rotate(self, by: AuditActor, id: str, grace_ms: int) -> NewToken:
        """Replaces the secret of a token of `by.actor`. The former one stays valid for `grace_ms`,
        as a separate token, and the one before that becomes invalid. Raises NoSuchToken."""

    async def revoke(self, by: AuditActor, id: str) -> list[str]:
        """Ends a token of `by.actor`; returns the hashes that became invalid. Raises
        NoSuchToken."""

    async def log_out(self, by: AuditActor, hash: str) -> list[str]:
        """Ends the token of a request, like `revoke`."""

    async def note_used(self, hashes: list[str]) -> None:
        """Records that these tokens were used now, which extends a session."""

    async def dead(self, hashes: list[str]) -> list[str]:
        """Those of these tokens that are unknown or no longer valid."""

    async def graces(self, hashes: list[str]) -> dict[str, int]:
        """The ends (Unix ms) of the graces of those of these tokens that were replaced and are
        still valid."""

    async def seated(self, games: Collection[str] | None = None) -> list[SeatedToken]:
        """The valid tokens of the players of these games, or of all, that are running or
        paused."""


TICKET_MS = 30_000
"""How long a ticket is valid."""


class TicketLimits(NamedTuple):
    """How many unused tickets may be valid at a time."""

    of_account: int
    in_all: int


class Ticket(NamedTuple):
    """A ticket just made, with the only copy of its value. `expires_at`: Unix ms."""

    value: str
    expires_at: int


def new_ticket() -> str:
    """The value of a fresh ticket, in characters that a subprotocol may have."""
    return secrets.token_urlsafe(32)


class Tickets(Protocol):
    """Tickets, each of which signs in one socket, once. A browser can send no header of its choice
    when it opens a socket, and a token in a URL would end up in logs. So a page exchanges its token
    for a ticket, which it sends as a subprotocol. The ticket ends with the token. Each method
    raises WriteFailed or ReadFailed."""

    async def make(self, caller: Credential, limits: TicketLimits) -> Ticket:
        """Makes a ticket that stands for the caller's token. Raises TooManyTickets."""

    async def use(self, value: str) -> Credential | None:
        """Uses up a ticket, and returns the token that it stands for. None: there is no such
        ticket, it has expired or been used, on this node or another, or its token has ended."""
