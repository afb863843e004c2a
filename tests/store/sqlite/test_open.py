"""Opening and closing: the lock, the files and their permissions."""

import contextlib
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.store import DatabaseInUse, SchemaError
from zeitnot_server.store.sqlite.connect import connect
from zeitnot_server.store.sqlite.lock import START_SECONDS, Lock
from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, rules_for


async def test_a_second_server_is_refused(store: SqliteStore, path: Path) -> None:
    with pytest.raises(DatabaseInUse, match=r"zeitnot\.db is in use by another Zeitnot server\."):
        await SqliteStore.open(path, rules_for)
    await Game(store).create()  # the first server still works


def test_a_second_process_is_refused(path: Path) -> None:
    code = "import sys; from pathlib import Path; from zeitnot_server.store.sqlite import migrate\n"
    code += "migrate.upgrade(Path(sys.argv[1]))"
    with Lock(path):
        other = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True)
    assert "DatabaseInUse" in other.stderr


async def test_closing_the_store_releases_the_lock(path: Path) -> None:
    for _ in range(2):
        store = await SqliteStore.open(path, rules_for)
        await store.close()


@pytest.fixture
def text_file(path: Path) -> Path:
    """A file that is not a database."""
    path.write_text("this is not a database, but it is long enough to look like a file" * 40)
    return path


async def test_a_failed_open_releases_the_lock(text_file: Path) -> None:
    for _ in range(2):
        with pytest.raises(SchemaError, match="is not a database"):
            await SqliteStore.open(text_file, rules_for)


async def test_two_databases_are_independent(store: SqliteStore, tmp_path: Path) -> None:
    other = await SqliteStore.open(tmp_path / "other.db", rules_for)
    await Game(other).create()
    assert await store.log.load("game1") is None
    await other.close()


def test_a_leftover_lock_file_does_not_lock(path: Path) -> None:
    Lock(path).close()
    assert path.with_name("zeitnot.db.lock").exists()
    with Lock(path), pytest.raises(DatabaseInUse):
        Lock(path)
    Lock(path).close()


def test_a_starting_server_waits_briefly_for_the_lock(path: Path) -> None:
    """A command of the operator may hold it for a moment."""
    lock, pauses = Lock(path), []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            lock.close()

    Lock(path, START_SECONDS, pause).close()
    assert len(pauses) == 3


def test_the_wait_for_the_lock_is_bounded(path: Path) -> None:
    pauses: list[float] = []
    with Lock(path), pytest.raises(DatabaseInUse):
        Lock(path, START_SECONDS, pauses.append)
    assert sum(pauses) == pytest.approx(START_SECONDS)


@pytest.fixture
def world_writable_file(path: Path) -> Path:
    """An empty file that all users may read and write."""
    path.touch()
    path.chmod(0o666)
    return path


async def test_only_the_owner_can_read_the_files(world_writable_file: Path) -> None:
    path = world_writable_file
    store = await SqliteStore.open(path, rules_for)
    await Game(store).create()
    files = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    await store.close()
    assert files == {
        "zeitnot.db": 0o600,
        "zeitnot.db-wal": 0o600,
        "zeitnot.db-shm": 0o600,
        "zeitnot.db.lock": 0o600,
        "zeitnot.db.alive": 0o600,
    }


async def test_a_closed_database_is_a_single_file(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    await Game(store).create()
    await store.close()
    assert not path.with_name("zeitnot.db-wal").exists()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT id FROM game").fetchall() == [("game1",)]
    connection.close()


async def test_a_database_may_have_a_new_folder_and_an_odd_name(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "50% of it? #1.db"
    store = await SqliteStore.open(path, rules_for)
    await Game(store).create()
    assert await store.log.load("game1") is not None
    await store.close()
    assert path.is_file()


async def test_ping_reads_from_the_database(store: SqliteStore) -> None:
    await store.ping()


async def test_commits_are_synchronous_and_never_checkpoint(store: SqliteStore) -> None:
    def pragmas(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "wal_autocheckpoint")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await store.write(pragmas) == ["wal", 2, 1, 0]


class WithoutSecureDelete(sqlite3.Connection):
    """Makes SQLite behave as if built without secure_delete, which only marks deleted data as
    free."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute("PRAGMA secure_delete=OFF").fetchall()


def test_deleted_data_is_overwritten(path: Path) -> None:
    """On every connection, for any build of SQLite."""
    path.touch()
    with contextlib.closing(connect(path, factory=WithoutSecureDelete)) as connection:
        connection.execute("CREATE TABLE sample (address TEXT)")
        connection.executemany("INSERT INTO sample VALUES (?)", [("192.0.2.90",), ("192.0.2.91",)])
        connection.execute("DELETE FROM sample WHERE rowid = 1")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    content = path.read_bytes()
    assert [address in content for address in (b"192.0.2.90", b"192.0.2.91")] == [False, True]
