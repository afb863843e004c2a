"""Accounts: guests, bots, and their names."""

from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from ..rooms.player_stats import PlayerStats
from ..rooms.room import Actor
from .audit import AuditActor


class NewAccount(NamedTuple):
    """An account just created, with the only copy of its token."""

    account: str
    name: str
    token: str


class Account(NamedTuple):
    """An account as the operator sees it. `last_used_at`: of any of its tokens."""

    id: str
    name: str
    bot: bool
    created_at: int
    owner: str | None
    last_used_at: int | None


class DailyBotLimits(NamedTuple):
    """How many bots may be registered within 24 hours: `by_owner` by one account, or without an
    account from one address; `from_address` from one address in all. Registrations from this
    machine are not counted by address."""

    by_owner: int
    from_address: int


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
