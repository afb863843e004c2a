"""The queries for ratings use indexes: their cost does not grow with the database."""

from collections.abc import Mapping

import pytest

from zeitnot_server.store.sql.ratings import ratings
from zeitnot_server.store.sqlite.store import SqliteStore

CLASS = {"game_type": "chess", "speed": "blitz", "limit": 50}
QUERIES: dict[str, tuple[str, Mapping[str, object] | tuple[object, ...]]] = {
    "of an account": (ratings.OF_ACCOUNT, ("ann1",)),
    "one": (ratings.ONE, ("ann1", "chess", "blitz")),
    "of a game": (ratings.OF_GAME, ("game1",)),
    "history": (ratings.HISTORY, {**CLASS, "account": "ann1", "before": 100}),
    **{
        f"leaders, bots {bots}": (ratings.leaders_query(bots), {**CLASS, "now": 1, "scanned": 9})
        for bots in (None, True, False)
    },
}


@pytest.mark.parametrize("name", QUERIES)
async def test_no_table_is_scanned_or_sorted(store: SqliteStore, name: str) -> None:
    query, parameters = QUERIES[name]
    lines = await store.write(
        lambda c: [row[3] for row in c.execute(f"EXPLAIN QUERY PLAN {query}", parameters)]
    )
    assert all(
        line.startswith("SEARCH") and "INDEX" in line
        for line in lines
        if "TEMP" not in line and not line.startswith("SCALAR SUBQUERY")
    )
    sorts = [line for line in lines if "TEMP B-TREE" in line]
    assert len(sorts) == (name == "of an account"), lines  # a few rows: an account's classes


async def test_leaders_are_read_in_the_order_of_their_index(store: SqliteStore) -> None:
    query, parameters = QUERIES["leaders, bots None"]
    lines = await store.write(
        lambda c: [row[3] for row in c.execute(f"EXPLAIN QUERY PLAN {query}", parameters)]
    )
    assert "ix_rating_ranked" in lines[0]
