"""On PostgreSQL, too, every list of an account's games can be read without a scan or a sort, except
of the few games of a guest that have no result."""

import asyncio
from typing import Any

import asyncpg
from sqlalchemy.dialects.postgresql import asyncpg as dialect

from zeitnot_server.store.address import Address
from zeitnot_server.store.sql.base.dialect import POSTGRESQL

from ..lists_of_accounts import asked_lists, first_statement, other_statements

EVERY = 23
"""One in so many combinations; the tests for SQLite try all."""
OTHER_PLANS = ("seqscan", "bitmapscan", "sort", "incremental_sort")


async def test_every_combination_of_filters_can_use_indices_only(address: Address) -> None:
    connection = await asyncpg.connect(address.url)
    try:
        for name in OTHER_PLANS:
            await connection.execute(f"SET enable_{name} = off")
        for asked in list(asked_lists())[::EVERY]:
            for statement in (
                first_statement(asked, POSTGRESQL),
                *other_statements(asked, POSTGRESQL),
            ):
                plan = await _plan(connection, statement)
                assert not [line for line in plan if "Seq Scan" in line], plan
                for at in [at for at, line in enumerate(plan) if "Sort  " in line]:
                    assert "result IS NULL" in "".join(plan[at : at + 4]), plan
    finally:
        await connection.close()


async def _plan(connection: Any, statement: Any) -> list[str]:
    sql = statement.compile(dialect=dialect.dialect(), compile_kwargs={"render_postcompile": True})
    values = [sql.params[name] for name in sql.positiontup or ()]
    async with asyncio.timeout(20):
        rows = await connection.fetch(f"EXPLAIN {sql}", *values)
    return [row[0] for row in rows]
