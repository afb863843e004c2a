"""Classifies SQLite's errors: damage, or a full disk."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from ..errors import Damaged, causes
from ..sql.base import damage

_PERMANENT = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_NO_TEXT = "Could not decode to UTF-8"  # the message of Python's sqlite3, which has no code


class Damage(damage.Damage):
    """The damage found in an SQLite file."""

    def kind_of(self, error: BaseException) -> damage.Kind | None:
        if _code(error) == sqlite3.SQLITE_IOERR:
            return "transient"
        return "permanent" if _is_permanent(error) else None


@contextlib.contextmanager
def translating_damage(database: Path) -> Iterator[None]:
    """A context for reads without which the server cannot start: errors caused by damage are raised
    as Damaged, which says what to do."""
    try:
        yield
    except Exception as error:
        lasting = next((cause for cause in causes(error) if _is_permanent(cause)), None)
        if lasting is None:
            raise
        raise damaged(database, lasting) from error


def damaged(database: Path, error: BaseException) -> Damaged:
    """The error when damage prevents a start; it says what to do."""
    return Damaged(
        f"The database {database} is damaged ({error}). Find out how far with `zeitnot "
        "check`, and replace it with a backup with `zeitnot restore`: "
        "docs/how-to/operating.md#a-damaged-database"
    )


def is_damage(error: BaseException) -> bool:
    """Whether damage is the cause of an error."""
    return any(map(_is_permanent, causes(error)))


def _is_permanent(error: BaseException) -> bool:
    # A message that quotes a schema with invalid UTF-8 ends as a UnicodeDecodeError.
    is_by_message = isinstance(error, UnicodeDecodeError) or f"{error}".startswith(_NO_TEXT)
    return is_by_message or _code(error) in _PERMANENT


def _code(error: BaseException) -> int:
    """SQLite's primary result code; 0: not an error of SQLite's."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def is_full(error: BaseException) -> bool:
    """Whether a full disk has caused an error: by its code, or because later writes were refused
    for that reason."""
    return _code(error) == sqlite3.SQLITE_FULL or f"{error}" == "database or disk is full"
