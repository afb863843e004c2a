"""Passkeys: keys with which people sign in without a name and a password (W3C Web Authentication).

The server has only public keys. To sign in, an authenticator signs a challenge, which can be
answered once, soon, and only by the session or browser for which it was made. Challenges are in the
database, so the answer may reach any node.
"""

import secrets
from typing import NamedTuple, Protocol

from .accounts import KeptSession
from .audit import AuditActor

MAX_PASSKEYS = 10
"""How many passkeys an account may have."""
CHALLENGE_MS = 5 * 60 * 1000
"""How long a challenge can be answered."""
MAX_CHALLENGES = 10_000
"""How many unanswered challenges there may be; a further one ends the oldest. So a flood shortens
the time for an answer, but shuts nobody out."""


class Passkey(NamedTuple):
    """A passkey. `id`: public, and gives no access; `credential`: the authenticator's id for it,
    base64url; `public_key`: COSE, base64url; `sign_count`: of its last use, 0 if the authenticator
    does not count. `origin`: of the page on which it was made, where alone it signs in.
    `transports`: how browsers reach the authenticator."""

    id: str
    account: str
    credential: str
    public_key: str
    sign_count: int
    origin: str
    transports: tuple[str, ...]
    name: str
    created_at: int
    last_used_at: int | None


class NewPasskey(NamedTuple):
    """A passkey to be stored; its fields are those of `Passkey`."""

    credential: str
    public_key: str
    sign_count: int
    origin: str
    transports: tuple[str, ...]
    name: str


class PasskeySignIn(NamedTuple):
    """A passkey has signed a challenge. `sign_count`: what the authenticator now says."""

    id: str
    account: str
    sign_count: int


def new_challenge() -> bytes:
    """A fresh challenge."""
    return secrets.token_bytes(32)


class Passkeys(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed. `holder`:
    who may answer a challenge; any text that nobody else has."""

    async def make_challenge(self, holder: str) -> bytes:
        """Makes a challenge."""

    async def use_challenge(self, challenge: bytes, holder: str) -> bool:
        """Uses up a challenge. False: there is no such challenge for this holder, it has expired or
        been used, on this node or another."""

    async def add(self, by: AuditActor, token: str, new: NewPasskey) -> Passkey | None:
        """Adds a passkey to the kept account `by.actor`. `token`: the hash of the session that does
        it. None: that session has ended, or a passkey with this credential exists. Raises
        TooManyPasskeys."""

    async def of_account(self, account: str) -> list[Passkey]:
        """The passkeys of an account, the oldest first."""

    async def with_credential(self, credential: str) -> Passkey | None:
        """The passkey with this credential's id."""

    async def rename(self, account: str, id: str, name: str) -> Passkey | None:
        """Renames a passkey of this account. None: it has no such passkey."""

    async def remove(self, by: AuditActor, id: str) -> bool:
        """Removes a passkey of `by.actor`. False: it has no such passkey."""

    async def sign_in(
        self,
        by: AuditActor,
        use: PasskeySignIn,
        device: str | None = None,
        replaced: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        """Makes a session of `by.actor`, like `KeptAccounts.sign_in`. None: the passkey has been
        removed, or has been used with this count or a higher one, so there is a copy of it."""
