"""The only module that names the databases: SQLite, a file, and PostgreSQL, an address.

All others use the interface `store`, and open a store through this module. Each function imports
what it needs, because importing SQLAlchemy takes longer than everything else, and many commands do
not need it.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .store.address import Address
from .store.errors import Unequal
from .store.sql.migrations import Upgrade
from .store.sqlite.damage import is_full
from .store.sqlite.lock import START_SECONDS

if TYPE_CHECKING:
    from .store import RulesFor, Store
    from .store.admin import AdminStore
    from .store.archive import Archive
    from .store.audit import AuditDifference
    from .store.checks import Checks

__all__ = [
    "START_SECONDS",
    "Address",
    "Place",
    "Unequal",
    "Upgrade",
    "back_up",
    "checking",
    "copy",
    "is_full",
    "is_running",
    "open_admin_store",
    "open_store",
    "reading",
    "restore",
    "translating_damage",
    "undone",
    "upgrade",
]

Place = Path | Address
"""Where a database is."""
OnProgress = Callable[[int, int], None]
"""Called with the numbers of rows, or pages, done and of all."""


def upgrade(place: Place, wait_s: float = 0.0) -> Upgrade:
    """Brings the database to this version's schema; makes a new one if there is none. `wait_s`: for
    the lock of a file. Raises DatabaseInUse, SchemaError, ReadFailed, OSError."""
    if isinstance(place, Path):
        from .store.sqlite import migrate

        return migrate.upgrade(place, wait_s)
    from .store.postgresql.migrate import upgrade

    return upgrade(place)


async def open_store(
    place: Place,
    rules_for: "RulesFor",
    *,
    wait_s: float = 0.0,
    node: str = "main",
    url: str | None = None,
    folder: Path = Path("data"),
) -> "Store":
    """Migrates and opens the database. `wait_s`: how long to wait for the lock of the file, or for
    the name of the node. `node`, `url`: see `nodes.Node`; `folder`: where a node keeps its own
    file. Raises DatabaseInUse, SchemaError, ReadFailed, OSError."""
    if isinstance(place, Path):
        from .store.sqlite.store import SqliteStore

        return await SqliteStore.open(place, rules_for, wait_s=wait_s)
    from .store.postgresql import PostgresqlStore

    return await PostgresqlStore.open(place, rules_for, folder, node=node, url=url, wait_s=wait_s)


def open_admin_store(place: Place) -> AbstractContextManager["AdminStore"]:
    """See `sqlite.admin.opened`, `postgresql.admin.opened`."""
    if isinstance(place, Path):
        from .store.sqlite import admin

        return admin.opened(place)
    from .store.postgresql import admin as postgresql_admin

    return postgresql_admin.opened(place)


def reading(place: Place) -> AbstractAsyncContextManager["Archive"]:
    """See `sqlite.archive.opened`, `postgresql.archive.opened`."""
    if isinstance(place, Path):
        from .store.sqlite import archive

        return archive.opened(place)
    from .store.postgresql import archive as postgresql_archive

    return postgresql_archive.opened(place)


def checking(place: Place) -> AbstractContextManager["Checks"]:
    """See `sqlite.checks.opened`, `postgresql.checks.opened`."""
    if isinstance(place, Path):
        from .store.sqlite import checks

        return checks.opened(place)
    from .store.postgresql import checks as postgresql_checks

    return postgresql_checks.opened(place)


def copy(source: Place, target: Place, report: OnProgress, say: Callable[[str], None]) -> int:
    """Copies a database that no server has open to a new one, compares the two, and returns the
    number of rows. `say` is called with a message if it has to wait. Raises Unequal, DatabaseInUse,
    SchemaError, ReadFailed, WriteFailed, OSError; and then the target is not changed."""
    from .store.sql import copying

    with (
        _full_copy(source).reading(source) as original,
        _full_copy(target).writing(target, say) as new,
    ):
        rows = copying.copy(original, new, report)
        copying.compare(original, new, report)
    return rows


def _full_copy(place: Place) -> Any:
    """The module that opens a whole database of this kind."""
    if isinstance(place, Path):
        from .store.sqlite import full_copy

        return full_copy
    from .store.postgresql import full_copy as postgresql_full_copy

    return postgresql_full_copy


def is_running(place: Place) -> bool:
    """Whether a server has this database open."""
    if isinstance(place, Path):
        from .store.sqlite import links

        return links.is_served(place.resolve())
    from .store.postgresql.served import is_served

    return is_served(place)


def translating_damage(place: Place) -> AbstractContextManager[None]:
    """A context for reads without which the server cannot start: an error caused by damage is
    raised as Damaged, which says what to do."""
    if not isinstance(place, Path):
        return nullcontext()
    from .store.sqlite import damage

    return damage.translating_damage(place)


def back_up(database: Path, to: Path, report: OnProgress) -> None:
    """See `sqlite.backup.back_up`."""
    from .store.sqlite import backup

    backup.back_up(database, to, report)


def restore(backup_file: Path, database: Path, report: OnProgress) -> Path | None:
    """See `sqlite.backup.restore`."""
    from .store.sqlite import backup

    return backup.restore(backup_file, database, report)


def undone(replaced: Path, path: Path) -> "AuditDifference":
    """See `sqlite.backup.undone`."""
    from .store.sqlite import backup

    return backup.undone(replaced, path)
