"""Damage found in the database; any thread may report it.

Each place is reported once. Damage lasts until the server ends: what was read is not what was
written, and nobody knows what else is wrong. An I/O error is over when the same place can be read
again.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import Damaged

_LASTING = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_NO_TEXT = "Could not decode to UTF-8"  # the message of Python's sqlite3, which has no code


class Damage:
    """The findings, by place."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self._passing: set[str] = set()
        self._tell: Callable[[str, str | None], None] = lambda place, what: None

    def tell(self, hear: Callable[[str, str | None], None]) -> None:
        """Sets the callback for each place, with what is wrong there, or None: it can be read
        again. It is called on any thread, and now for what has been found already."""
        self._tell = hear
        for place, description in list(self.found.items()):
            hear(place, description)

    def report(self, place: str, error: BaseException) -> None:
        """An error has occurred there; ignored if it is no sign of damage."""
        if _code(error) == sqlite3.SQLITE_IOERR:
            self._passing.add(place)
            self.note(place, f"{error}")
        elif _is_permanent(error):
            self._passing.discard(place)
            self.note(place, f"{error}")

    def note(self, place: str, description: str) -> None:
        """Something is wrong there."""
        if place not in self.found:
            self.found[place] = description
            self._tell(place, description)

    def well(self, place: str) -> None:
        """This place has been read without an error."""
        if self._passing and place in self._passing:
            self._passing.discard(place)
            self.found.pop(place, None)
            self._tell(place, None)

    def __str__(self) -> str:
        return "; ".join(
            f"{place}: {description}" for place, description in list(self.found.items())
        )


@contextlib.contextmanager
def legible(database: Path) -> Iterator[None]:
    """For reads without which the server cannot start: an error caused by damage is raised as
    Damaged, which says what to do."""
    try:
        yield
    except Exception as error:
        lasting = next((cause for cause in _causes(error) if _is_permanent(cause)), None)
        if lasting is None:
            raise
        raise damaged(database, lasting) from error


def damaged(database: Path, error: BaseException) -> Damaged:
    """The error when damage prevents a start; it says what to do."""
    return Damaged(
        f"The database {database} is damaged ({error}). See how far with `zeitnot check`, and put a"
        " backup in its place with `zeitnot restore`: docs/how-to/operating.md#a-damaged-database"
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _is_permanent(error: BaseException) -> bool:
    # A message that quotes a schema which is no UTF-8 ends as a UnicodeDecodeError.
    told = isinstance(error, UnicodeDecodeError) or f"{error}".startswith(_NO_TEXT)
    return told or _code(error) in _LASTING


def _code(error: BaseException) -> int:
    """SQLite's primary result code; 0: not an error of SQLite's."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
