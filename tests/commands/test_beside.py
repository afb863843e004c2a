"""An operator's command keeps SQLite's locks on a database that it has open. Otherwise the next
process that closes the database would assume that it is the last one and delete the write-ahead
log."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from zeitnot_server.database import is_running
from zeitnot_server.store.sql.admin.people import SqlAdminAccounts
from zeitnot_server.store.sql.admin.transactions import MIN_PAUSE_SECONDS, Transactions
from zeitnot_server.store.sql.people.accounts import create_guest
from zeitnot_server.store.sqlite.admin import opened
from zeitnot_server.store.sqlite.lock import beside

from .conftest import Zeitnot

READ_AND_CLOSE = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('{}'); c.close()"


def close_in_another_process(db: Path) -> None:
    """Reads and closes the database in another process, like the migration of a starting server."""
    read = READ_AND_CLOSE.format("SELECT count(*) FROM account")
    subprocess.run([sys.executable, "-c", read, str(db)], check=True)


def test_checking_for_a_running_server_keeps_sqlites_locks(db: Path) -> None:
    with opened(db) as admin:
        admin._database.write(lambda c: c.execute("UPDATE account SET name = name"))
        assert not is_running(db)
        close_in_another_process(db)
        assert beside(db, "-wal").exists()


def test_a_rename_works_while_connections_open_and_close(
    zeitnot: Zeitnot, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = SqlAdminAccounts.rename_seats

    def rename_seats(accounts: SqlAdminAccounts, account: str, name: str) -> int:
        close_in_another_process(db)
        assert beside(db, "-wal").exists()
        return original(accounts, account, name)

    monkeypatch.setattr(SqlAdminAccounts, "rename_seats", rename_seats)
    with opened(db) as admin:
        account = admin._database.write(lambda c: create_guest(c, "Somebody", 1)).account
    assert zeitnot("admin", "rename", account, "Another", "--db", str(db)).code == 0


def test_pauses_after_each_transaction_as_long_as_it_took(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite's lock has no queue, so a writer that retries at once may get it every time."""
    pauses = list[float]()
    monkeypatch.setattr(Transactions, "pause", lambda admin, seconds: pauses.append(seconds))
    with opened(db) as admin:
        for seconds in (0.0, 3 * MIN_PAUSE_SECONDS):
            admin._database.write(lambda c, seconds=seconds: time.sleep(seconds))  # type: ignore[misc]
    assert pauses[0] >= MIN_PAUSE_SECONDS
    assert pauses[1] >= 3 * MIN_PAUSE_SECONDS
