"""On PostgreSQL, too, the queries for the page of a bot can use indexes only."""

from typing import Any

import pytest

from zeitnot_server.store.postgresql.base.connection import _values, translated
from zeitnot_server.store.sql.base import dialect
from zeitnot_server.store.sql.bots import faults, grades, results

from .conftest import Open

OF_ACCOUNT = {"account": "bob2", "limit": 1_000}


@pytest.mark.parametrize(
    ("query", "parameters"),
    [
        (results.NEWEST, OF_ACCOUNT),
        (results.results_query(dialect.POSTGRESQL), OF_ACCOUNT),
        (grades.COSTLIEST, ("bob2", 10)),
        (grades.GRADED, ("bob2", 10)),
        (faults.FAULTS, ("bob2",)),
    ],
    ids=["newest", "results", "costliest", "graded", "faults"],
)
async def test_no_table_is_scanned(node: Open, query: str, parameters: Any) -> None:
    def plan(connection: Any) -> str:
        connection.execute("SET LOCAL enable_seqscan = off")
        statement, names = translated(query)
        values = _values(parameters, names)
        rows = connection._wait(connection.raw.fetch(f"EXPLAIN {statement}", *values))
        return "\n".join(row[0] for row in rows)

    async with node("a") as store:
        lines = await store.write(plan)
    assert "Index" in lines
    assert "Seq Scan" not in lines, lines
