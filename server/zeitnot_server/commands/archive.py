"""Opens the database for commands that only read it: beside a running server, without its lock."""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from zeitnot_client.commands.paths import PathType

from .. import config as configuration
from ..database import Address, Place, reading
from ..store import Damaged, StoreError
from ..store.archive import Archive

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])


class DamagedDatabase(click.ClickException):
    """The database or a copy was read, and is damaged."""

    exit_code = 1


def config_option(command: Command) -> Command:
    """Adds --config; its value is `config_file`."""
    return click.option(
        "--config",
        "config_file",
        type=PathType(path_type=Path),
        help="TOML file with settings, or ZEITNOT_CONFIG [default: none].",
    )(command)


output_option = click.option(
    "--output",
    "-o",
    type=PathType(allow_dash=True),
    default="-",
    metavar="FILE",
    help="File to write to [default: standard output].",
)


def db_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --db and --config to a command that opens the database. `db` is then the value in force,
    from the command line, the environment or the settings file."""

    @functools.wraps(command)
    def wrapper(*args: Any, config: configuration.Config, **options: Any) -> Any:
        return command(*args, db=config.db, **options)

    return settings_option(wrapper)


def settings_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Like `db_option`, for a command that needs other settings too: `config`."""

    @functools.wraps(command)
    def wrapper(*args: Any, db: str | None, config_file: Path | None, **options: Any) -> Any:
        return command(*args, config=_in_force(db, config_file), **options)

    text = (
        "Database file, sqlite:/// or postgresql:// URL, or ZEITNOT_DB [default: data/zeitnot.db]."
    )
    return click.option("--db", help=text)(config_option(wrapper))


def _in_force(db: str | None, file: Path | None) -> configuration.Config:
    """Raises click.UsageError."""
    try:
        return configuration.read({"db": db}, file=file)
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None


def database_file(db: str | None, instead: str) -> Path:
    """The database's file, for commands that only work with files; `instead`: what to do with
    PostgreSQL. Raises click.UsageError."""
    place = database_place(db)
    if isinstance(place, Address):
        raise click.UsageError(f"{place} is not a file: {instead}")
    return place


def existing_database(db: str | None, hint: str = "") -> Place:
    """The database, which must exist if it is a file. `hint`: what to do otherwise. Raises
    click.UsageError."""
    place = database_place(db)
    if isinstance(place, Path) and not place.is_file():
        raise click.UsageError(f"There is no database {place}{hint and f'; {hint}'}.")
    return place


def database_place(db: str | None) -> Place:
    """The database for the value of `db_option`. Raises click.UsageError."""
    try:
        return configuration.Config(db=db or configuration.Config().db).database()
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None


def ask(db: str | None, question: Callable[[Archive], Awaitable[T]]) -> T:
    """Runs a query on the database. Raises click.UsageError if it cannot be read, DamagedDatabase
    if it is damaged."""
    place = existing_database(db)
    try:
        return asyncio.run(_ask(place, question))
    except Damaged as bad:
        raise DamagedDatabase(str(bad)) from None
    except StoreError as bad:
        raise click.UsageError(str(bad)) from None


async def _ask(place: Place, question: Callable[[Archive], Awaitable[T]]) -> T:
    async with reading(place) as archive:
        return await question(archive)
