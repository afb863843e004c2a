"""People who keep names, with their roles, in SQL."""

import secrets
from typing import Any

import zeitnot_protocol as p

from ....rooms.text import tidy_name
from ...accounts import KeptPerson, role_of
from ...audit import OPERATOR, AuditActor
from ...errors import LastAdmin
from ...names import skeleton
from ..base import dialect
from ..base.connection import Connection
from ..people import accounts, audit, kept

_CODE_MAKER = (
    "SELECT account.role FROM audit JOIN account ON account.id = audit.actor"
    " WHERE audit.subject = ? AND audit.act = 'reset_code_made' ORDER BY audit.id DESC LIMIT 1"
)
"""The role of the person who has made an account's newest reset code; no row: the operator."""
_PERSON = "SELECT id, name, role FROM account WHERE kept_at IS NOT NULL"
_MAX_ADMINS = 100  # listed


def person_of_row(row: Any) -> KeptPerson | None:
    """The person of a row with id, name and role."""
    return KeptPerson(row[0], row[1], role_of(row[2])) if row else None


def named(connection: Connection, name: str) -> KeptPerson | None:
    """The person who keeps this name, or one that looks like it."""
    row = connection.execute(f"{_PERSON} AND handle = ?", (skeleton(name),)).fetchone()
    return person_of_row(row)


def with_id(connection: Connection, account: str) -> KeptPerson | None:
    """The person with this account."""
    return person_of_row(connection.execute(f"{_PERSON} AND id = ?", (account,)).fetchone())


def admins(connection: Connection) -> list[KeptPerson]:
    """The administrators, at most _MAX_ADMINS."""
    query = (
        f"{_PERSON} AND role = 'admin' AND role != 'player' ORDER BY kept_at LIMIT {_MAX_ADMINS}"
    )
    rows = connection.execute(query).fetchall()
    return [person for person in map(person_of_row, rows) if person is not None]


def check_not_last(connection: Connection, person: KeptPerson) -> None:
    """Raises LastAdmin if this is the only administrator. Keeps other transactions from ending
    another one until this one's end."""
    if person.role != "admin":
        return
    dialect.lock(connection, "account")
    if len(admins(connection)) == 1:
        raise LastAdmin(f"{person.name} is the only admin. Make another one first.")


def set_role(
    connection: Connection, by: AuditActor, name: str, role: p.Role, now: int
) -> KeptPerson | None:
    """See `moderation.Members`."""
    person = named(connection, name)
    if person is None or person.role == role:
        return person
    check_not_last(connection, person)
    connection.execute("UPDATE account SET role = ? WHERE id = ?", (role, person.id))
    maker = connection.execute(_CODE_MAKER, (f"account {person.id}",)).fetchone()
    if maker is not None and maker[0] != "admin":
        # A teacher has made it for a player, and must not get in as an admin by it.
        connection.execute("DELETE FROM account_code WHERE account = ?", (person.id,))
    change = f"was {person.role}, is {role}"
    audit.add(connection, by, "role_changed", f"account {person.id}", now, change)
    return person._replace(role=role)


def add(
    connection: Connection,
    by: AuditActor,
    name: str,
    role: p.Role,
    now: int,
    *,
    reserved: bool,
) -> KeptPerson:
    """Creates an account that keeps this name, without a password. `reserved`: names that suggest
    the operator are allowed. Raises BadName."""
    shown_name = tidy_name(name)
    if reserved:
        accounts.check_form(shown_name)
        accounts.check_free(connection, shown_name)
    else:
        accounts.check_name(connection, shown_name)
    kept.check_not_a_guests(shown_name)
    account, maker = secrets.token_hex(8), None if by.actor == OPERATOR else by.actor
    connection.execute(
        "INSERT INTO account (id, name, handle, bot, created_at, kept_at, role, made_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (account, shown_name, skeleton(shown_name), False, now, now, role, maker),
    )
    audit.add(connection, by, "account_made", f"account {account}", now)
    return KeptPerson(account, shown_name, role)
