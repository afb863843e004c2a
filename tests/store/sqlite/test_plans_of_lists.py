"""No list of an account's games scans a table or sorts, whatever its filters."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.dialects import sqlite

from zeitnot_server.store.sql.base.dialect import SQLITE
from zeitnot_server.store.sqlite import migrate

from ..lists_of_accounts import asked_lists, first_statement, other_statements

EVERY = 13
"""The statements that depend on few of the filters are tried for one in so many combinations."""
DIALECT = sqlite.dialect()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """An empty database: the plans do not depend on statistics."""
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    connection = sqlite3.connect(path)
    yield connection
    connection.close()


def plan(connection: sqlite3.Connection, statement: Any) -> list[str]:
    sql = statement.compile(dialect=DIALECT, compile_kwargs={"render_postcompile": True})
    values = [sql.params[name] for name in sql.positiontup or ()]
    return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]


def test_every_combination_of_filters_uses_indices_only(empty: sqlite3.Connection) -> None:
    plans = set[str]()
    for number, asked in enumerate(asked_lists()):
        steps = plan(empty, first_statement(asked, SQLITE))
        if asked.filter.position_key is None and asked.filter.opponent is None:
            covering = [step for step in steps if "SEARCH seat USING COVERING INDEX" in step]
            assert covering, steps
        plans.update(steps)
        if number % EVERY == 0:
            plans.update(
                step for each in other_statements(asked, SQLITE) for step in plan(empty, each)
            )
    assert not {step for step in plans if "SCAN" in step or "TEMP B-TREE" in step}
    for index in ("ix_seat_of_account", "ix_seat_of_pair", "ix_seat_handle", "sqlite_autoindex"):
        assert any(f"INDEX {index}" in step for step in plans), index
