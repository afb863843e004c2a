"""Migrates a database to this version's schema, before anything else opens it.

One connection, foreign keys off (SQLite changes a table by copying it, and with foreign keys on,
dropping the old table deletes its children), one transaction for all steps: it succeeds, or nothing
has changed. A database that is not empty is copied first, by VACUUM INTO.
"""

import contextlib
import os
import sqlite3
from pathlib import Path

from ..errors import ReadFailed, SchemaError
from ..owner import give
from ..sql import migrations
from ..sql.migrations import Upgrade
from .connect import prepare
from .damage import damaged, translating_damage
from .links import check_wal, undo_restore
from .lock import Lock, beside

_OF_GAMES = {"book", "event", "game", "player_record", "run", "seat"}
_OF_LOG = {"log_entry", "log_segment", "log_tail"}
_OF_PEOPLE = {"account", "audit", "merged_guest", "sanction", "ticket", "token"}
_OF_CODES = {"account_code", "deleted_account", "join_code"}
_OF_PROFILES = {"complaint", "hidden_presence", "opening", "relation"}
_OF_BOTS = {"costly_move", "fault", "graded_game"}
_OF_RATINGS = {"rating", "rating_change"}
_OF_CLUBS = {"club", "club_member", "ladder", "ladder_state", "ladder_result"}
TABLES = frozenset(
    _OF_PEOPLE | _OF_CODES | _OF_PROFILES | _OF_RATINGS | _OF_CLUBS | _OF_BOTS | _OF_GAMES | _OF_LOG
)
"""The names of this version's tables; `sql.base.tables` and `log.tables` describe them."""
_REVISION_TABLE = "alembic_version"
_SEVERAL_REVISIONS = "it says that it has several revisions at a time"


def upgrade(database: Path, wait_s: float = 0.0) -> Upgrade:
    """Takes the lock file, waiting at most `wait_s` for it, and migrates. Raises DatabaseInUse,
    SchemaError, ReadFailed, OSError."""
    with Lock(database, wait_s):
        return upgrade_locked(database)


def upgrade_locked(database: Path) -> Upgrade:
    """Like `upgrade`, for a caller that holds the lock already. Raises OtherName, SchemaError,
    ReadFailed, Damaged, OSError."""
    undo_restore(database)
    check_wal(database)
    prepare(database)
    head = migrations.newest_revision()
    before = _revision(database, head)
    if before == head:
        return Upgrade(before, head)
    if before is not None:
        migrations.check_known(before, database)
    from . import steps  # Alembic is slow to import, and rarely needed

    with translating_damage(database):
        saved = back_up(database, before) if before is not None else None
        with steps.opened(database) as connection:
            steps.run(connection, head)
    return Upgrade(before, head, saved)


def known_revision(connection: sqlite3.Connection, database: Path) -> str:
    """The revision of a database that this version can open or upgrade.

    Raises SchemaError, sqlite3.Error."""
    try:
        rows = connection.execute(f"SELECT version_num FROM {_REVISION_TABLE}").fetchall()
    except sqlite3.OperationalError:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # can it be read?
        rows = []
    except UnicodeDecodeError as bad:  # SQLite's message quotes the schema
        raise sqlite3.DatabaseError(f"malformed database schema ({bad})") from bad
    if not rows:
        raise SchemaError(f"{database} is not a Zeitnot database.")
    if len(rows) > 1:
        raise damaged(database, ValueError(_SEVERAL_REVISIONS))
    migrations.check_known(rows[0][0], database)
    return str(rows[0][0])


def back_up(database: Path, revision: str) -> Path:
    """A copy beside the database, readable by its owner only; older copies are kept. Raises
    SchemaError, OSError."""
    for number in range(1, 1000):
        path = beside(database, f".before-{revision}-{number}")
        with contextlib.suppress(FileExistsError):
            fd = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            break
    try:
        give(fd, path, database)
    except OSError:
        path.unlink()
        raise
    finally:
        os.close(fd)
    try:
        with contextlib.closing(_connect(database)) as connection:
            connection.execute("VACUUM INTO ?", (str(path),))
    except sqlite3.Error as error:
        path.unlink()
        raise SchemaError(f"No backup could be made, so nothing was changed: {error}.") from error
    return path


def _revision(database: Path, head: str) -> str | None:
    """The database's revision; None: it is empty. Raises Damaged if it is `head` and one of this
    version's tables is missing, SchemaError, ReadFailed."""
    try:
        with contextlib.closing(_connect(database)) as connection:
            revisions, tables, is_empty = _look(connection)
    except UnicodeDecodeError as error:
        raise damaged(database, error) from error
    except sqlite3.OperationalError as error:
        raise ReadFailed(f"{database} cannot be read: {error}.") from error
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_NOTADB:
            raise damaged(database, error) from error
        raise SchemaError(
            f"{database} is not a database; if it was one, its first page is damaged."
        ) from None
    if not revisions and not is_empty:
        raise SchemaError(f"{database} is not a Zeitnot database.")
    if len(revisions) > 1:
        raise damaged(database, ValueError(_SEVERAL_REVISIONS))
    if revisions == [head] and (missing := TABLES - tables):
        raise damaged(database, ValueError(f"table {min(missing)} is missing"))
    return revisions[0] if revisions else None


def _look(connection: sqlite3.Connection) -> tuple[list[str], set[str], bool]:
    """The revisions in a database, its tables, and whether it is empty."""
    schema = connection.execute("SELECT type, name FROM sqlite_schema").fetchall()
    tables = {str(name) for kind, name in schema if kind == "table"}
    if _REVISION_TABLE not in tables:
        return [], tables, not schema
    rows = connection.execute(f"SELECT version_num FROM {_REVISION_TABLE}").fetchall()
    return [str(revision) for (revision,) in rows], tables, False


def _connect(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(database, isolation_level=None)
