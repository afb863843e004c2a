"""Tokens of accounts: `zn_` and 256 random bits, shown once; tickets, which stand for them; and
one-time codes and passkeys, with which people get into their accounts.

The database only has its SHA-256, without salt or slow hash, because 256 random bits cannot be
guessed. A token has a public id, which does not change when the secret does (`rotate`).
"""

import hashlib
import math
import secrets
from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

import zeitnot_protocol as p

from ..rooms.room import Actor
from .accounts import KeptPerson, KeptSession, PasswordHash
from .audit import AuditActor

PREFIX = "zn_"
MAX_TOKENS = 20
"""How many valid tokens a bot may have, former secrets included; and a person, besides
sessions."""
DAY_MS = 24 * 3600 * 1000
SESSION_MS = 365 * DAY_MS
"""How long a guest's session lasts after its last use: it is the only way into the account."""
KEPT_IDLE_MS = 90 * DAY_MS
"""How long a kept account's session lasts after its last use."""
KEPT_MS = 365 * DAY_MS
"""How long a kept account's session lasts at most; after that, its owner signs in again."""


class Credential(NamedTuple):
    """A valid token: its hash, its account, when it expires, and when its use was last recorded.
    `rotated`: it was replaced, and is valid during its grace. `role`: of the account. `scopes`:
    what the token permits, separated by commas, or `all`."""

    hash: str
    actor: Actor
    expires_at: int | None = None
    last_used_at: int | None = None
    rotated: bool = False
    role: p.Role = "player"
    scopes: str = p.ALL_SCOPES


class Token(NamedTuple):
    """A token as its owner sees it. `kind`: `session`, `bot`, `personal`, or `former`, which is a
    replaced secret in its grace. `device`: the kind of browser that signed in."""

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
        self,
        by: AuditActor,
        account: str,
        name: str | None,
        expires_at: int | None,
        scopes: str = p.ALL_SCOPES,
    ) -> NewToken | None:
        """Creates another token for a bot that `by.actor` owns, or for `by.actor` itself, whose
        name is kept. None: it owns no such bot, or is a guest. Raises TooManyTokens."""

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


# ── tickets ───────────────────────────────────────────────────────────────────────────────────


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


# ── one-time codes ────────────────────────────────────────────────────────────────────────────

CodeKind = Literal["reset", "link"]
"""What a code does: sets a new password, or signs in."""
CODE_MS: dict[CodeKind, int] = {"reset": DAY_MS, "link": 15 * 60 * 1000}
"""How long a code is valid, by its kind."""
CLASS_CODE_DAYS = 7
"""How long the code of an account that was made for somebody else is valid, unless another number
of days was asked for. Until it is used, there is nothing in the account to be taken."""
ALPHABET = "BCDFGHJKMNPQRTVWXYZ3479"
"""No two of these look alike, and there are no vowels, so that no code is a word."""
CODE_GROUPS, GROUP_SIGNS = 3, 5
CODE_BITS = CODE_GROUPS * GROUP_SIGNS * math.log2(len(ALPHABET))
_LOOKALIKES = str.maketrans("826", "BZG")  # the digits that are in no code


def new_code() -> str:
    """A fresh code, such as `BDFGH-JKM34-79XYZ`, with CODE_BITS random bits."""
    groups = ("".join(map(secrets.choice, [ALPHABET] * GROUP_SIGNS)) for _ in range(CODE_GROUPS))
    return "-".join(groups)


def code_digest(code: str) -> str:
    """The hash of a code, as it is stored; the same for every way to type it."""
    signs = "".join(filter(str.isalnum, code.upper())).translate(_LOOKALIKES)
    return digest(f"code {signs}")


class NewCode(NamedTuple):
    """A one-time code just made, with its only copy. `account`, `name`: for whom."""

    account: str
    name: str
    code: str
    expires_at: int


class JoinCode(NamedTuple):
    """A code with which people may keep names, without its secret. `max_uses`, `expires_at` None:
    no bound."""

    id: str
    note: str | None
    made_at: int
    expires_at: int | None
    uses: int
    max_uses: int | None
    ended_at: int | None

    def is_valid(self, now_ms: int) -> bool:
        """Whether a name may be kept by it at this instant (Unix ms)."""
        in_time = self.expires_at is None or now_ms < self.expires_at
        is_left = self.max_uses is None or self.uses < self.max_uses
        return self.ended_at is None and in_time and is_left


class Codes(Protocol):
    """One-time codes: each is used up by the write that it permits, and a further one of the same
    account and kind replaces it. Each method raises WriteFailed or ReadFailed."""

    async def make_reset(
        self, by: AuditActor, name: str, roles: Collection[p.Role]
    ) -> NewCode | None:
        """Makes a code with which the person of this name sets a new password. For a player who
        has none yet it lasts CLASS_CODE_DAYS. None: nobody with one of these roles keeps this
        name."""

    async def account_of_reset(self, name: str, code: str) -> str | None:
        """The account of a valid reset code, if it keeps this name."""

    async def reset(
        self,
        by: AuditActor,
        code: str,
        password: PasswordHash,
        device: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        """Uses up the reset code of `by.actor`, sets its password, removes its passkeys, ends its
        sessions and tokens, and makes a session. `guest`: to merge into it, as in
        `KeptAccounts.sign_in`. None: the code has been used or has expired."""

    async def account_of_link(self, code: str) -> KeptPerson | None:
        """The account of a valid code that signs in."""

    async def sign_in(
        self,
        by: AuditActor,
        code: str,
        password: PasswordHash | None = None,
        device: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        """Uses up the code of `by.actor` that signs in, and makes a session. `password`: sets it,
        which removes passkeys and ends the other sessions and tokens. `guest`, None: like
        `reset`."""


# ── passkeys ──────────────────────────────────────────────────────────────────────────────────


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
    """Passkeys, with which people sign in without a name and a password (W3C Web Authentication).
    To sign in, an authenticator signs a challenge, which can be answered once, soon, and only by
    the session or browser for which it was made, its `holder`: any text that nobody else has.
    Challenges are in the database, so the answer may reach any node. Each method raises WriteFailed
    or ReadFailed."""

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
