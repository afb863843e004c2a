"""Accounts in SQL: guests, bots, and their names."""

import itertools
import secrets
from typing import NamedTuple

import zeitnot_protocol as p

from ....rooms.players import PlayerStats
from ....rooms.room import Actor
from ....rooms.text import tidy_name
from ...accounts import Account, DailyBotLimits, NewAccount
from ...audit import AuditActor
from ...errors import NameFixed, NameMixed, NameReserved, NameTaken, NameUnfit
from ...names import RULE, is_plain, load_tables, mixes_scripts, skeleton, unfit_sign
from ...reserved_names import is_reserved
from ...tokens import SESSION_MS, new_token
from ..base.connection import Connection, Lookup, Writer
from ..base.now import wall_ms
from . import audit, daily_bot_limits, tokens

_ACCOUNT = (
    "SELECT id, name, bot, created_at, owner,"
    " (SELECT max(last_used_at) FROM token WHERE token.account = account.id), kept_at, role"
    " FROM account"
)


MAX_BOTS = 1000  # listed
_NO_HANDLE = "\x01"  # in the handle of an account whose skeleton another has; in no skeleton


def create_guest(
    connection: Connection, name: str | None, now: int, address: str | None = None
) -> NewAccount:
    """Creates a guest, with a random name if the given one is empty after tidying. Raises NameTaken
    if the name is, or looks like, that of a bot or a kept account; NameUnfit; NameReserved;
    NameMixed."""
    shown_name = tidy_name(name or "") or random_guest_name()
    check_name(connection, shown_name)
    account = _new_account(connection, shown_name, None, now)
    expires_at = now + SESSION_MS
    token = tokens.add(connection, account, new_token(), now, "session", expires_at=expires_at)
    audit.add(connection, AuditActor(account, address), "session_made", f"account {account}", now)
    return NewAccount(account, shown_name, token.token)


def rename_guest(connection: Connection, by: AuditActor, name: str, now: int) -> str:
    """Renames the guest `by.actor`, and returns the tidied name. Raises like `create_guest`, and
    NameFixed."""
    shown_name = tidy_name(name)
    account = find(connection, by.actor)
    if (
        account is None
        or account.bot
        or account.kept_at is not None
        or renamed_by_operator(connection, by.actor)
    ):
        raise NameFixed("The name of this account cannot be changed.")
    check_name(connection, shown_name)
    if shown_name != account.name:
        connection.execute("UPDATE account SET name = ? WHERE id = ?", (shown_name, by.actor))
        change = f"was {account.name}, is {shown_name}"
        audit.add(connection, by, "name_changed", f"account {by.actor}", now, change)
    return shown_name


def renamed_by_operator(connection: Connection, account: str) -> bool:
    """Whether the operator has replaced this account's name."""
    query = "SELECT 1 FROM audit WHERE subject = ? AND act = 'renamed' LIMIT 1"
    return connection.execute(query, (f"account {account}",)).fetchone() is not None


def create_bot(
    connection: Connection,
    name: str,
    now: int,
    owner: str | None = None,
    address: str | None = None,
    limits: DailyBotLimits | None = None,
) -> NewAccount:
    """Creates a bot of this account. Raises NameTaken if the name of another bot looks the same;
    NameUnfit; NameReserved; NameMixed; TooManyBots."""
    check_form(name)
    if bot_named(connection, name):
        raise NameTaken(f"There is already a bot named {name}.")
    check_free(connection, name)
    _check(name)
    account = _new_account(connection, name, skeleton(name), now, owner)
    token = tokens.add(connection, account, new_token(), now, "bot")
    by = AuditActor(owner or account, address)
    audit.add(connection, by, "bot_made", f"account {account}", now)
    if limits is not None:
        daily_bot_limits.check(connection, limits, owner, address, now)
    return NewAccount(account, name, token.token)


def ensure_bot(
    connection: Connection, name: str, token: str, now: int, owner: str | None = None
) -> str:
    """Creates the bot of this name if necessary, and gives it this token as its only one. Returns
    its account."""
    account = bot_named(connection, name)
    if account is None:
        check_free(connection, name)
        account = _new_account(connection, name, skeleton(name), now, owner)
    connection.execute("DELETE FROM token WHERE account = ?", (account,))
    tokens.add(connection, account, token, now, "bot")
    return account


def ensure_bot_of(
    connection: Connection, owner: str, name: str, token: str, now: int
) -> str | None:
    """See `accounts.Accounts`."""
    holder = holder_of(connection, name)
    if holder is not None and (not holder.bot or owner_of(connection, holder.account) != owner):
        return None
    return ensure_bot(connection, name, token, now, owner)


def has_another_token(connection: Connection, name: str, token: str, now: int) -> bool:
    """See `accounts.Accounts`."""
    account = bot_named(connection, name)
    found = tokens.find(connection, token, now)
    if account is None or (found is not None and found.actor.account == account):
        return False
    return bool(tokens.of_account(connection, account, now))


def find(connection: Connection, account: str) -> Account | None:
    """One account."""
    row = connection.execute(f"{_ACCOUNT} WHERE id = ?", (account,)).fetchone()
    return Account(*row) if row else None


def named_like(connection: Connection, part: str, limit: int) -> list[Account]:
    """Accounts whose names contain `part`, ignoring case, the newest first."""
    names = connection.execute("SELECT id, name FROM account ORDER BY created_at DESC, id")
    folded = part.casefold()
    like = (id for id, name in names if folded in name.casefold())  # databases fold differently
    found = (find(connection, id) for id in list(itertools.islice(like, limit)))
    return [account for account in found if account is not None]


def owner_of(connection: Connection, account: str) -> str | None:
    """The owner of this account, if any."""
    row = connection.execute("SELECT owner FROM account WHERE id = ?", (account,)).fetchone()
    return row[0] if row else None


def bots_of(connection: Connection, owner: str) -> list[Account]:
    """The bots of this account, the oldest first; at most MAX_BOTS."""
    query = f"{_ACCOUNT} WHERE owner = ? AND bot ORDER BY created_at, id LIMIT {MAX_BOTS}"
    return [Account(*row) for row in connection.execute(query, (owner,))]


def stats_of(connection: Connection, account: str) -> PlayerStats:
    """How this account's games have ended."""
    query = (
        f"SELECT {', '.join(PlayerStats.__struct_fields__)} FROM player_record WHERE account = ?"
    )
    row = connection.execute(query, (account,)).fetchone()
    return PlayerStats(*row) if row else PlayerStats()


class NameHolder(NamedTuple):
    """The account that alone may have a name: a bot, or a kept account."""

    account: str
    bot: bool


def holder_of(connection: Connection, name: str) -> NameHolder | None:
    """The bot or kept account whose name is, or looks like, this one."""
    rows = connection.execute("SELECT id, bot FROM account WHERE handle = ?", (skeleton(name),))
    row = rows.fetchone()
    return NameHolder(row[0], bool(row[1])) if row else None


def bot_named(connection: Connection, name: str) -> str | None:
    """The account of the bot whose name is, or looks like, this one."""
    holder = holder_of(connection, name)
    return holder.account if holder is not None and holder.bot else None


def check_free(connection: Connection, name: str, but: str | None = None) -> None:
    """Raises NameTaken if the name is, or looks like, that of a bot or a kept account other than
    `but`."""
    holder = holder_of(connection, name)
    if holder is not None and holder.account != but:
        kind = "a bot's name" if holder.bot else "another player's name"
        raise NameTaken(f"{name} is {kind}.")


def random_guest_name() -> str:
    """A random name for a guest."""
    return f"Guest {secrets.randbelow(9000) + 1000}"


def renew_handles(connection: Connection) -> None:
    """Recomputes the handles of all bots and kept accounts with the current table of look-alikes.
    If two names now look alike, the older account gets the handle; the other keeps its old one."""
    load_tables()
    query = "SELECT id, name, handle FROM account WHERE handle IS NOT NULL ORDER BY created_at, id"
    old = {account: (name, handle) for account, name, handle in connection.execute(query)}
    new: dict[str, str] = {}
    for account, (name, _) in old.items():
        new.setdefault(skeleton(name), account)
    handles = {account: handle for handle, account in new.items()}
    changed = [
        (handles.get(account, f"{handle}{_NO_HANDLE}{account}"), account)
        for account, (_, handle) in old.items()
        if handles.get(account) != handle and (account in handles or handle in new)
    ]
    # Two passes, since one bot's new handle may still be another's old one.
    placeholders = [(f"{_NO_HANDLE}{account}", account) for _, account in changed]
    connection.executemany("UPDATE account SET handle = ? WHERE id = ?", placeholders)
    connection.executemany("UPDATE account SET handle = ? WHERE id = ?", changed)


def check_name(connection: Connection, name: str, but: str | None = None) -> None:
    """Raises NameTaken, like `check_free`; NameUnfit; NameReserved; NameMixed."""
    check_form(name)
    check_free(connection, name, but)
    _check(name)


def check_form(name: str) -> None:
    """Checks only that the name is made of letters and digits. Raises NameUnfit."""
    if not name:
        raise NameUnfit(f"{RULE}.")
    if (sign := unfit_sign(name)) is not None:
        raise NameUnfit(f"{RULE}; it cannot contain {sign} (U+{ord(sign):04X}).")
    if not is_plain(name):
        raise NameUnfit(f"{RULE}; {name} does not fit.")


def check_own_form(name: str) -> None:
    """Checks a name of something else than an account. Raises NameUnfit, NameReserved,
    NameMixed."""
    check_form(name)
    _check(name)


def _check(name: str) -> None:
    """Raises NameReserved, NameMixed."""
    if is_reserved(name):
        raise NameReserved(f"{name} is reserved for the server's operators.")
    if mixes_scripts(name):
        raise NameMixed(f"{name} mixes alphabets within a word.")


def _new_account(
    connection: Connection,
    name: str,
    handle: str | None,
    now: int,
    owner: str | None = None,
) -> str:
    account = secrets.token_hex(8)
    connection.execute(
        "INSERT INTO account (id, name, handle, bot, created_at, owner) VALUES (?, ?, ?, ?, ?, ?)",
        (account, name, handle, handle is not None, now, owner),
    )
    return account


class SqlAccounts:
    """See `accounts.Accounts`."""

    def __init__(self, writer: Writer, lookup: Lookup) -> None:
        self._writer, self._lookup = writer, lookup

    async def create_guest(self, name: str | None = None, address: str | None = None) -> NewAccount:
        return await self._writer.write(lambda c: create_guest(c, name, wall_ms(), address))

    async def rename_guest(self, by: AuditActor, name: str) -> str:
        return await self._writer.write(lambda c: rename_guest(c, by, name, wall_ms()))

    async def create_bot(
        self,
        name: str,
        owner: str | None = None,
        address: str | None = None,
        limits: DailyBotLimits | None = None,
    ) -> p.BotToken:
        new = await self._writer.write(
            lambda c: create_bot(c, name, wall_ms(), owner, address, limits)
        )
        return p.BotToken(account=new.account, name=new.name, token=new.token, owner=owner)

    async def ensure_bot(self, name: str, token: str) -> Actor:
        account = await self._writer.write(lambda c: ensure_bot(c, name, token, wall_ms()))
        return Actor(account, name, bot=True)

    async def ensure_bot_of(self, owner: str, name: str, token: str) -> Actor | None:
        account = await self._writer.write(
            lambda c: ensure_bot_of(c, owner, name, token, wall_ms())
        )
        return None if account is None else Actor(account, name, bot=True)

    async def has_another_token(self, bot: str, token: str) -> bool:
        return await self._lookup.ask(lambda c: has_another_token(c, bot, token, wall_ms()))

    async def find(self, account: str) -> Account | None:
        return await self._lookup.ask(lambda c: find(c, account))

    async def owner_of(self, bot: str) -> str | None:
        return await self._lookup.ask(lambda c: owner_of(c, bot))

    async def stats_of(self, account: str) -> PlayerStats:
        return await self._lookup.ask(lambda c: stats_of(c, account))
