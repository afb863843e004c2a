"""Reads a PostgreSQL database for `zeitnot check`."""

import contextlib
import time
from collections.abc import Iterator

import asyncpg
from sqlalchemy.dialects.postgresql.base import PGDialect

from ..address import Address
from ..checks import Finding
from ..errors import Damaged, ReadFailed, SchemaError
from ..sql.base.tables import Base
from ..sql.checks import SqlChecks
from ..sql.migrations import newest_revision
from .base.blocking import connected
from .base.connection import LOST, Connection, reason
from .base.tables import NODES
from .scrub import PAGES, pages_of, slice_of

_DAMAGE = (
    asyncpg.InternalServerError,  # for example a wrong checksum of a page
    asyncpg.PostgresSystemError,  # a file cannot be read, or is missing
    asyncpg.UndefinedTableError,
    asyncpg.UndefinedColumnError,
)
"""Errors of a statement that mean damage. All others, such as a lost connection, do not."""
_DIALECT = PGDialect()  # type: ignore[no-untyped-call]
_BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_COLUMNS = """SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
WHERE table_schema = current_schema()"""
_INDICES = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()"
_TRIGGERS = """SELECT tgname, CAST(CAST(tgrelid AS regclass) AS text) FROM pg_trigger
WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class
    WHERE relnamespace = CAST(current_schema() AS regnamespace))"""
_ORPHANS = """SELECT count(*) FROM {0} AS child WHERE {1} IS NOT NULL
AND NOT EXISTS (SELECT 1 FROM {2} AS parent WHERE parent.{3} = child.{1})"""


class PostgresqlChecks(SqlChecks):
    """See `checks.Checks`."""

    def __init__(self, connection: Connection, revision: str) -> None:
        super().__init__(connection, _BEGIN, _DAMAGE)
        self._revision = revision
        self.is_current = revision == newest_revision()

    def file(self, seconds: float) -> Iterator[Finding]:
        if not self.is_current:
            text = f"games and books: the schema is {self._revision}; run `zeitnot migrate` first"
            yield Finding("unjudged", text)
            return
        yield from self._schema()
        end_s = time.monotonic() + seconds
        for table in Base.metadata.sorted_tables:
            yield from self._pages(table.name, end_s)
            for key in table.foreign_keys:
                other = key.column
                query = _ORPHANS.format(table.name, key.parent.name, other.table.name, other.name)
                (count,) = self._connection.execute(query).fetchone()
                if count:
                    text = f"rows whose {other.table.name} does not exist: {count}"
                    yield Finding("wrong", f"table {table.name}: {text}")

    def _pages(self, table: str, end_s: float) -> Iterator[Finding]:
        """Reads every page of a table, which verifies its checksum, until the time is over."""
        for first in range(0, pages_of(self._connection, table), PAGES):
            if time.monotonic() > end_s:
                text = f"all pages of table {table}, which takes longer: use --whole"
                yield Finding("unjudged", text)
                return
            try:
                slice_of(self._connection, table, first)
            except _DAMAGE as bad:
                yield Finding("wrong", f"table {table}: {bad}")

    def _schema(self) -> Iterator[Finding]:
        """Differences from this version's tables."""
        rows = self._connection.execute(_COLUMNS).fetchall()
        actual = {(table, column): f"{kind} {null}" for table, column, kind, null in rows}
        names = {name for (name,) in self._connection.execute(_INDICES)}
        for table in (*Base.metadata.sorted_tables, *NODES.sorted_tables):
            for column in table.columns:
                kind = column.type.compile(_DIALECT).partition(" COLLATE")[0].lower()
                kind = {"float": "double precision"}.get(kind, kind)
                expected = f"{kind} {'YES' if column.nullable else 'NO'}"
                if (found := actual.get((table.name, column.name))) != expected:
                    is_ = "missing" if found is None else f"{found}, must be {expected}"
                    yield Finding("wrong", f"column {column.name} of table {table.name} is {is_}")
            for index in table.indexes:
                if index.name not in names:
                    yield Finding("wrong", f"index {index.name} is missing")
        for trigger, table_name in self._connection.execute(_TRIGGERS):
            yield Finding(
                "wrong", f"trigger {trigger} of table {table_name} is not one of Zeitnot's"
            )


@contextlib.contextmanager
def opened(address: Address) -> Iterator[PostgresqlChecks]:
    """An existing database. Raises SchemaError; ReadFailed or Damaged now or later."""
    settings = {"default_transaction_read_only": "on"}
    with connected(address, "check", settings) as connection:
        try:
            (table,) = connection.execute("SELECT to_regclass('alembic_version')").fetchone()
            if table is None:
                raise SchemaError(f"{address} is not a Zeitnot database.")
            (found,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            yield PostgresqlChecks(connection, found)
        except LOST as bad:
            kind = Damaged if isinstance(bad, _DAMAGE) else ReadFailed
            raise kind(f"{address} cannot be read: {reason(bad)}.") from bad
