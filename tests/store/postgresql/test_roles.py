"""The privileges that docs/how-to/postgresql.md grants to the server's role are sufficient and
necessary."""

import re
from pathlib import Path

import asyncpg
import pytest

from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql import PostgresqlStore

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
    own = await asyncpg.connect(serving)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await own.execute("DROP TABLE event")
    await own.close()
    await admin.execute("DROP OWNED BY zeitnot_serve; DROP ROLE zeitnot_serve")
    await admin.close()
