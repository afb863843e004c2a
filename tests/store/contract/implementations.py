"""The databases on which the contract tests run; a new one is added to IMPLEMENTATIONS."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zeitnot_server.store import RulesFor, Store
from zeitnot_server.store.address import Address
from zeitnot_server.store.admin import AdminStore
from zeitnot_server.store.archive import Archive
from zeitnot_server.store.checks import Checks
from zeitnot_server.store.postgresql import PostgresqlStore
from zeitnot_server.store.postgresql import admin as postgresql_admin
from zeitnot_server.store.postgresql import archive as postgresql_archive
from zeitnot_server.store.postgresql import checks as postgresql_checks
from zeitnot_server.store.sqlite import admin, archive, checks
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import rules_for


@dataclass(frozen=True, slots=True)
class Implementation:
    """The functions that open a database, given by a path or an address, and the folder of its
    files."""

    name: str
    store: Callable[[Any, RulesFor, Path], Awaitable[Store]]
    admin: Callable[[Any], AbstractContextManager[AdminStore]]
    archive: Callable[[Any], AbstractAsyncContextManager[Archive]]
    checks: Callable[[Any], AbstractContextManager[Checks]]


async def open_sqlite(path: Path, rules_for: RulesFor, folder: Path) -> Store:
    return await SqliteStore.open(path, rules_for)


async def open_postgresql(address: Address, rules_for: RulesFor, folder: Path) -> Store:
    return await PostgresqlStore.open(address, rules_for, folder)


SQLITE = Implementation("sqlite", open_sqlite, admin.opened, archive.opened, checks.opened)
POSTGRESQL = Implementation(
    *("postgresql", open_postgresql),
    *(postgresql_admin.opened, postgresql_archive.opened, postgresql_checks.opened),
)
IMPLEMENTATIONS = (SQLITE, POSTGRESQL)


@dataclass(frozen=True, slots=True)
class Database:
    """One database; a test may open it several times."""

    implementation: Implementation
    location: Any
    folder: Path

    async def new_store(self) -> Store:
        """A store, which the caller closes."""
        return await self.implementation.store(self.location, rules_for, self.folder)

    @contextlib.asynccontextmanager
    async def open(self, rules_for: RulesFor = rules_for) -> AsyncIterator[Store]:
        """Opens the store like a server."""
        store = await self.implementation.store(self.location, rules_for, self.folder)
        try:
            yield store
        finally:
            await store.close()

    def admin(self) -> AbstractContextManager[AdminStore]:
        """Opens the operator's store, beside a server or without one."""
        return self.implementation.admin(self.location)

    def archive(self) -> AbstractAsyncContextManager[Archive]:
        """Opens the archive like a command."""
        return self.implementation.archive(self.location)

    def checks(self) -> AbstractContextManager[Checks]:
        """Opens the database like `zeitnot check`."""
        return self.implementation.checks(self.location)
