"""Accounts: guests, bots, and their names."""

from typing import NamedTuple, Protocol

import zeitnot_protocol as p

from ..rooms.player_stats import PlayerStats
from ..rooms.room import Actor
from .audit import By


class NewAccount(NamedTuple):
    """An account just made, with the only copy of its token."""

    account: str
    name: str
    token: str


class Account(NamedTuple):
    """An account as the operator sees it; `last_used_at`: of any of its tokens."""

    id: str
    name: str
    bot: bool
    created_at: int
    owner: str | None
    last_used_at: int | None


class BotsADay(NamedTuple):
    """How many bots may be registered within 24 hours: `by_owner`, those of nobody by the address
    that they come from; and `from_address`, by whomever. This machine's are not counted by
    address."""

    by_owner: int
    from_address: int


class Accounts(Protocol):
    """A write is durable when its await returns; each raises WriteFailed or ReadFailed."""

    async def create_guest(self, name: str | None = None, address: str | None = None) -> NewAccount:
        """A guest; without a name it gets a random one. `address`: as counted (`audit`). Raises
        BadName."""

    async def rename_guest(self, by: By, name: str) -> str:
        """Gives the guest `by.actor` another name, and returns it tidied. Games that it has joined
        keep the name that it had then. Raises BadName; NameFixed for a bot, and for a guest whose
        name the operator has replaced (as far as the audit log goes back)."""

    async def create_bot(
        self,
        name: str,
        owner: str | None = None,
        address: str | None = None,
        most: BotsADay | None = None,
    ) -> p.BotToken:
        """A bot of this account and its token. `most`: with those of all nodes. Raises BadName,
        TooManyBots."""

    async def ensure_bot(self, name: str, token: str) -> Actor:
        """The house bot, with this token as its only one."""

    async def has_another_token(self, bot: str, token: str) -> bool:
        """Whether the bot of this name has a valid token, and this is none of its tokens."""

    async def find(self, account: str) -> Account | None:
        """One account."""

    async def owner_of(self, bot: str) -> str | None:
        """The account that owns this bot; None: it belongs to whoever holds its token."""

    async def stats_of(self, account: str) -> PlayerStats:
        """How this account's games have ended."""
