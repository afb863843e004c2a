"""The queries for clubs use indexes: their cost does not grow with the database."""

import pytest

from zeitnot_server.store.sql.base.dialect import SQLITE
from zeitnot_server.store.sql.clubs import ladders, rows
from zeitnot_server.store.sqlite.store import SqliteStore

QUERIES: dict[str, tuple[str, tuple[object, ...]]] = {
    "by slug": (rows.BY_SLUG, ("club",)),
    "by size": (rows.BY_SIZE, (9, 9, "a", 20)),
    "newest": (rows.NEWEST, (9, "a", 20)),
    "members": (rows.MEMBERS, ("club1", 1, 50, 0)),
    "rank": (rows.RANK, ("club1", "ann1")),
    "ranks": (rows.RANKS, ("ann1", 40)),
    "ranked": (rows.RANKED, ("club1",)),
    "of an account": (rows.OF_ACCOUNT, ("ann1", 40)),
    "leaders": (rows.LEADERS, ("chess", "blitz", "club1", 2, 1, 50)),
    "a ladder": (ladders.OF_CLUB, ("club1", "chess")),
    "ladders": (ladders.OF_CLUBS.format(SQLITE.texts_of.format("?")), ('["club1"]',)),
    "changed": (ladders.CHANGED, (1, 100)),
    "due": (ladders.DUE, (1, 100)),
    "results": (ladders.RESULTS, ("ladder1", 20)),
}
SORTED = {"of an account", "leaders"}
"""These sort a few rows: the clubs of an account, and the members of one."""


@pytest.mark.parametrize("name", QUERIES)
async def test_no_table_is_scanned_or_sorted(store: SqliteStore, name: str) -> None:
    query, parameters = QUERIES[name]
    lines = await store.write(
        lambda c: [row[3] for row in c.execute(f"EXPLAIN QUERY PLAN {query}", parameters)]
    )
    steps = [line for line in lines if "TEMP B-TREE" not in line and "LIST SUBQUERY" not in line]
    tables = [line for line in steps if "json_each" not in line]
    assert tables
    assert all(line.startswith("SEARCH") and "INDEX" in line for line in tables), lines
    assert any("TEMP B-TREE" in line for line in lines) == (name in SORTED), lines
