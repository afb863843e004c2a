"""The privileges that docs/how-to/postgresql.md grants to the server's role are sufficient and
necessary."""

import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from zeitnot_server.store import ReadFailed, SchemaError
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore, checks
from zeitnot_server.store.postgresql.migrate import upgrade_async
from zeitnot_server.store.sql.migrations import revisions

from ...postgres_databases import Databases
from ..playing import Game, rules_for

PAGE = Path(__file__).parents[3] / "docs/how-to/postgresql.md"


def statements(after: str) -> str:
    """The SQL in the first block of the page after this text."""
    _, found, rest = PAGE.read_text(encoding="utf-8").partition(after)
    assert found
    block = re.search(r"```sql\n(.*?)```", rest, re.DOTALL)
    assert block is not None
    return block[1]


async def test_a_role_that_owns_no_tables_can_serve(
    postgresql_databases: Databases, tmp_path: Path
) -> None:
    url = postgresql_databases.new()
    admin = await asyncpg.connect(url)
    await admin.execute("DROP ROLE IF EXISTS zeitnot_serve; CREATE ROLE zeitnot_serve LOGIN")
    await admin.execute(statements("## A role that owns nothing"))
    serving = url.replace("//zeitnot@", "//zeitnot_serve@")
    store = await PostgresqlStore.open(Address(serving), rules_for, tmp_path)
    try:
        await store.runs.begin()
        game = await (await Game(store, run=store.runs.number).create()).start()
        await game.move("1")
        await store.ping()
        assert await store.nodes.claim("game1") is None
    finally:
        await store.close()
    connection = await asyncpg.connect(serving)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await connection.execute("DROP TABLE event")
    await connection.close()
    await admin.execute("DROP OWNED BY zeitnot_serve; DROP ROLE zeitnot_serve")
    await admin.close()


@contextlib.asynccontextmanager
async def serving_role(url: str) -> AsyncIterator[tuple[Any, Address]]:
    """Creates a role without privileges; yields a connection of the tables' owner, and the role's
    address."""
    admin = await asyncpg.connect(url)
    await admin.execute("DROP ROLE IF EXISTS zeitnot_serve; CREATE ROLE zeitnot_serve LOGIN")
    try:
        yield admin, Address(url.replace("//zeitnot@", "//zeitnot_serve@"))
    finally:
        await admin.execute("DROP OWNED BY zeitnot_serve; DROP ROLE zeitnot_serve")
        await admin.close()


SEE_PAGE = r" See docs/how-to/postgresql\.md#a-role-that-owns-nothing\.$"


@pytest.mark.parametrize(
    ("grants", "missing"),
    [
        ("SELECT 1", "SELECT, INSERT, UPDATE and DELETE on all tables"),
        (
            "GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO zeitnot_serve",
            "SELECT on all tables",
        ),
        (
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO zeitnot_serve;"
            "REVOKE SELECT, DELETE ON alembic_version FROM zeitnot_serve;"
            "REVOKE DELETE ON game FROM zeitnot_serve",
            "SELECT on alembic_version; DELETE on alembic_version, game",
        ),
        ("REVOKE USAGE ON SCHEMA public FROM PUBLIC", "USAGE on schema public"),
    ],
)
async def test_a_missing_privilege_is_named(
    postgresql_databases: Databases, grants: str, missing: str
) -> None:
    async with serving_role(postgresql_databases.new()) as (admin, address):
        await admin.execute(grants)
        with pytest.raises(SchemaError, match=f"the role zeitnot_serve lacks {missing}.{SEE_PAGE}"):
            await upgrade_async(address)


async def test_a_role_that_cannot_create_tables_is_refused(postgresql_databases: Databases) -> None:
    async with serving_role(postgresql_databases.new(empty=True)) as (_, address):
        with pytest.raises(
            SchemaError, match=f"zeitnot_serve lacks CREATE on schema public.{SEE_PAGE}"
        ):
            await upgrade_async(address)


async def test_only_the_owner_of_the_tables_can_migrate(postgresql_databases: Databases) -> None:
    async with serving_role(postgresql_databases.new()) as (admin, address):
        await admin.execute(statements("## A role that owns nothing"))
        await admin.execute("UPDATE alembic_version SET version_num = $1", revisions()[-2])
        refusal = "(must be owner of|permission denied for) .*"
        with pytest.raises(SchemaError, match=rf"{refusal}: migrate as the owner.{SEE_PAGE}"):
            await upgrade_async(address)


async def test_a_role_without_connect_privilege_is_refused(postgresql_databases: Databases) -> None:
    async with serving_role(postgresql_databases.new()) as (admin, address):
        name = await admin.fetchval("SELECT quote_ident(current_database())")
        await admin.execute(f"REVOKE CONNECT ON DATABASE {name} FROM PUBLIC")
        with pytest.raises(ReadFailed, match="User does not have CONNECT privilege"):
            await upgrade_async(address)


async def test_a_refused_read_names_the_page_of_privileges(
    postgresql_databases: Databases,
) -> None:
    async with serving_role(postgresql_databases.new()) as (_, address):
        message = r"for table alembic_version \(docs/how-to/postgresql"
        with pytest.raises(ReadFailed, match=message), checks.opened(address):
            pass
