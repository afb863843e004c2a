"""The lists of people who keep names follow an index."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest

from zeitnot_server.store import PeopleOf
from zeitnot_server.store.sql.members.lists import query
from zeitnot_server.store.sqlite import migrate

PARAMETERS = {"by": "a", "since": 1, "name": "Ann", "limit": 9, "now": 0}
INDICES = {"made": "ix_account_maker", "everyone": "ix_account_kept", "roles": "ix_account_role"}


@pytest.mark.parametrize("is_first", [True, False])
def test_every_page_is_read_by_an_index(tmp_path: Path, is_first: bool) -> None:
    path = tmp_path / "zeitnot.db"
    migrate.upgrade(path)
    with closing(sqlite3.connect(path)) as connection:
        for whom in get_args(PeopleOf):
            statement = f"EXPLAIN QUERY PLAN {query(whom, is_first=is_first)}"
            steps = [row[3] for row in connection.execute(statement, PARAMETERS)]
            people = next(step for step in steps if " account " in step)
            assert INDICES[whom] in people, steps
            assert all("USING" in step for step in steps if step.startswith(("SCAN", "SEARCH")))
            assert whom == "roles" or not any("TEMP B-TREE" in step for step in steps), steps
