"""Limits on how many games of the same people are added to a book per day."""

from zeitnot_client.server_book import MIN_GAMES
from zeitnot_server import books
from zeitnot_server.books.bounds import MAX_GAMES_OF_ADDRESS, PERIOD_MS, IndexedGame, IndexedGames
from zeitnot_server.store.sqlite.store import SqliteStore

from ..rooms.rig import Rig
from .playing import duel, rules_for, store_game
from .test_indexing import moves, no_failure

HOUR_MS = PERIOD_MS // 24


def indexed_game(number: int, at: int = 0, players: str = "ab", addresses: str = "") -> IndexedGame:
    return IndexedGame(
        f"game{number}", "duel", at, frozenset(players), frozenset(addresses.split())
    )


def test_the_same_players_add_one_game_per_day() -> None:
    indexed_games = IndexedGames()
    assert indexed_games.admit(indexed_game(0))
    assert indexed_games.admit(indexed_game(0)), "the same game again"
    assert not indexed_games.admit(indexed_game(1, PERIOD_MS - 1))
    assert not indexed_games.admit(indexed_game(1, PERIOD_MS - 1, "ba"))
    assert indexed_games.admit(indexed_game(2, HOUR_MS, "ac"))
    assert indexed_games.admit(indexed_game(1, PERIOD_MS))


def test_games_are_counted_in_any_order() -> None:
    indexed_games = IndexedGames()
    assert indexed_games.admit(indexed_game(0, PERIOD_MS))
    assert not indexed_games.admit(indexed_game(1, HOUR_MS))
    assert indexed_games.admit(indexed_game(2, 0))


def test_one_address_cannot_add_enough_games_to_make_a_move_trusted() -> None:
    indexed_games = IndexedGames()
    accepted = [
        indexed_games.admit(indexed_game(n, n, f"{n}x", "192.0.2.7 198.51.100.1")) for n in range(9)
    ]
    assert accepted == [True] * MAX_GAMES_OF_ADDRESS + [False] * (9 - MAX_GAMES_OF_ADDRESS)
    assert MAX_GAMES_OF_ADDRESS < MIN_GAMES
    assert not indexed_games.admit(indexed_game(10, 10, "yz", "192.0.2.7"))
    assert indexed_games.admit(indexed_game(11, 11, "yz", "203.0.113.5"))


def test_the_networks_of_one_site_count_as_one_address() -> None:
    indexed_games = IndexedGames()
    accepted = [
        indexed_games.admit(indexed_game(n, n, f"{n}x", f"2001:db8:7:{n}::")) for n in range(5)
    ]
    assert accepted == [True] * MAX_GAMES_OF_ADDRESS + [False] * (5 - MAX_GAMES_OF_ADDRESS)
    assert indexed_games.admit(indexed_game(6, 6, "yz", "2001:db8:8::"))


def test_bounds_are_counted_separately_for_each_game() -> None:
    indexed_games = IndexedGames()
    assert indexed_games.admit(indexed_game(0))
    assert indexed_games.admit(IndexedGame("other", "race", 0, frozenset("ab")))


def test_old_counts_are_dropped() -> None:
    indexed_games = IndexedGames()
    for day in range(10):
        assert indexed_games.admit(indexed_game(day, day * PERIOD_MS))
    assert len(indexed_games) == 3


async def store_and_learn(store: SqliteStore, indexed_games: IndexedGames, rig: Rig) -> None:
    await store_game(store, rig)
    assert await books.index_game(store, rig.room, indexed_games)


async def test_a_pair_cannot_fill_the_book(store: SqliteStore) -> None:
    indexed_games = IndexedGames()
    for number in range(4):
        await store_and_learn(store, indexed_games, duel("hl", game=f"game{number}"))
    assert await moves(store) == {"high": (1, 0, 0)}
    assert await books.index_missed(store, no_failure, indexed_games) == 0


async def test_an_address_can_add_only_a_few_games(store: SqliteStore) -> None:
    """One person can create many guests, but has few addresses."""
    guests = [
        await store.accounts.create_guest(f"Guest {n}", address="192.0.2.7") for n in range(8)
    ]
    indexed_games = IndexedGames()
    for number in range(4):
        rig = Rig(rules_for("duel", {}), game=f"game{number}")
        for seat in range(2):
            guest = guests[2 * number + seat]
            person = rig.people[seat]
            rig.people[seat] = type(person)(guest.account, guest.name)
        rig.start()
        for move in ("high", "low"):
            rig.move(move, after=100)
        await store_and_learn(store, indexed_games, rig)
    assert await moves(store) == {"high": (MAX_GAMES_OF_ADDRESS, 0, 0)}


async def test_bounds_survive_a_restart(store: SqliteStore) -> None:
    rig = duel("hl")
    await store_and_learn(store, IndexedGames(), rig)
    restarted = IndexedGames()
    await books.load_recent(store, restarted, rig.new.game_setup.created_at + HOUR_MS)
    await store_and_learn(store, restarted, duel("hl", game="game1"))
    assert await moves(store) == {"high": (1, 0, 0)}
    assert len(restarted) == 1


async def test_games_that_add_nothing_do_not_count(store: SqliteStore) -> None:
    indexed_games = IndexedGames()
    await store_and_learn(store, indexed_games, duel("h", game="resigned"))
    await store_and_learn(store, indexed_games, duel("hl", game="game1"))
    assert await moves(store) == {"high": (1, 0, 0)}
    restarted = IndexedGames()
    await books.load_recent(store, restarted, 0)
    assert len(restarted) == 1


async def test_catching_up_respects_the_bounds(store: SqliteStore) -> None:
    for number in range(3):
        await store_game(store, duel("hl", game=f"game{number}"))
    assert await books.index_missed(store, no_failure, IndexedGames()) == 3
    assert await moves(store) == {"high": (1, 0, 0)}
