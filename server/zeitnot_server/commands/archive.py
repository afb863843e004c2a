"""The database as commands read it: beside a running server, without its lock, read only."""

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from .. import config as configuration
from ..store import Damaged, ReadFailed, StoreError
from ..store.sqlite.books import SqliteBookReads
from ..store.sqlite.damage import legible
from ..store.sqlite.links import check_name
from ..store.sqlite.reader import Reader

MAGIC = b"SQLite format 3\0"  # the first bytes of every database

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])


class Unusable(click.ClickException):
    """The database or its copy was read, and is damaged."""

    exit_code = 1


def config_option(command: Command) -> Command:
    """Adds --config; its value is `config_file`."""
    return click.option(
        "--config",
        "config_file",
        type=click.Path(path_type=Path),
        help="Settings, a TOML file, or ZEITNOT_CONFIG (none).",
    )(command)


def db_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --db and --config, as every command has them that opens the database; `db` is then what
    all places together say of it."""

    @functools.wraps(command)
    def located(*args: Any, db: str | None, config_file: Path | None, **given: Any) -> Any:
        return command(*args, db=_located(db, config_file), **given)

    text = "Database file or sqlite:/// URL, or ZEITNOT_DB (data/zeitnot.db)."
    return click.option("--db", help=text)(config_option(located))


def _located(db: str | None, file: Path | None) -> str:
    """Raises click.UsageError."""
    try:
        return configuration.read({"db": db}, file=file).db
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None


def database(db: str | None) -> Path:
    """The database's file by what `db_option` gave. Raises click.UsageError."""
    try:
        return configuration.Config(db=db or configuration.Config().db).database()
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None


class Archive:
    """An open database that can only be read."""

    def __init__(self, database: Path, reader: Reader) -> None:
        self._database = database
        self._reader = reader
        self.books = SqliteBookReads(self)

    @contextlib.asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """A session on one snapshot, for a few seconds at most. Raises Damaged, ReadFailed."""
        with legible(self._database):
            async with self._reader.snapshot() as session:
                yield session


def ask(db: str | None, question: Callable[[Archive], Awaitable[T]]) -> T:
    """Runs a question on the database. Raises click.UsageError for one that cannot be read,
    Unusable for one that is damaged."""
    path = database(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    try:
        check_name(path)
        return asyncio.run(_ask(path, question))
    except DBAPIError as bad:
        raise click.UsageError(f"{path} cannot be read ({bad.orig}).{_advice(bad)}") from None
    except Damaged as bad:
        if not _begins_as_one(path):
            why = "is not a database; if it was one, its first page is damaged."
            raise click.UsageError(f"{path} {why}") from None
        raise Unusable(str(bad)) from None
    except ReadFailed as bad:
        raise click.UsageError(f"{bad}{_advice(bad)}") from None
    except StoreError as bad:
        raise click.UsageError(str(bad)) from None


def _advice(bad: Exception) -> str:
    """What to do where a table or a column is missing: the schema is an older one."""
    return " `zeitnot migrate` brings an old one up to date." if "no such " in f"{bad}" else ""


def _begins_as_one(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


async def _ask(path: Path, question: Callable[[Archive], Awaitable[T]]) -> T:
    async with _open(path) as archive:
        return await question(archive)


@contextlib.asynccontextmanager
async def _open(path: Path) -> AsyncIterator[Archive]:
    reader = Reader(path)
    try:
        yield Archive(path, reader)
    finally:
        await reader.close()
