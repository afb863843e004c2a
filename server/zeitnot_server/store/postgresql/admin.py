"""The operator's store, on a connection of its own."""

import contextlib
from collections.abc import Iterator

from ..address import Address
from ..errors import SchemaError, WriteFailed
from ..sql.admin.games import SqlAdminBooks, SqlAdminGames
from ..sql.admin.people import (
    SqlAdminAccounts,
    SqlAdminAudit,
    SqlAdminSanctions,
    SqlAdminTokens,
)
from ..sql.admin.transactions import Transactions
from ..sql.connection import Connection
from ..sql.now import wall_ms
from ..sqlite.migrate import newest_revision
from .blocking import connected
from .connection import LOST

_HAS_REVISION = "SELECT to_regclass('alembic_version')"


class PostgresqlAdminStore:
    """See `admin.AdminStore`."""

    def __init__(self, connection: Connection) -> None:
        self._database = Transactions(connection, begin="BEGIN")
        self.accounts = SqlAdminAccounts(self._database)
        self.sanctions = SqlAdminSanctions(self._database)
        self.tokens = SqlAdminTokens(self._database)
        self.audit = SqlAdminAudit(self._database)
        self.games = SqlAdminGames(self._database)
        self.books = SqlAdminBooks(self._database)

    @property
    def now(self) -> int:
        return wall_ms()

    def pause(self, seconds: float) -> None:
        self._database.pause(seconds)


@contextlib.contextmanager
def opened(address: Address) -> Iterator[PostgresqlAdminStore]:
    """An existing database. Raises SchemaError if it is not of this version; ReadFailed; also when
    it is used, WriteFailed."""
    with connected(address, "admin") as connection:
        check_current(connection)
        try:
            yield PostgresqlAdminStore(connection)
        except LOST as bad:
            raise WriteFailed(f"{address}: {bad}; nothing more was changed.") from None


def check_current(connection: Connection) -> None:
    """Raises SchemaError for a database of another version of Zeitnot, or of another program."""
    (table,) = connection.execute(_HAS_REVISION).fetchone()
    if table is None:
        raise SchemaError("This is no database of Zeitnot's.")
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision != newest_revision():
        raise SchemaError(
            f"The database has schema {revision}, this program {newest_revision()};"
            " `zeitnot migrate` brings an old one up to date."
        )
