"""`zeitnot db copy` in both directions, and what it refuses."""

import asyncio
import sqlite3
from collections.abc import Awaitable
from contextlib import closing
from pathlib import Path

import pytest

from zeitnot_server.database import open_store
from zeitnot_server.store import Store
from zeitnot_server.store.address import Address
from zeitnot_server.store.postgresql.base.blocking import connected
from zeitnot_server.store.sqlite.store import SqliteStore

from ..postgres_databases import Databases
from ..store.playing import Game, rules_for
from .conftest import Zeitnot


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A database with a finished game, a running one, accounts and their tokens. Its server was
    killed, so only the heartbeat file tells how long it ran."""
    path = tmp_path / "first.db"

    async def fill() -> None:
        store = await SqliteStore.open(path, rules_for)
        await store.runs.begin()
        ann = await store.accounts.create_guest("Ann", "192.0.2.7")
        await store.accounts.create_bot("Äpfel_Bot", ann.account)
        await (await (await Game(store, "over").create()).start()).play_moves("2", "1", "1")
        await (await (await Game(store, "goes").create()).start()).play_moves("2")
        store.heartbeats.beat(1, 9_876)
        await store.close()

    asyncio.run(fill())
    return path


async def contents(opening: Awaitable[Store]) -> list[object]:
    """Returns what a starting server reads."""
    store = await opening
    try:
        await store.runs.begin()
        rooms = [await store.log.load(game) for game in ("over", "goes")]
        return [*(room and room.room for room in rooms), await store.runs.last_alive_ms(1)]
    finally:
        await store.close()


def test_a_copy_to_postgresql_and_back_is_the_same(
    zeitnot: Zeitnot, first: Path, tmp_path: Path, postgresql_databases: Databases
) -> None:
    url, last = postgresql_databases.new(empty=True), tmp_path / "last.db"
    for source, target in ((f"{first}", url), (url, f"sqlite:///{last}")):
        copied = zeitnot("db", "copy", source, target)
        assert (copied.code, "compared" in copied.out) == (0, True), copied
    expected = asyncio.run(contents(SqliteStore.open(first, rules_for)))
    assert expected[-1] == 9_876
    assert asyncio.run(contents(SqliteStore.open(last, rules_for))) == expected
    store = open_store(Address(url), rules_for, folder=tmp_path)
    assert asyncio.run(contents(store)) == expected


def test_a_single_row_is_counted_in_the_singular(zeitnot: Zeitnot, tmp_path: Path) -> None:
    async def begin() -> None:
        store = await SqliteStore.open(tmp_path / "one.db", rules_for)
        await store.runs.begin()  # its run is the only row
        await store.close()

    asyncio.run(begin())
    copied = zeitnot("db", "copy", f"{tmp_path}/one.db", f"{tmp_path}/two.db")
    assert (copied.code, ": 1 row from " in copied.out) == (0, True), copied


def test_a_refused_copy_changes_nothing(
    zeitnot: Zeitnot, first: Path, tmp_path: Path, postgresql_databases: Databases
) -> None:
    url, new = postgresql_databases.new(empty=True), tmp_path / "new.db"

    def refusal(source: Path | str, target: Path | str) -> str:
        refused = zeitnot("db", "copy", f"{source}", f"{target}")
        assert refused.code == 2, refused
        return refused.err

    assert "There is no database" in refusal(tmp_path / "none.db", url)
    assert "the same database" in refusal(first, first)
    assert "does not name a database" in refusal(first, "postgresql://localhost")
    with closing(sqlite3.connect(tmp_path / "theirs.db")) as theirs:
        theirs.execute("CREATE TABLE theirs (id)")
    (tmp_path / "text").write_text("no database, but text that is long enough" * 99)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert "not a Zeitnot database" in refusal(tmp_path / "theirs.db", url)
    assert "cannot be read" in refusal(tmp_path / "text", url)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    (tmp_path / "other.db").touch()
    assert "already exists" in refusal(first, tmp_path / "other.db")
    assert zeitnot("db", "copy", f"{first}", url).code == 0
    assert "is not empty" in refusal(first, url)
    with connected(Address(url), "main clock"):  # a server keeps a connection with this name
        assert "A server is using" in refusal(url, new)
    assert not new.exists()


def test_a_failed_copy_leaves_nothing(
    zeitnot: Zeitnot, first: Path, postgresql_databases: Databases
) -> None:
    """A text has a zero byte, which SQLite stores but PostgreSQL does not."""
    with closing(sqlite3.connect(first)) as connection, connection:
        connection.execute("UPDATE game SET word = 'a' || char(0) WHERE id = 'over'")
    url = postgresql_databases.new()
    refused = zeitnot("db", "copy", f"{first}", url)
    assert refused.code == 2
    assert "could not be written" in refused.err
    assert "0 games" in zeitnot("check", "--db", url).out


def test_a_copy_that_differs_is_removed(
    zeitnot: Zeitnot, first: Path, postgresql_databases: Databases
) -> None:
    """A trigger in the target database changes what is written."""
    url = postgresql_databases.new()
    trigger = """CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN NEW.name = ''Eve''; RETURN NEW; END'"""
    with connected(Address(url), "test") as connection:
        connection.execute(trigger)
        connection.execute(
            "CREATE TRIGGER t BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION f()"
        )
    refused = zeitnot("db", "copy", f"{first}", url)
    assert refused.code == 1
    assert "table account: row" in refused.err
    assert "differs in name" in refused.err
    with connected(Address(url), "test") as connection:
        assert connection.execute("SELECT count(*) FROM account").fetchone()[0] == 0
