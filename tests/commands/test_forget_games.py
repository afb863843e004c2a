"""`zeitnot admin forget-games`, which removes games from the opening book."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server import books
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import LOG_CHUNK
from zeitnot_server.store.sqlite.store import SqliteStore

from ..books.playing import store_game
from ..rooms.rig import Rig
from .conftest import Zeitnot
from .native import play

COUNTS = """SELECT game_type, settings_key, key, move, wins, draws, losses, score_sum,
    round(weight, 9) FROM book WHERE scope = 'server' ORDER BY 1, 2, 3, 4"""


def rows(db: Path, query: str = COUNTS) -> list[Any]:
    with contextlib.closing(sqlite3.connect(db)) as connection:
        return connection.execute(query).fetchall()


def learn_games(db: Path, *rigs: Rig) -> None:
    """Stores these finished games and adds them to the book."""

    async def work() -> None:
        store = await SqliteStore.open(db, rules_for)
        for rig in rigs:
            await store_game(store, rig)
            await books.index_game(store, rig.room)
        await store.close()

    asyncio.run(work())


@pytest.fixture
def later(db: Path) -> list[Rig]:
    """Two more games, which are not yet in the book."""
    return [play("othello", game="later", seed=9), play("tictactoe", game="last", seed=8)]


@pytest.fixture
def long() -> Rig:
    """A game with more events than are loaded at once."""
    rig = play("chess", game="long", seed=1)
    assert rig.room.seq > 2 * LOG_CHUNK
    return rig


def test_counts_equal_those_of_a_book_without_the_games(
    zeitnot: Zeitnot, db: Path, later: list[Rig], long: Rig
) -> None:
    before = rows(db)
    learn_games(db, *later, long)
    assert rows(db) != before
    result = zeitnot("admin", "forget-games", "later", "last", "later", "long", "--db", str(db))
    assert (result.code, result.out) == (0, "removed 3 games from the book\n")
    assert rows(db) == before
    result = zeitnot("admin", "forget-games", "last", "--db", str(db))
    assert result.out == "removed 0 games from the book\n"
    assert rows(db) == before
    assert zeitnot("check", "--db", str(db)).code == 0
    assert "games_forgotten\tgame later" in zeitnot("admin", "log", "--db", str(db)).out


def test_forgotten_games_are_not_added_again(zeitnot: Zeitnot, db: Path, later: list[Rig]) -> None:
    before = rows(db)

    async def store_finished_game() -> None:
        store = await SqliteStore.open(db, rules_for)
        await store_game(store, later[0])
        await store.close()

    asyncio.run(store_finished_game())
    zeitnot("admin", "forget-games", "later", "--db", str(db))

    async def catch_up() -> int:
        store = await SqliteStore.open(db, rules_for)
        count = await books.index_missed(store, lambda game, error: None)
        await store.close()
        return count

    assert asyncio.run(catch_up()) == 0
    assert rows(db) == before
    assert rows(db, "SELECT state FROM game WHERE id = 'later'") == [("finished",)]


def test_forgets_all_games_of_an_account(zeitnot: Zeitnot, db: Path) -> None:
    before = rows(db)

    async def teach() -> str:
        store = await SqliteStore.open(db, rules_for)
        guest = await store.accounts.create_guest("Teacher")
        for number in range(7):
            rig = Rig(rules_for("tictactoe", {}), game=f"taught{number}")
            rig.people[0] = Actor(guest.account, guest.name)
            rig.start()
            for move in ("a1", "b1", "a2", "b2", "a3"):
                rig.move(move)
            await store_game(store, rig)
            await books.index_game(store, rig.room)
        await store.close()
        return guest.account

    account = asyncio.run(teach())
    assert rows(db) != before
    result = zeitnot("admin", "forget-games", "--account", account, "--db", str(db))
    assert (result.code, result.out) == (0, "removed 7 games from the book\n")
    assert rows(db) == before


def test_games_with_other_rules_are_reported_and_kept(
    zeitnot: Zeitnot, db: Path, later: list[Rig]
) -> None:
    learn_games(db, *later)
    before = rows(db)
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        connection.execute("UPDATE game SET rules_version = 99 WHERE id = 'last'")
    result = zeitnot("admin", "forget-games", "last", "--db", str(db))
    assert result.code == 1
    assert "the book keeps 1 game that this version cannot read: last" in result.err
    assert rows(db) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Give the ids of games or --account, not both."),
        (["game0", "--account", "x"], "Give the ids of games or --account, not both."),
        (["game0", "nowhere"], "There is no game 'nowhere'."),
        (["game0", "going"], "Game going is not over, so it is not in the book."),
        (["--account", "nobody"], "There is no account 'nobody'"),
    ],
)
def test_bad_input(zeitnot: Zeitnot, db: Path, arguments: list[str], message: str) -> None:
    before = rows(db)
    result = zeitnot("admin", "forget-games", *arguments, "--db", str(db))
    assert result.code == 2
    assert message in result.err
    assert rows(db) == before
