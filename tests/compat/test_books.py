"""The server's book of version 0.1.0 is learnt again: what its games should never have taught it is
gone, and what came from files is kept."""

import sqlite3

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server import books
from zeitnot_server.books.scopes import FORMER
from zeitnot_server.play.native import rules_for
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.store.sqlite import SqliteStore

from .saved_version import SavedVersion
from .write import IMPORTED


def no_failure(game: str, error: Exception) -> None:
    raise AssertionError(game) from error


async def whole_book(
    store: SqliteStore, scope: str, game: str
) -> dict[tuple[books.Place, str], books.Entry]:
    result = await store.books.whole([scope], game)
    return {(line.place, line.entry.move): line.entry for line in result}


async def test_an_old_book_is_learnt_again(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    expected: dict[str, dict[tuple[books.Place, str], books.BookLine]] = {}
    finished = taught = 0
    for record in saved.lines("exports.jsonl"):
        export = msgspec.convert(record, p.Export)
        if export.seed is not None:
            finished += 1
            rules = rules_for(export.game_type, export.settings)
            lines = books.lines(rules, export.events, export.setup or LEGACY_SETUP)
            taught += bool(lines)
            known = expected.setdefault(export.game_type, {})
            for line in lines:
                new = line.place, line.entry.move
                known[new] = known[new].joined(line) if new in known else line
    assert await books.catch_up(store, no_failure) == finished > taught > 5
    assert await books.catch_up(store, no_failure) == 0
    for game, lines in expected.items():
        learnt_lines = await whole_book(store, books.SERVER, game)
        assert learnt_lines.keys() == lines.keys()
        for new, entry in learnt_lines.items():
            due = lines[new].entry
            assert (entry.wins, entry.draws, entry.losses) == (due.wins, due.draws, due.losses)
            assert entry.weight == pytest.approx(due.weight)
        assert await whole_book(store, FORMER, game) == {}
        imported = await whole_book(store, books.IMPORTED, game)
        assert {move for _, move in imported} == ({"e2e4", "c2c4"} if game == "chess" else set())
        for entry in imported.values():
            due = next(e for e in IMPORTED if e.move == entry.move)
            assert (entry.wins, entry.draws, entry.losses) == (due.wins, due.draws, due.losses)
            assert entry.weight == pytest.approx(due.weight)
            assert entry.score_sum == pytest.approx(due.score_sum)
    await store.close()


async def test_the_book_is_empty_until_it_is_learnt(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    assert await whole_book(store, books.SERVER, "chess") == {}
    assert (await books.listing(store.books)).books == []
    await store.close()


async def test_a_book_replaced_before_is_not_learnt_again(saved: SavedVersion) -> None:
    store = await SqliteStore.open(saved.db, rules_for)
    await store.books.add_imported("chess", [], replace=True)
    await books.catch_up(store, no_failure)
    assert await whole_book(store, books.SERVER, "chess") == {}
    assert await whole_book(store, books.IMPORTED, "chess") == {}
    assert await whole_book(store, books.SERVER, "tictactoe")
    await store.close()


async def test_a_crash_while_relearning_counts_no_game_twice(saved: SavedVersion) -> None:
    """Some games are learnt again, the server dies, others follow at the next start."""
    store = await SqliteStore.open(saved.db, rules_for)
    failed: list[str] = []

    class Dies:
        """Lets three transactions through."""

        left = 3

        def __getattr__(self, name: str) -> object:
            return getattr(store.books, name)

        async def learn_game(self, game: str, taught: books.Contribution) -> bool:
            self.left -= 1
            if self.left < 0:
                raise sqlite3.OperationalError("the power is gone")
            return await store.books.learn_game(game, taught)

    class Dying:
        books = Dies()

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

    with pytest.raises(sqlite3.OperationalError):
        await books.catch_up(Dying(), lambda game, _: failed.append(game))  # type: ignore[arg-type]
    await books.catch_up(store, no_failure)
    imported = await whole_book(store, books.IMPORTED, "chess")
    assert {move: entry.wins for (_, move), entry in imported.items()} == {"e2e4": 3, "c2c4": 3}
    assert failed == []
    await store.close()
