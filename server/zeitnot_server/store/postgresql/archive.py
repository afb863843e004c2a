"""The database as commands read it: beside running servers."""

import contextlib
from collections.abc import AsyncIterator

import asyncpg

from ..address import Address
from ..errors import ReadFailed
from ..sql.archive import SqlArchive
from .base.damage import Damage
from .base.reader import Reader


@contextlib.asynccontextmanager
async def opened(address: Address) -> AsyncIterator[SqlArchive]:
    """An existing database. Raises ReadFailed, also while it is used."""
    reader = Reader(address, "archive", Damage())
    try:
        yield SqlArchive(reader)
    except ReadFailed as bad:
        raise ReadFailed(f"{bad}{_advice(bad)}") from None
    finally:
        await reader.close()


def _advice(bad: ReadFailed) -> str:
    """What to do if a table or a column is missing, because the schema is older or missing."""
    states = (asyncpg.UndefinedTableError.sqlstate, asyncpg.UndefinedColumnError.sqlstate)
    cause: BaseException | None = bad
    while cause is not None:
        if getattr(cause, "sqlstate", None) in states:
            return " `zeitnot migrate` brings an old one up to date."
        cause = cause.__cause__ or getattr(cause, "orig", None)
    return ""
