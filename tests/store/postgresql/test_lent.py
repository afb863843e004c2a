"""The tests' databases: a reused database contains nothing of an earlier test."""

import asyncpg
import pytest

from ...postgres_databases import Databases


async def test_a_reused_database_has_no_rows_and_no_connections(
    postgresql_databases: Databases,
) -> None:
    with postgresql_databases.lent() as first:
        left_open = await asyncpg.connect(first)
        await left_open.execute("INSERT INTO audit VALUES (1, 1, 'operator', 'muted', 'x')")
        await left_open.execute("BEGIN; LOCK TABLE audit")
    with postgresql_databases.lent() as second:
        assert second == first
        connection = await asyncpg.connect(second)
        assert await connection.fetchval("SELECT count(*) FROM audit") == 0
        await connection.close()
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)):
            await left_open.execute("SELECT 1")


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE game DROP COLUMN word",
        "ALTER TABLE account DISABLE TRIGGER ALL",
        "UPDATE alembic_version SET version_num = '9999'",
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    ],
)
async def test_a_database_with_changed_tables_is_not_reused(
    postgresql_databases: Databases, change: str
) -> None:
    with postgresql_databases.lent() as first:
        connection = await asyncpg.connect(first)
        await connection.execute(change)
        await connection.close()
    with postgresql_databases.lent() as second:
        assert second != first
