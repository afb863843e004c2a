"""The list of this version's migrations, for any database.

`scripts` runs them. It uses Alembic, which takes longer to import than an up-to-date database takes
to open.
"""

from dataclasses import dataclass
from pathlib import Path

from ..errors import SchemaError


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The revisions before (None: a new database) and after, and the backup if one was made."""

    before: str | None
    after: str
    backup: Path | None = None


def directory() -> Path:
    """The folder of the migrations: inside the package in a wheel, else at the repository's
    root."""
    package = Path(__file__).resolve().parents[2]
    for place in (package / "migrations", package.parents[1] / "migrations"):
        if (place / "env.py").is_file():
            return place
    raise AssertionError("the migrations ship with the package")


def newest_revision() -> str:
    """The revision of this version."""
    return revisions()[-1]


def check_known(revision: str, database: object) -> None:
    """Raises SchemaError for a revision of a later version. `database`: where it was found."""
    if revision not in revisions():
        raise SchemaError(
            f"{database} was created by a newer version of Zeitnot (revision {revision}). Use "
            "that version."
        )


def check_current(revision: str, database: object) -> None:
    """Raises SchemaError for a revision of another version. `database`: where it was found."""
    check_known(revision, database)
    if revision != newest_revision():
        raise SchemaError(
            f"{database} has schema {revision}, which is out of date. Run `zeitnot migrate`."
        )


def revisions() -> list[str]:
    """All revisions, oldest first: each migration's file begins with its own."""
    return sorted(file.name[:4] for file in (directory() / "versions").glob("[0-9]*.py"))
