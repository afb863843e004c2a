"""The server's book of a version before 0.2 is rebuilt: lines that its games should not have added
are removed, and imported lines remain. The book of a later version is unchanged."""

import sqlite3

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server import books
from zeitnot_server.books import files
from zeitnot_server.books.scopes import PRE_0_2
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.store.sqlite.store import SqliteStore

from .saved_version import VERSIONS, SavedVersion
from .write import IMPORTED_ENTRIES

before_0_2 = pytest.mark.parametrize("saved", [v for v in VERSIONS if v < "0.2"], indirect=True)
since_0_2 = pytest.mark.parametrize("saved", [v for v in VERSIONS if v >= "0.2"], indirect=True)


def no_failure(game: str, error: Exception) -> None:
    raise AssertionError(game) from error


async def full_book(
    store: SqliteStore, scope: str, game: str
) -> dict[tuple[books.BookPosition, str], books.Entry]:
    result = await store.books.all_lines([scope], game)
    return {(line.book_position, line.entry.move): line.entry for line in result}


def _counts(entry: books.Entry) -> tuple[int, int, int]:
    return entry.wins, entry.draws, entry.losses


@before_0_2
async def test_an_old_book_is_rebuilt(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    expected: dict[str, dict[tuple[books.BookPosition, str], books.BookLine]] = {}
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
                key = line.book_position, line.entry.move
                before = expected_lines.get(key)
                expected_lines[key] = before.joined(line) if before else line
    assert await books.index_missed(store, no_failure) == finished_games > games_with_lines > 5
    assert await books.index_missed(store, no_failure) == 0
    for game, lines in expected.items():
        indexed_lines = await full_book(store, books.SERVER, game)
        assert indexed_lines.keys() == lines.keys()
        for key, entry in indexed_lines.items():
            expected_entry = lines[key].entry
            assert _counts(entry) == _counts(expected_entry)
            assert entry.weight == pytest.approx(expected_entry.weight)
        assert await full_book(store, PRE_0_2, game) == {}
        imported = await full_book(store, books.IMPORTED, game)
        assert {move for _, move in imported} == ({"e2e4", "c2c4"} if game == "chess" else set())
        for entry in imported.values():
            expected_entry = next(e for e in IMPORTED_ENTRIES if e.move == entry.move)
            assert _counts(entry) == _counts(expected_entry)
            assert entry.weight == pytest.approx(expected_entry.weight)
            assert entry.score_sum == pytest.approx(expected_entry.score_sum)
    await store.close()


@before_0_2
async def test_an_old_book_is_empty_until_it_is_rebuilt(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    assert await full_book(store, books.SERVER, "chess") == {}
    assert (await books.listing(store.books)).books == []
    await store.close()


@before_0_2
async def test_a_book_that_an_import_replaced_is_not_rebuilt(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    await store.books.add_imported("chess", [], replace=True)
    await books.index_missed(store, no_failure)
    assert await full_book(store, books.SERVER, "chess") == {}
    assert await full_book(store, books.IMPORTED, "chess") == {}
    assert await full_book(store, books.SERVER, "tictactoe")
    await store.close()


@before_0_2
async def test_a_crash_during_the_rebuild_counts_no_game_twice(saved: SavedVersion) -> None:
    """The server adds some games and crashes; it adds the others at the next start."""
    store = await SqliteStore.open(saved.db, rules_for)
    failed: list[str] = []

    class FailingBooks:
        """The books of `store`; adding a fourth game raises."""

        remaining_games = 3

        def __getattr__(self, name: str) -> object:
            return getattr(store.books, name)

        async def index_game(self, game: str, contribution: books.Contribution) -> bool:
            self.remaining_games -= 1
            if self.remaining_games < 0:
                raise sqlite3.OperationalError("disk I/O error")
            return await store.books.index_game(game, contribution)

    class FailingStore:
        books = FailingBooks()

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

    with pytest.raises(sqlite3.OperationalError):
        await books.index_missed(FailingStore(), lambda game, _: failed.append(game))  # type: ignore[arg-type]
    await books.index_missed(store, no_failure)
    imported = await full_book(store, books.IMPORTED, "chess")
    assert {move: entry.wins for (_, move), entry in imported.items()} == {"e2e4": 3, "c2c4": 3}
    assert failed == []
    await store.close()


@since_0_2
async def test_a_later_book_is_unchanged(saved: SavedVersion) -> None:
    """The books were saved with the scope of the server, which includes imported lines."""
    store = await SqliteStore.open(saved.db, rules_for)
    assert await books.index_missed(store, no_failure) == 0
    games_with_lines = 0
    for path in sorted((saved.folder / "books").glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        game, expected = files.read(enumerate(lines, 1))
        book = await store.books.all_lines(books.SCOPES[books.SERVER], game)
        assert list(files.write(game, book)) == list(files.write(game, expected))
        games_with_lines += bool(book)
    assert games_with_lines > 5
    await store.close()
