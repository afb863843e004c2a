"""The migrations that come with this version, for any database."""

from dataclasses import dataclass
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from ..errors import SchemaError


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The revisions before (None: a new database) and after, and the backup if one was made."""

    before: str | None
    after: str
    backup: Path | None = None


def directory() -> Path:
    """Where the migrations are: beside the package in a wheel, else at the repository's root."""
    package = Path(__file__).resolve().parents[2]
    for place in (package / "migrations", package.parents[1] / "migrations"):
        if (place / "env.py").is_file():
            return place
    raise AssertionError("the migrations ship with the package")


def config() -> Config:
    """Alembic's settings, set here instead of in an ini file."""
    config = Config()
    config.set_main_option("script_location", str(directory()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def scripts() -> ScriptDirectory:
    """The migrations themselves."""
    return ScriptDirectory.from_config(config())


def newest_revision() -> str:
    """The revision of this version."""
    head = scripts().get_current_head()
    if head is None:
        raise AssertionError("there are migrations")
    return head


def check_known(revision: str, database: object) -> None:
    """Raises SchemaError for a revision of a later version. `database`: where it was found."""
    if revision not in {known.revision for known in scripts().walk_revisions()}:
        raise SchemaError(f"{database} was made by a newer Zeitnot (revision {revision}).")
