"""The queries for the page of a bot use indexes: their cost does not grow with the database."""

from collections.abc import Mapping
from typing import Any

import pytest

from zeitnot_server.store.sql.base import dialect
from zeitnot_server.store.sql.bots import faults, grades, results
from zeitnot_server.store.sqlite.store import SqliteStore

OF_ACCOUNT = {"account": "bob2", "limit": 1_000}


async def plan(store: SqliteStore, query: str, parameters: Any) -> list[str]:
    return await store.write(
        lambda c: [row[3] for row in c.execute(f"EXPLAIN QUERY PLAN {query}", parameters)]
    )


@pytest.mark.parametrize(
    ("query", "parameters"),
    [
        (results.NEWEST, OF_ACCOUNT),
        (results.results_query(dialect.SQLITE), OF_ACCOUNT),
        (
            grades.TO_GRADE.format(types="json_each(:types)"),
            {**OF_ACCOUNT, "types": "[]", "games": 10},
        ),
        (grades.COSTLIEST, ("bob2", 10)),
        (grades.GRADED, ("bob2", 10)),
        (faults.FAULTS, ("bob2",)),
    ],
    ids=["newest", "results", "to grade", "costliest", "graded", "faults"],
)
async def test_no_table_is_scanned(
    store: SqliteStore, query: str, parameters: Mapping[str, Any] | tuple[Any, ...]
) -> None:
    lines = await plan(store, query, parameters)
    tables = ("seat", "game", "other", "costly_move", "graded_game", "fault")
    scanned = [line for line in lines for table in tables if line.split()[:2] == ["SCAN", table]]
    assert scanned == [], lines
    assert any("USING" in line and "INDEX" in line for line in lines)


async def test_the_costliest_moves_come_in_the_order_of_the_index(store: SqliteStore) -> None:
    for query in (grades.COSTLIEST, grades.GRADED):
        assert not any("TEMP B-TREE" in line for line in await plan(store, query, ("bob2", 10)))
