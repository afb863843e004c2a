"""`zeitnot admin rename` of an account with an event that cannot be read."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from .conftest import Zeitnot

FIRST = "SELECT min(seq) FROM log WHERE game = 'game1' AND kind = 'seated' AND account = ?"
INSERT = "INSERT INTO account (id, name, bot, created_at) VALUES (?, 'Ann', 0, 7)"
BODIES = "SELECT body FROM log WHERE account = ? AND kind = 'seated' ORDER BY game"


@pytest.mark.parametrize("body", ["'['", "replace(hex(zeroblob(20000)), '00', '{\"a\":')"])
def test_the_other_rows_are_renamed_and_the_damaged_one_is_named(
    zeitnot: Zeitnot, db: Path, body: str
) -> None:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        (account,) = connection.execute("SELECT account FROM seat WHERE name = 'Ann'").fetchone()
        connection.execute(INSERT, (account,))
        (number,) = connection.execute(FIRST, (account,)).fetchone()
        damage = f"UPDATE log_entry SET body = {body} WHERE game = 'game1' AND seq = ?"
        connection.execute(damage, (number,))
        connection.commit()
        result = zeitnot("admin", "rename", account, "Eve", "--db", str(db))
        assert result.code == 1
        assert result.out == f"renamed {account}: Ann is Eve; in 5 games, 9 events\n"
        assert result.err == (
            "zeitnot: the old name stays in 1 event that cannot be read:"
            f" event {number} of game game1\n"
        )
        bodies = [text for (text,) in connection.execute(BODIES, (account,))]
    assert sum('"name":"Eve"' in text for text in bodies) == 9
