"""Tokens of accounts: `zn_` and 256 random bits, shown once.

The database has its SHA-256 only, without salt or slow hash: 256 random bits cannot be guessed. A
token is named by its public id, which stays when the secret is changed (`rotate`).
"""

import hashlib
import secrets
from collections.abc import Collection
from typing import NamedTuple, Protocol

from ..rooms.room import Actor
from .audit import By

PREFIX = "zn_"
MAX_TOKENS = 20
"""How many valid tokens a bot may have, former secrets included."""
SESSION_MS = 365 * 24 * 3600 * 1000
"""How long a session lasts after it was used last."""


class Credential(NamedTuple):
    """A valid token: its hash, its account, when it expires and when its use was last recorded.
    `rotated`: it has been replaced, and is valid for its grace."""

    hash: str
    actor: Actor
    expires_at: int | None = None
    last_used_at: int | None = None
    rotated: bool = False


class Token(NamedTuple):
    """A token as its owner sees it. `kind`: `session`, `bot`, or `former`: a secret that was
    replaced and is valid for a while yet."""

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


class SeatedToken(NamedTuple):
    """A valid token of an account that plays a running game."""

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
    """What is stored of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


class Tokens(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def credential(self, token: str) -> Credential | None:
        """The account of this token, if it is still valid."""

    async def of_account(self, account: str) -> list[Token]:
        """The valid tokens of an account and of the bots that it owns, the oldest first."""

    async def make(
        self, by: By, bot: str, name: str | None, expires_at: int | None
    ) -> NewToken | None:
        """Another token for a bot that `by.actor` owns; None: it owns no such bot. Raises
        TooManyTokens."""

    async def rotate(self, by: By, id: str, grace_ms: int) -> NewToken:
        """A new secret for a token of `by.actor`; the former one stays valid for `grace_ms`, as a
        token of its own, and the one before that becomes invalid. Raises NoSuchToken."""

    async def revoke(self, by: By, id: str) -> list[str]:
        """Ends a token of `by.actor`; returns the hashes that became invalid. Raises
        NoSuchToken."""

    async def log_out(self, by: By, hash: str) -> list[str]:
        """Ends the token that a request carries, as `revoke` does."""

    async def note_used(self, hashes: list[str]) -> None:
        """Records that these tokens were used now, which extends a session."""

    async def dead(self, hashes: list[str]) -> list[str]:
        """Which of these are unknown or no longer valid."""

    async def graces(self, hashes: list[str]) -> dict[str, int]:
        """Those of these that have been replaced and are still valid: until when (Unix ms)."""

    async def seated(self, games: Collection[str] | None = None) -> list[SeatedToken]:
        """The valid tokens of the players of these games, or of all, that are running or
        paused."""
