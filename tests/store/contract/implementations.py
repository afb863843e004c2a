"""The databases that the contract tests run on; a new one is added to IMPLEMENTATIONS."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from zeitnot_server.store import RulesFor, Store
from zeitnot_server.store.admin import AdminStore
from zeitnot_server.store.archive import Archive
from zeitnot_server.store.checks import Checks
from zeitnot_server.store.sqlite import SqliteStore, admin, archive, checks

from ..playing import rules_for


@dataclass(frozen=True, slots=True)
class Implementation:
    """The functions that open a database by its path."""

    name: str
    store: Callable[[Path, RulesFor], Awaitable[Store]]
    admin: Callable[[Path], AbstractContextManager[AdminStore]]
    archive: Callable[[Path], AbstractAsyncContextManager[Archive]]
    checks: Callable[[Path], AbstractContextManager[Checks]]


IMPLEMENTATIONS = (
    Implementation("sqlite", SqliteStore.open, admin.opened, archive.opened, checks.opened),
)


@dataclass(frozen=True, slots=True)
class Database:
    """One database; a test may open it several times."""

    implementation: Implementation
    path: Path

    @contextlib.asynccontextmanager
    async def open(self, rules_for: RulesFor = rules_for) -> AsyncIterator[Store]:
        """The store, as a server opens it."""
        store = await self.implementation.store(self.path, rules_for)
        try:
            yield store
        finally:
            await store.close()

    def admin(self) -> AbstractContextManager[AdminStore]:
        """The operator's store, beside a server or without one."""
        return self.implementation.admin(self.path)

    def archive(self) -> AbstractAsyncContextManager[Archive]:
        """The archive, as commands read it."""
        return self.implementation.archive(self.path)

    def checks(self) -> AbstractContextManager[Checks]:
        """The database as `zeitnot check` reads it."""
        return self.implementation.checks(self.path)
