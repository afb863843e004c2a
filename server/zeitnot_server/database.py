"""The only module that names the database in use (SQLite).

All others use the interface `store`, and open a store through this module.
"""

from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path

from .store import RulesFor, Store
from .store.admin import AdminStore
from .store.archive import Archive
from .store.checks import Checks
from .store.sqlite import SqliteStore, admin, archive, backup, checks, full, links, migrate
from .store.sqlite.damage import legible
from .store.sqlite.lock import START_SECONDS
from .store.sqlite.migrate import Upgrade

__all__ = [
    "START_SECONDS",
    "Upgrade",
    "back_up",
    "checking",
    "is_full",
    "is_running",
    "legible",
    "open_admin_store",
    "open_store",
    "reading",
    "restore",
    "undone",
    "upgrade",
]

back_up = backup.back_up
restore = backup.restore
undone = backup.undone
upgrade = migrate.upgrade
is_full = full.is_full


async def open_store(path: Path, rules_for: RulesFor, *, wait_s: float = 0.0) -> Store:
    """Locks, migrates and opens the database. `wait_s`: how long to wait for the lock. Raises
    DatabaseInUse, SchemaError, ReadFailed, OSError."""
    return await SqliteStore.open(path, rules_for, wait_s=wait_s)


def open_admin_store(path: Path) -> AbstractContextManager[AdminStore]:
    """See `sqlite.admin.opened`."""
    return admin.opened(path)


def reading(path: Path) -> AbstractAsyncContextManager[Archive]:
    """See `sqlite.archive.opened`."""
    return archive.opened(path)


def checking(path: Path) -> AbstractContextManager[Checks]:
    """See `sqlite.checks.opened`."""
    return checks.opened(path)


def is_running(path: Path) -> bool:
    """Whether a server has this database open."""
    return links.is_served(path.resolve())
