"""The database as the operator's commands have it: beside the server, in short transactions."""

import contextlib
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

import click

from ...store import OtherName
from ...store.accounts import Account
from ...store.audit import OPERATOR as OPERATOR_NAME
from ...store.audit import By
from ...store.sqlite import migrate
from ...store.sqlite.accounts import find
from ...store.sqlite.connect import connect, connect_reading
from ...store.sqlite.links import check_name, is_served
from ...store.sqlite.now import wall_ms
from ..archive import database

T = TypeVar("T")
OPERATOR = By(OPERATOR_NAME)
LEAST_PAUSE_SECONDS = 0.02  # after each transaction
WAIT_MS = 15_000  # for a server that writes without a pause
_DURATION = re.compile("([1-9][0-9]{0,8})([smhdw])")
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


class Desk:
    """An open database of this version."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    @property
    def now(self) -> int:
        """Unix milliseconds."""
        return wall_ms()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """One short transaction; what `work` raises undoes it. Then others have the database for as
        long again: SQLite's lock has no queue, and a server waits no longer than 5 s for it."""
        self.connection.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        try:
            done = work(self.connection)
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        self.pause(max(LEAST_PAUSE_SECONDS, time.monotonic() - began))
        return done

    def account(self, id: str) -> Account:
        """An account that there is. Raises click.UsageError."""
        found = find(self.connection, id)
        if found is None:
            raise click.UsageError(
                f"There is no account {id!r}; `zeitnot admin accounts --name {id}` may find it."
            )
        return found

    def pause(self, seconds: float) -> None:
        """Lets others write."""
        time.sleep(seconds)


@contextlib.contextmanager
def opened(db: str | None) -> Iterator[Desk]:
    """The database. Raises click.UsageError for one that is not there or not of this version, or
    that is in use under another name, ClickException where it could not be read or written."""
    path = database(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    try:
        check_name(path)
        with contextlib.closing(connect_reading(path)) as connection:
            _check(connection)
        with contextlib.closing(connect(path)) as connection:
            connection.execute(f"PRAGMA busy_timeout={WAIT_MS}").fetchall()
            yield Desk(connection)
    except (OtherName, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    except sqlite3.OperationalError as bad:
        raise click.ClickException(f"{path}: {bad}; nothing more was changed.") from None
    except sqlite3.DatabaseError as bad:
        raise click.UsageError(f"{path}: {bad}.") from None


def _check(connection: sqlite3.Connection) -> None:
    """Raises click.UsageError for a database of another version of Zeitnot, or of none."""
    query = "SELECT count(*) FROM sqlite_schema WHERE name = 'alembic_version'"
    (known,) = connection.execute(query).fetchone()
    if not known:
        raise click.UsageError("This is no database of Zeitnot's.")
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision != migrate.head():
        raise click.UsageError(
            f"The database has schema {revision}, this program {migrate.head()};"
            " `zeitnot migrate` brings an old one up to date."
        )


def is_running(db: str | None) -> bool:
    """Whether a server has this database open."""
    return is_served(database(db).resolve())


def duration_ms(text: str) -> int:
    """`90s`, `30m`, `12h`, `7d`, `2w`. Raises click.UsageError."""
    found = _DURATION.fullmatch(text)
    if found is None:
        raise click.UsageError(f"{text!r} is no time; write it as 90s, 30m, 12h, 7d or 2w.")
    return int(found[1]) * _UNITS[found[2]] * 1000
