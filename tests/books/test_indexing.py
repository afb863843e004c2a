"""Adding games to the server's book through the store: each game once, also after restarts."""

import sqlite3
from pathlib import Path
from typing import Any, NoReturn

import pytest

import zeitnot_protocol as p
from zeitnot_server import books
from zeitnot_server.store.sql.books import book_table
from zeitnot_server.store.sqlite.store import SqliteStore

from ..rooms.games import Duel, Race
from ..rooms.rig import Rig
from .playing import duel, race, rules_for, store_game


async def moves(store: SqliteStore, position: str | None = None) -> dict[str, tuple[int, int, int]]:
    page = await books.lookup(store.books, "server", Duel(), position)
    return {move.move: (move.wins, move.draws, move.losses) for move in page.moves}


def no_failure(game: str, error: Exception) -> NoReturn:
    raise AssertionError(game) from error


async def test_a_finished_game_is_in_the_book(store: SqliteStore) -> None:
    rig = duel("hl")
    await store_game(store, rig)
    assert await books.index_game(store, rig.room)
    page = await books.lookup(store.books, "server", Duel(), None)
    assert page == p.BookPage(
        scope="server",
        game_type="duel",
        position="-",
        moves=[
            p.BookMove(
                move="high",
                weight=1.0,
                wins=1,
                draws=0,
                losses=0,
                score=1.0,
                last_played=rig.end.at,
            )
        ],
        legal=["high", "low"],
        after={"high": "h"},
        turn=0,
    )
    assert await moves(store, "h") == {"low": (0, 0, 1)}


async def test_a_game_is_added_once(store: SqliteStore) -> None:
    rig = duel("hl")
    await store_game(store, rig)
    assert [await books.index_game(store, rig.room) for _ in range(3)] == [True, False, False]
    assert await moves(store) == {"high": (1, 0, 0)}


async def test_means_are_over_all_games_and_a_losing_move_falls(store: SqliteStore) -> None:
    for number, played in enumerate(["hl", "lh", "hl", "ll", "hh", "lh"]):
        rig = duel(played, game=f"game{number}")
        await store_game(store, rig)
        await books.index_game(store, rig.room)
    page = await books.lookup(store.books, "server", Duel(), None)
    high, low = page.moves
    assert (high.move, high.wins, high.draws, high.losses) == ("high", 2, 1, 0)
    assert high.score == pytest.approx(2.5 / 3)
    assert (low.move, low.wins, low.draws, low.losses) == ("low", 0, 1, 2)
    assert low.score == pytest.approx(0.5 / 3)
    assert high.weight > 1 > low.weight


async def test_only_a_finished_game_can_be_added(store: SqliteStore) -> None:
    with pytest.raises(AssertionError):
        await books.index_game(store, Rig(Duel()).start().room)


async def test_an_aborted_game_is_marked_as_processed(store: SqliteStore) -> None:
    rig = Rig(Duel()).start()
    rig.do(0, p.Abort)
    await store_game(store, rig)
    assert await books.index_game(store, rig.room)
    assert (await books.listing(store.books)).books == []
    assert not await books.index_game(store, rig.room)


async def test_missed_games_are_added_after_a_restart(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    for number in range(3):
        await store_game(store, duel("hl", game=f"game{number}"))
    await store_game(store, duel("", game="left"))
    unfinished = Rig(Duel(), game="going").start()
    await store_game(store, unfinished)
    await books.index_game(store, duel("hl", game="game1").room)
    await store.close()

    reopened = await SqliteStore.open(path, rules_for)
    assert await books.index_missed(reopened, no_failure) == 3
    assert await books.index_missed(reopened, no_failure) == 0
    assert await moves(reopened) == {"high": (3, 0, 0)}
    await reopened.close()


async def test_a_crash_while_adding_games_loses_nothing(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = duel("hl")
    await store_game(store, rig)
    add = book_table.add

    def add_then_fail(connection: sqlite3.Connection, *args: Any) -> None:
        add(connection, *args)
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(book_table, "add", add_then_fail)
        with pytest.raises(OSError, match="disk full"):
            await books.index_game(store, rig.room)
        with pytest.raises(OSError, match="disk full"):
            await books.index_missed(store, no_failure)
    assert await moves(store) == {}
    assert await books.index_missed(store, no_failure) == 1
    assert await moves(store) == {"high": (1, 0, 0)}


async def test_a_game_of_other_rules_is_reported_once_and_skipped(path: Path) -> None:
    store = await SqliteStore.open(path, rules_for)
    await store_game(store, duel("hl"))
    await store_game(store, race("game1"))
    await store.close()

    def newer_duels(game: str, settings: p.Settings) -> Any:
        rules: Any = rules_for(game, settings)
        rules.version = 2 if game == "duel" else 1
        return rules

    reopened = await SqliteStore.open(path, newer_duels)
    reported: list[str] = []
    assert await books.index_missed(reopened, lambda game, error: reported.append(game)) == 1
    assert await books.index_missed(reopened, lambda game, error: reported.append(game)) == 0
    assert reported == ["game0"]
    assert [book.game_type for book in (await books.listing(reopened.books)).books] == ["race"]
    await reopened.close()


async def test_lists_the_books(store: SqliteStore) -> None:
    assert await books.listing(store.books) == p.BookList(books=[])
    tables = [duel("hl"), duel("hh", game="game1"), duel("lh", game="game2"), race("game3")]
    for rig in tables:
        await store_game(store, rig)
        await books.index_game(store, rig.room)
    plies = tables[3].room.ply
    assert await books.listing(store.books) == p.BookList(
        books=[
            p.BookInfo(scope="server", game_type="duel", positions=3, entries=5),
            p.BookInfo(scope="server", game_type="race", positions=plies, entries=plies),
        ]
    )


async def test_books_of_different_settings_do_not_share_positions(store: SqliteStore) -> None:
    rig = duel("hl")
    await store_game(store, rig)
    await books.index_game(store, rig.room)
    other = Duel()
    other.settings_key = 8
    assert (await books.lookup(store.books, "server", other, None)).moves == []
    assert (await books.lookup(store.books, "club", Duel(), None)).moves == []


async def test_a_position_before_a_throw_links_to_each_throw(store: SqliteStore) -> None:
    rig = race()
    await store_game(store, rig)
    await books.index_game(store, rig.room)
    page = await books.lookup(store.books, "server", Race(), None)
    assert (page.turn, page.legal, page.moves) == (None, [], [])
    assert page.throws == {str(face): f"0 0 0 {face}" for face in range(1, 7)}
    first = next(row.event for row in rig.log if isinstance(row.event, p.Threw))
    page_after_throw = await books.lookup(
        store.books, "server", Race(), page.throws[str(first.values[0])]
    )
    assert [move.move for move in page_after_throw.moves] == ["walk"]
    assert page_after_throw.throws == {}


async def test_an_invalid_position_is_refused(store: SqliteStore) -> None:
    with pytest.raises(ValueError, match="not a duel"):
        await books.lookup(store.books, "server", Duel(), "xyz")


async def test_an_entry_that_is_illegal_in_the_position_is_not_shown(store: SqliteStore) -> None:
    rig = duel("hl")
    await store_game(store, rig)
    await books.index_game(store, rig.room)
    await store.write(lambda c: c.execute("UPDATE book SET move = 'up' WHERE move = 'high'"))
    assert await moves(store) == {}
