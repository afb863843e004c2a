"""The server's book of version 0.1.0 is learnt again: lines that its games should not have added
are removed, and imported lines are kept."""

import sqlite3

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server import books
from zeitnot_server.books.scopes import PRE_0_2
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.store.sqlite.store import SqliteStore

from .saved_version import SavedVersion
from .write import IMPORTED_ENTRIES


def no_failure(game: str, error: Exception) -> None:
    raise AssertionError(game) from error


async def whole_book(
    store: SqliteStore, scope: str, game: str
) -> dict[tuple[books.Place, str], books.Entry]:
    result = await store.books.whole([scope], game)
    return {(line.place, line.entry.move): line.entry for line in result}


def _counts(entry: books.Entry) -> tuple[int, int, int]:
    return entry.wins, entry.draws, entry.losses


async def test_an_old_book_is_learnt_again(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    expected: dict[str, dict[tuple[books.Place, str], books.BookLine]] = {}
    finished_games = games_with_lines = 0
    for record in saved.lines("exports.jsonl"):
        export = msgspec.convert(record, p.Export)
        if export.seed is not None:
            finished_games += 1
            rules = rules_for(export.game_type, export.settings)
            lines = books.lines(rules, export.events, export.setup or LEGACY_SETUP)
            games_with_lines += bool(lines)
            expected_lines = expected.setdefault(export.game_type, {})
            for line in lines:
                key = line.place, line.entry.move
                before = expected_lines.get(key)
                expected_lines[key] = before.joined(line) if before else line
    assert await books.learn_missed(store, no_failure) == finished_games > games_with_lines > 5
    assert await books.learn_missed(store, no_failure) == 0
    for game, lines in expected.items():
        learnt_lines = await whole_book(store, books.SERVER, game)
        assert learnt_lines.keys() == lines.keys()
        for key, entry in learnt_lines.items():
            expected_entry = lines[key].entry
            assert _counts(entry) == _counts(expected_entry)
            assert entry.weight == pytest.approx(expected_entry.weight)
        assert await whole_book(store, PRE_0_2, game) == {}
        imported = await whole_book(store, books.IMPORTED, game)
        assert {move for _, move in imported} == ({"e2e4", "c2c4"} if game == "chess" else set())
        for entry in imported.values():
            expected_entry = next(e for e in IMPORTED_ENTRIES if e.move == entry.move)
            assert _counts(entry) == _counts(expected_entry)
            assert entry.weight == pytest.approx(expected_entry.weight)
            assert entry.score_sum == pytest.approx(expected_entry.score_sum)
    await store.close()


async def test_the_book_is_empty_until_it_is_learnt(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    assert await whole_book(store, books.SERVER, "chess") == {}
    assert (await books.listing(store.books)).books == []
    await store.close()


async def test_a_book_replaced_before_is_not_learnt_again(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    await store.books.add_imported("chess", [], replace=True)
    await books.learn_missed(store, no_failure)
    assert await whole_book(store, books.SERVER, "chess") == {}
    assert await whole_book(store, books.IMPORTED, "chess") == {}
    assert await whole_book(store, books.SERVER, "tictactoe")
    await store.close()


async def test_a_crash_while_relearning_counts_no_game_twice(saved: SavedVersion) -> None:
    """Some games are learnt again, the server dies, others follow at the next start."""
    store = await SqliteStore.open(saved.db, rules_for)
    failed: list[str] = []

    class FailingBooks:
        """The books of `store`, which can learn three games; the next one raises."""

        remaining_games = 3

        def __getattr__(self, name: str) -> object:
            return getattr(store.books, name)

        async def learn_game(self, game: str, contribution: books.Contribution) -> bool:
            self.remaining_games -= 1
            if self.remaining_games < 0:
                raise sqlite3.OperationalError("disk I/O error")
            return await store.books.learn_game(game, contribution)

    class FailingStore:
        books = FailingBooks()

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

    with pytest.raises(sqlite3.OperationalError):
        await books.learn_missed(FailingStore(), lambda game, _: failed.append(game))  # type: ignore[arg-type]
    await books.learn_missed(store, no_failure)
    imported = await whole_book(store, books.IMPORTED, "chess")
    assert {move: entry.wins for (_, move), entry in imported.items()} == {"e2e4": 3, "c2c4": 3}
    assert failed == []
    await store.close()
