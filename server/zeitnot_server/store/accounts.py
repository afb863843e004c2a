"""Accounts: guests, bots, people who keep their names, and their names."""

from collections.abc import Collection
from sys import intern
from typing import NamedTuple, Protocol, cast

import zeitnot_protocol as p

from ..rooms.players import PlayerStats
from ..rooms.room import Actor
from .audit import AuditActor


class NewAccount(NamedTuple):
    """An account just created, with the only copy of its token."""

    account: str
    name: str
    token: str


class Account(NamedTuple):
    """An account as the operator sees it. `last_used_at`: of any of its tokens. `kept_at`: since
    when a password keeps its name; null: a guest or a bot."""

    id: str
    name: str
    bot: bool
    created_at: int
    owner: str | None
    last_used_at: int | None
    kept_at: int | None = None
    role: p.Role = "player"


class DailyBotLimits(NamedTuple):
    """How many bots may be registered within 24 hours: `by_owner` by one account, or without an
    account from one address; `from_address` from one address in all. Registrations from this
    machine are not counted by address."""

    by_owner: int
    from_address: int


def role_of(text: str) -> p.Role:
    """A stored role. Interned, so that messages leave out the usual one, their default."""
    return cast(p.Role, intern(text))


class Accounts(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def create_guest(self, name: str | None = None, address: str | None = None) -> NewAccount:
        """Creates a guest, by default with a random name. `address`: as counted (`audit`). Raises
        BadName."""

    async def rename_guest(self, by: AuditActor, name: str) -> str:
        """Renames the guest `by.actor`, and returns the tidied name. Games that the guest has
        joined keep the old name. Raises BadName; NameFixed for a bot, and for a guest whose name
        the operator has replaced (as far as the audit log goes back)."""

    async def create_bot(
        self,
        name: str,
        owner: str | None = None,
        address: str | None = None,
        limits: DailyBotLimits | None = None,
    ) -> p.BotToken:
        """Creates a bot of this account, with a token. `limits` count the bots of all nodes. Raises
        BadName, TooManyBots."""

    async def ensure_bot(self, name: str, token: str) -> Actor:
        """The house bot, created if necessary, with this token as its only one."""

    async def ensure_bot_of(self, owner: str, name: str, token: str) -> Actor | None:
        """Like `ensure_bot`, for a bot of the house bot's account `owner`. None, and nothing
        changes, if the bot of this name is not `owner`'s: somebody has registered it before the
        name was reserved."""

    async def has_another_token(self, bot: str, token: str) -> bool:
        """Whether the bot of this name has a valid token, but not this one."""

    async def find(self, account: str) -> Account | None:
        """One account."""

    async def owner_of(self, bot: str) -> str | None:
        """The account that owns this bot; None: it has no owner, only its token."""

    async def stats_of(self, account: str) -> PlayerStats:
        """How this account's games have ended."""


# ── names kept by a password ──────────────────────────────────────────────────────────────────

MAX_SESSIONS = 50
"""How many valid sessions a kept account may have; a further one ends the oldest."""


class PasswordHash:
    """The argon2id hash of a password, in the usual encoding; in no `repr` and no log."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "PasswordHash(…)"


class KeptAccount(NamedTuple):
    """An account that keeps its name, with its password's hash."""

    id: str
    name: str
    password: PasswordHash


class KeptPerson(NamedTuple):
    """A person who keeps a name."""

    id: str
    name: str
    role: p.Role


class KeptSession(NamedTuple):
    """A session just made, with the only copy of its token. `ended`: the hashes of the tokens that
    it replaces, which have become invalid. `merged`: what a guest has brought with it."""

    account: str
    name: str
    role: p.Role
    token: str
    ended: list[str]
    merged: p.Merged | None = None


class FailedSignIns(NamedTuple):
    """Sign-ins to an account that have failed, from one address (`audit`), for the audit log."""

    account: str
    address: str | None
    number: int


class KeptAccounts(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed. `device`:
    the kind of browser, for the list of sessions."""

    async def keep(
        self,
        by: AuditActor,
        name: str,
        password: PasswordHash,
        device: str | None = None,
        join_code: str | None = None,
    ) -> KeptSession:
        """Keeps this name for the guest `by.actor`, whose account stays the same. All its former
        sessions end. `join_code`: is used once more. Raises BadName, NameFixed if the operator has
        given it another name, KeptAlready if it is no guest, WrongCode."""

    async def named(self, name: str) -> KeptAccount | None:
        """The account that keeps this name, or one that looks like it."""

    async def with_id(self, account: str) -> KeptAccount | None:
        """The account with this id, if it is kept."""

    async def sign_in(
        self,
        by: AuditActor,
        verified: PasswordHash,
        device: str | None = None,
        replaced: str | None = None,
        guest: str | None = None,
    ) -> KeptSession | None:
        """Makes a session of `by.actor`, whose password was verified against this hash. None: it
        has another one by now. `replaced`: the hash of the same account's token that this session
        replaces. `guest`: a guest to merge into it, whose sessions end; that is decided here, in
        one transaction, and carried out by `MergedGuests`. Nothing is merged if it is no guest, or
        has been merged."""

    async def change_password(
        self,
        by: AuditActor,
        verified: PasswordHash,
        new: PasswordHash,
        device: str | None = None,
    ) -> KeptSession | None:
        """Changes the password of `by.actor`, ends its sessions, and makes a new one. None: like
        `sign_in`."""

    async def end_other_sessions(self, by: AuditActor, but: str) -> list[str]:
        """Ends the sessions of `by.actor` except the one with the hash `but`; returns the hashes of
        those that have ended."""

    async def has_signed_in_from(self, account: str, address: str | None) -> bool:
        """Whether this account has signed in from this address, among its RECENT_ROWS last entries
        in the audit log."""

    async def note_failures(self, failures: list[FailedSignIns]) -> None:
        """Adds these to the audit log."""


# ── merged guests ─────────────────────────────────────────────────────────────────────────────


class MergedGuest(NamedTuple):
    """A guest who has been merged into an account, at Unix milliseconds."""

    guest: str
    account: str
    at: int


class GuestsGames(NamedTuple):
    """The games whose rows still name a merged guest, as a player, as invited or as the creator:
    those that are not over, and the others."""

    unfinished: list[str]
    finished: list[str]


class MergedGuests(Protocol):
    """Moves the games of merged guests. The log is not rewritten: a room that is loaded has the
    account in the guest's place. A game in which both have a seat stays as it is. Each method may
    be repeated, and raises WriteFailed or ReadFailed."""

    async def unsettled(self) -> list[MergedGuest]:
        """The merges that are not settled, the oldest thousand."""

    async def games_of(self, merge: MergedGuest) -> GuestsGames:
        """The games that `move` would change."""

    async def move(self, merge: MergedGuest, games: Collection[str]) -> None:
        """Gives these games to the account; at most MOVED_AT_ONCE at a time."""

    async def settle(self, merge: MergedGuest) -> None:
        """Adds the guest's statistics to the account's, and marks the merge as settled, once. No
        room may name the guest any more."""


MOVED_AT_ONCE = 100  # games in a transaction, so that moves are written in between
