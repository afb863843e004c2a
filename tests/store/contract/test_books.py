"""Books: each game's moves are added once. The moves of a position are read merged, best first."""

import zeitnot_protocol as p
from zeitnot_server.books.book_store import UnindexedGame
from zeitnot_server.books.contribution import Contribution
from zeitnot_server.books.entry import BookPosition, Entry
from zeitnot_server.books.lines import BookLine, order
from zeitnot_server.books.scopes import IMPORTED, SCOPES, SERVER
from zeitnot_server.store import Store

from ..playing import ANN, BOB, Game
from .implementations import Database

START = BookPosition("count", 2**64 - 1, 7)
LATER = BookPosition("count", 2**64 - 1, 8)
SERVER_SCOPES = SCOPES[SERVER]
ONE_WIN = Entry("2", 1.0, 1, 0, 0, 1.0, 1_000)
ONE_LOSS = Entry("1", 0.0, 0, 0, 1, 0.0, 1_000)
LINES = [BookLine(START, "4 0", ONE_WIN), BookLine(LATER, "2 1", ONE_LOSS)]


async def finished_game(store: Store, id: str = "game1", created_at: int = 1_000) -> None:
    """Plays and stores a finished game."""
    game = await (await Game(store, id, created_at=created_at).create()).start()
    await game.play_moves("2", "2")


async def test_a_game_is_added_once(store: Store) -> None:
    await finished_game(store)
    assert await store.books.unindexed() == [UnindexedGame("game1", False)]
    assert await store.books.index_game("game1", Contribution(LINES)) is True
    assert await store.books.index_game("game1", Contribution(LINES)) is False
    assert await store.books.unindexed() == []
    assert await store.books.entries(SERVER_SCOPES, START) == [ONE_WIN]
    assert await store.books.entries([IMPORTED], START) == []


async def test_index_marks_and_lines_survive_reopening(database: Database) -> None:
    async with database.open() as store:
        await finished_game(store)
        await store.books.index_game("game1", Contribution(LINES))
    async with database.open() as store:
        assert await store.books.unindexed() == []
        assert await store.books.all_lines(SERVER_SCOPES, "count") == sorted(LINES, key=order)


async def test_only_finished_games_are_added_oldest_first(store: Store) -> None:
    await (await Game(store, "going").create()).start()
    for number in range(3):
        await finished_game(store, f"game{number}")
    assert [unindexed.game for unindexed in await store.books.unindexed()] == [
        "game0",
        "game1",
        "game2",
    ]


async def test_moves_of_games_and_imported_books_are_merged(store: Store) -> None:
    for number in range(2):
        await finished_game(store, f"game{number}")
        await store.books.index_game(f"game{number}", Contribution(LINES))
    imported = BookLine(START, "4 0", Entry("2", weight=0.5, source="hand"))
    better = BookLine(START, "4 0", Entry("1", weight=9.0, source="hand"))
    await store.books.add_imported("count", [imported, better])
    assert [entry.move for entry in await store.books.entries(SERVER_SCOPES, START)] == ["1", "2"]
    _, two = await store.books.entries(SERVER_SCOPES, START)
    assert (two.wins, two.weight, two.source) == (2, 2.5, "games+hand")
    assert await store.books.sizes({SERVER: SERVER_SCOPES, "other": ["nothing"]}) == [
        p.BookInfo(scope=SERVER, game_type="count", positions=2, entries=3)
    ]


async def test_the_games_of_a_replaced_book_are_not_added_again(store: Store) -> None:
    await finished_game(store)
    await store.books.index_game("game1", Contribution(LINES))
    imported = BookLine(LATER, "2 1", Entry("1", weight=0.1 + 0.2, source="hand"))
    await store.books.add_imported("count", [imported], replace=True)
    assert await store.books.all_lines(SERVER_SCOPES, "count") == [imported]
    assert await store.books.unindexed() == []
    assert await store.books.indexed_since(0) == []


async def test_import_former_finds_no_former_book(store: Store) -> None:
    assert await store.books.import_former() is False


async def test_indexed_games_list_their_accounts(store: Store) -> None:
    await finished_game(store, "old", created_at=500)
    await finished_game(store, "young", created_at=2_000)
    await finished_game(store, "mute", created_at=2_001)
    for game, contribution in (
        ("old", Contribution(LINES)),
        ("young", Contribution(LINES)),
        ("mute", Contribution()),
    ):
        await store.books.index_game(game, contribution)
    (game,) = await store.books.indexed_since(1_000)
    assert (game.id, game.game_type) == ("young", "count")
    assert game.accounts == {ANN.account, BOB.account}


async def test_the_address_of_an_accounts_creation_is_stored(store: Store) -> None:
    ann = await store.accounts.create_guest("Ann", "192.0.2.7")
    cyd = await store.accounts.create_guest("Cyd")
    known = await store.books.addresses_of([ann.account, cyd.account, "nobody"])
    assert known == {ann.account: "192.0.2.7"}
