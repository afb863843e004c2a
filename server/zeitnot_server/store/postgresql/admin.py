"""The operator's store, on a separate connection."""

import contextlib
from collections.abc import Iterator

from ..address import Address
from ..errors import SchemaError, WriteFailed
from ..sql import migrations
from ..sql.admin.admin_store import SqlAdminStore
from ..sql.base.connection import Connection
from .base import standby
from .base.blocking import connected
from .base.connection import LOST, reason

SECONDS = 10.0  # for a statement, and for the standby
_HAS_REVISION = "SELECT to_regclass('alembic_version')"


@contextlib.contextmanager
def opened(address: Address) -> Iterator[SqlAdminStore]:
    """An existing database. Raises SchemaError if it is not of this version; ReadFailed;
    WriteFailed, also while it is used."""
    with connected(address, "admin", command_s=SECONDS) as connection:

        def begin() -> None:
            standby.check(connection, address)
            connection.execute("BEGIN")

        check_current(connection)
        try:
            yield SqlAdminStore(connection, begin)
        except LOST as bad:
            raise WriteFailed(f"{address}: {reason(bad)}; nothing more was changed.") from None


def check_current(connection: Connection) -> None:
    """Raises SchemaError for a database of another version of Zeitnot, or of another program."""
    (table,) = connection.execute(_HAS_REVISION).fetchone()
    if table is None:
        raise SchemaError("This is not a Zeitnot database.")
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    migrations.check_current(revision, "The database")
