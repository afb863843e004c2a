"""Opens the database for the operator's commands, which use short transactions beside a server."""

import contextlib
import re
from collections.abc import Iterator

import click

from ...database import open_admin_store
from ...store import StoreError, WriteFailed
from ...store.accounts import Account, KeptPerson
from ...store.admin import AdminStore
from ...store.audit import OPERATOR as BY_OPERATOR
from ...store.audit import AuditActor
from ..archive import existing_database

OPERATOR = AuditActor(BY_OPERATOR)
_DURATION = re.compile("([1-9][0-9]{0,8})([smhdw])")
_UNIT_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


@contextlib.contextmanager
def opened(db: str | None) -> Iterator[AdminStore]:
    """Opens the database. Raises click.UsageError if it does not exist, is not of this version, or
    is in use under another name; ClickException if it could not be read or written."""
    place = existing_database(db)
    try:
        with open_admin_store(place) as admin:
            yield admin
    except WriteFailed as bad:
        raise click.ClickException(str(bad)) from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None


def require_account(admin: AdminStore, id: str) -> Account:
    """The account with this id. Raises click.UsageError if there is none."""
    account = admin.accounts.find(id)
    if account is None:
        raise click.UsageError(
            f"There is no account {id!r}; `zeitnot admin accounts --name {id}` may find it."
        )
    return account


def require_person(admin: AdminStore, name: str) -> KeptPerson:
    """The person who keeps this name, or has this account id. Raises click.UsageError."""
    person = admin.members.named(name)
    if person is None:
        raise click.UsageError(
            f"No person keeps the name {name!r}; `zeitnot admin accounts --name {name}` lists"
            " guests and bots too."
        )
    return person


def duration_ms(text: str) -> int:
    """Parses `90s`, `30m`, `12h`, `7d`, `2w`. Raises click.UsageError."""
    match = _DURATION.fullmatch(text)
    if match is None:
        raise click.UsageError(f"{text!r} is not a duration; write it as 90s, 30m, 12h, 7d or 2w.")
    return int(match[1]) * _UNIT_SECONDS[match[2]] * 1000
