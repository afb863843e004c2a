"""Read-only access to a database: the archive and the checks."""

from zeitnot_server.books.contribution import Contribution
from zeitnot_server.books.entry import BookPosition, Entry, hexed
from zeitnot_server.books.lines import BookLine
from zeitnot_server.books.scopes import SCOPES, SERVER
from zeitnot_server.store import GameFilter, Store
from zeitnot_server.store.checks import Move

from ..full_records import export_of
from ..playing import Game, rules_for
from .implementations import Database

POSITION = BookPosition("count", 1, 2)
LINE = BookLine(POSITION, "4 0", Entry("2", 1.0, 1, 0, 0, 1.0, 1_000))


def raise_damaged(game: str, reason: str) -> None:
    raise AssertionError(f"{game}: {reason}")


async def play_games(store: Store) -> None:
    """Stores a finished game, which is in the book, and a running one."""
    game = await (await Game(store).create()).start()
    await game.play_moves("2", "2")
    await store.books.index_game("game1", Contribution([LINE]))
    await (await Game(store, "game2", created_at=2_000).create()).start()


async def test_an_archive_is_read_while_a_server_runs(store: Store, database: Database) -> None:
    await play_games(store)
    async with database.archive() as archive:
        page = await archive.games.page(GameFilter(), raise_damaged)
        assert page == await store.games.page(GameFilter())
        ids, cursor = await archive.games.ids(GameFilter(limit=1))
        assert ids == ["game2"]
        assert await archive.games.ids(GameFilter(cursor=cursor)) == (["game1"], None)
        for game in ("game1", "game2", "nosuch"):
            assert await archive.games.export(game, rules_for) == await export_of(store, game)
        assert await archive.books.entries(SCOPES[SERVER], POSITION) == [LINE.entry]
        assert await archive.books.all_lines(SCOPES[SERVER], "count") == [LINE]
        assert len(await archive.books.sizes(SCOPES)) == 1


async def test_an_intact_database_passes_the_checks(store: Store, database: Database) -> None:
    await play_games(store)
    with database.checks() as checks:
        assert checks.is_current
        assert [*checks.file(60)] == []
        assert checks.count_games() == 2
        assert [*checks.game_ids()] == ["game1", "game2"]
        assert checks.game_type_of("game1") == "count"
        assert (checks.game_type_of("nosuch"), checks.game("nosuch")) == (None, None)
        game = checks.game("game1")
        assert game is not None
        assert (game.game_type, game.is_indexed, game.crashes) == ("count", True, 0)
        assert game.settings == {"heap": 4, "die": False}
        loaded = await store.log.load("game1")
        assert loaded is not None
        assert list(game.entries) == await store.log.entries("game1")
        assert game.room(rules_for) == loaded.room
        assert game.commitment == loaded.room.game_setup.commitment
        assert [*game.row_differences(loaded.room)] == []
        other = checks.game("game2")
        assert other is not None
        assert [*other.row_differences(loaded.room)] != []


async def test_the_stored_book_equals_a_rebuilt_one(store: Store, database: Database) -> None:
    await play_games(store)
    move = Move("count", hexed(1), hexed(2), "2")
    with database.checks() as checks:
        assert (checks.count_indexed(), checks.ends_of_removed("count")) == (1, set())
        moves = dict(checks.server_book().all())
        assert [*moves] == [move]
        scratch = checks.scratch_book()
        assert scratch.one(move) is None
        scratch.add([LINE])
        assert scratch.one(move) == moves[move] == checks.server_book().one(move)
        assert dict(scratch.all()) == moves
        scratch.close()
