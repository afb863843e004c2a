"""Databases for single tests in a shared PostgreSQL cluster."""

import asyncio
import contextlib
import itertools
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import asyncpg

from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.base.tables import NODES
from zeitnot_server.store.postgresql.migrate import upgrade_async
from zeitnot_server.store.sql.base.tables import Base

from .postgres import Cluster

T = TypeVar("T")
_TABLES = (*Base.metadata.tables, *NODES.tables)
_EMPTY = "SET session_replication_role = replica;" + "".join(f"DELETE FROM {t};" for t in _TABLES)
_END_OTHERS = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
_CATALOGS = ("class", "attribute", "attrdef", "constraint", "index", "trigger", "type", "proc")
_OBJECTS = ", ".join(f"(SELECT (count(*), sum(xmin::text::bigint)) FROM pg_{c})" for c in _CATALOGS)
_STRUCTURE = f"""
SELECT ({_OBJECTS}, (SELECT string_agg(version_num, ' ') FROM alembic_version),
    (SELECT count(*) FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
     WHERE datname = current_database()))::text
"""
"""A fingerprint that changes with every table, other object and setting of the database."""


class Databases:
    """Creates databases as copies of a migrated one."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._numbers = itertools.count(1)
        self._template: str | None = None
        self._structure = ""
        self._returned: list[str] = []

    def new(self, *, empty: bool = False) -> str:
        """The URL of a new database; `empty`: without tables."""
        if not empty and self._template is None:
            url = self.new(empty=True)
            _run_in_thread(upgrade_async(Address(url)))
            self._structure = _run_in_thread(_structure(url))
            self._template = url.rpartition("/")[2]
        name = f"zeitnot{next(self._numbers)}"
        copied = "" if empty else f" TEMPLATE {self._template} STRATEGY file_copy"
        _run_in_thread(_execute(self.cluster.url(), f"CREATE DATABASE {name}{copied}"))
        return self.cluster.url(name)

    @contextlib.contextmanager
    def lent(self) -> Iterator[str]:
        """The URL of an empty database with all tables. Other tests get it afterwards, unless its
        schema was changed: emptying a database is ten times faster than creating one."""
        url = self._reused() or self.new()
        try:
            yield url
        finally:
            self._returned.append(url)

    def _reused(self) -> str | None:
        while self._returned:
            url = self._returned.pop()
            if _run_in_thread(_try_to_empty(url, self._structure)):
                return url
        return None


async def _try_to_empty(url: str, structure: str) -> bool:
    """Closes other connections and deletes all rows; False if that fails or the schema differs."""
    try:
        connection = await asyncpg.connect(url)
    except asyncpg.PostgresError:
        return False
    try:
        await connection.execute(_END_OTHERS)
        if await connection.fetchval(_STRUCTURE) != structure:
            return False
        await connection.execute(_EMPTY)
        return True
    except asyncpg.PostgresError:
        return False
    finally:
        await connection.close()


async def _structure(url: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        return str(await connection.fetchval(_STRUCTURE))
    finally:
        await connection.close()


async def _execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def _run_in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine in a new thread, because this thread may have the test's event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
