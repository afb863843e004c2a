"""Keys to accounts: a token is 256 random bits behind `zn_`, and is told once.

The database keeps its SHA-256 alone, which needs no salt or slow hash since there is nothing to
guess. People speak of it by its public id, which stays when the secret is changed (`rotate`).
"""

import hashlib
import secrets
from typing import NamedTuple, Protocol

from ..rooms.room import Actor
from .audit import By

PREFIX = "zn_"
MOST = 20
"""Good ones of one account, former secrets included, when another is made."""
SESSION_MS = 365 * 24 * 3600 * 1000
"""How long a session lasts after it was used last."""


class Credential(NamedTuple):
    """A token that is good: its hash, whose it is, until when, and its use as far as is noted."""

    hash: str
    actor: Actor
    expires_at: int | None = None
    last_used_at: int | None = None


class Token(NamedTuple):
    """A token as its owner sees it. `kind`: `session`, `bot`, or `former`: a secret that was
    replaced and is good for a while yet."""

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


class NewToken(NamedTuple):
    """A token just made, or made anew, with the only copy of the secret.

    `former`: the hash of the secret that it replaces; `ended`: of the one before, if that was good
    until now."""

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
        """Whose token this is, if it is still good."""

    async def of_account(self, account: str) -> list[Token]:
        """The good tokens of an account and of the bots that it owns, the oldest first."""

    async def make(
        self, by: By, bot: str, name: str | None, expires_at: int | None
    ) -> NewToken | None:
        """Another token for a bot that `by.actor` owns; None: it owns none such. Raises
        TooManyTokens."""

    async def rotate(self, by: By, id: str, grace_ms: int) -> NewToken:
        """A new secret for a token of `by.actor`; the former one is good for `grace_ms` yet, as a
        token of its own, and the one before that for no longer. Raises NoSuchToken."""

    async def revoke(self, by: By, id: str) -> list[str]:
        """Ends a token of `by.actor`; returns the hashes of what is good no more. Raises
        NoSuchToken."""

    async def log_out(self, by: By, hash: str) -> list[str]:
        """Ends the token that somebody has come with, as `revoke` does."""

    async def note_used(self, hashes: list[str]) -> None:
        """These tokens have been used just now; a session lasts the longer for it."""

    async def dead(self, hashes: list[str]) -> list[str]:
        """Which of these are not, or no longer, good."""
