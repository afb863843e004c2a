"""The database as the operator's commands have it: beside the server, in short transactions."""

import contextlib
import re
from collections.abc import Iterator

import click

from ...database import desk_at
from ...store import StoreError, WriteFailed
from ...store.accounts import Account
from ...store.audit import OPERATOR as BY_OPERATOR
from ...store.audit import By
from ...store.desk import Desk
from ..archive import database_file

OPERATOR = By(BY_OPERATOR)
_DURATION = re.compile("([1-9][0-9]{0,8})([smhdw])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


@contextlib.contextmanager
def opened(db: str | None) -> Iterator[Desk]:
    """The database. Raises click.UsageError for one that is not there or not of this version, or
    that is in use under another name, ClickException where it could not be read or written."""
    path = database_file(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    try:
        with desk_at(path) as desk:
            yield desk
    except WriteFailed as bad:
        raise click.ClickException(str(bad)) from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None


def account_of(desk: Desk, id: str) -> Account:
    """An account that there is. Raises click.UsageError."""
    found = desk.accounts.find(id)
    if found is None:
        raise click.UsageError(
            f"There is no account {id!r}; `zeitnot admin accounts --name {id}` may find it."
        )
    return found


def duration_ms(text: str) -> int:
    """`90s`, `30m`, `12h`, `7d`, `2w`. Raises click.UsageError."""
    found = _DURATION.fullmatch(text)
    if found is None:
        raise click.UsageError(f"{text!r} is no time; write it as 90s, 30m, 12h, 7d or 2w.")
    return int(found[1]) * _UNITS[found[2]] * 1000
