"""The database as commands read it: beside a running server, without its lock, read only."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, TypeVar

import click
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from .. import config as configuration
from ..store import ReadFailed, StoreError
from ..store.reader import Reader

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])


def db_option(command: Command) -> Command:
    """Adds --db, as every command has it that opens the database."""
    return click.option("--db", help="Database file or sqlite:/// URL (data/zeitnot.db).")(command)


def database(db: str | None) -> Path:
    """The database's file by option, variable or default. Raises click.UsageError."""
    try:
        return configuration.read({"db": db}).database()
    except configuration.BadConfig as bad:
        raise click.UsageError(str(bad)) from None


class Archive:
    """An open database that can only be read."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def reading(self) -> AbstractAsyncContextManager[AsyncSession]:
        """A session on one snapshot, for a few seconds at most."""
        return self._reader.snapshot()


def ask(db: str | None, question: Callable[[Archive], Awaitable[T]]) -> T:
    """Runs a question on the database. Raises click.UsageError for one that cannot be read."""
    path = database(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    try:
        return asyncio.run(_ask(path, question))
    except DBAPIError as bad:
        raise click.UsageError(
            f"{path} cannot be read ({bad.orig}); `zeitnot migrate` brings an old one up to date."
        ) from None
    except ReadFailed as bad:
        raise click.UsageError(f"{bad} `zeitnot migrate` brings an old one up to date.") from None
    except StoreError as bad:
        raise click.UsageError(str(bad)) from None


async def _ask(path: Path, question: Callable[[Archive], Awaitable[T]]) -> T:
    async with _open(path) as archive:
        return await question(archive)


@contextlib.asynccontextmanager
async def _open(path: Path) -> AsyncIterator[Archive]:
    reader = Reader(path)
    try:
        yield Archive(reader)
    finally:
        await reader.close()
