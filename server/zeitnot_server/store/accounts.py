"""Accounts: guests, bots and their tokens.

A token is 256 random bits behind `zn_`; the database keeps its SHA-256 alone, which needs no salt
or slow hash since there is nothing to guess.
"""

import hashlib
import secrets
import sqlite3
from typing import NamedTuple

from ..rooms.room import Actor
from ..rooms.text import skeleton, tidy_name
from .errors import NameTaken

PREFIX = "zn_"


class NewAccount(NamedTuple):
    """An account just made, with the only copy of its token."""

    account: str
    name: str
    token: str


def create_guest(connection: sqlite3.Connection, name: str | None, now: int) -> NewAccount:
    """A guest; a name is made up where none is left after tidying. Raises NameTaken where the name
    is, or looks like, a bot's."""
    shown = tidy_name(name or "") or f"Guest {secrets.randbelow(9000) + 1000}"
    if _bot_named(connection, shown):
        raise NameTaken(f"{shown} is a bot's name.")
    return _create(connection, shown, None, now)


def create_bot(
    connection: sqlite3.Connection, name: str, now: int, owner: str | None = None
) -> NewAccount:
    """A bot of this account. Raises NameTaken where there is one whose name looks the same."""
    if _bot_named(connection, name):
        raise NameTaken(f"There is a bot called {name} already.")
    return _create(connection, name, skeleton(name), now, owner)


def ensure_bot(connection: sqlite3.Connection, name: str, token: str, now: int) -> str:
    """The bot of this name, made if need be, with this token and no other; answers its account."""
    account = _bot_named(connection, name)
    if account is None:
        account = _new_account(connection, name, skeleton(name), now)
    connection.execute("DELETE FROM token WHERE account = ?", (account,))
    _add_token(connection, account, token, now, "bot")
    return account


def by_token(connection: sqlite3.Connection, token: str, now: int) -> Actor | None:
    """Whose token this is, if it is still good."""
    found = connection.execute(
        "SELECT account.id, account.name, account.bot FROM token"
        " JOIN account ON account.id = token.account WHERE token.hash = ?"
        " AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)",
        (digest(token), now),
    ).fetchone()
    return Actor(found[0], found[1], bool(found[2])) if found else None


def new_token() -> str:
    """A fresh token."""
    return PREFIX + secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def _bot_named(connection: sqlite3.Connection, name: str) -> str | None:
    found = connection.execute("SELECT id FROM account WHERE handle = ?", (skeleton(name),))
    row = found.fetchone()
    return row[0] if row else None


def _create(
    connection: sqlite3.Connection,
    name: str,
    handle: str | None,
    now: int,
    owner: str | None = None,
) -> NewAccount:
    account, token = _new_account(connection, name, handle, now, owner), new_token()
    _add_token(connection, account, token, now, "session" if handle is None else "bot")
    return NewAccount(account, name, token)


def _new_account(
    connection: sqlite3.Connection,
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


def _add_token(
    connection: sqlite3.Connection, account: str, token: str, now: int, kind: str
) -> None:
    connection.execute(
        "INSERT INTO token (hash, account, created_at, kind) VALUES (?, ?, ?, ?)",
        (digest(token), account, now, kind),
    )
