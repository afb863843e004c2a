"""The first positions of a game, by which lists find it."""

import pytest

from zeitnot_server import books
from zeitnot_server.books.lines import MAX_PLIES, opening_keys
from zeitnot_server.store import GameFilter
from zeitnot_server.store.sqlite.store import SqliteStore

from ..rooms.games import Duel
from .playing import duel, store_game


async def found(store: SqliteStore, position: str) -> list[str]:
    rules = Duel()
    key = rules.key(rules.parse(position))
    page = await store.games.page(GameFilter(game="duel", position="-", position_key=key))
    return sorted(game.id for game in page.games)


async def test_lists_find_games_by_a_position(store: SqliteStore) -> None:
    for game, moves in (("a", "hl"), ("b", "lh"), ("c", "h")):
        rig = duel(moves, game=game)
        await store_game(store, rig)
        await books.index_game(store, rig.room)
    assert await found(store, "-") == ["a", "b", "c"]
    assert await found(store, "h") == ["a", "c"]  # c ended by a resignation, and is not in the book
    assert await found(store, "l") == ["b"]


@pytest.mark.parametrize("moves", ["", "hl", "hlhlhl"])
def test_each_position_has_its_key(moves: str) -> None:
    rig = duel(moves, rounds=5)
    rules = rig.room.game_setup.rules
    events = [entry.event for entry in rig.log]
    keys = opening_keys(rules, events)
    assert keys[0] == rules.key(rules.start())
    assert len(keys) == len(moves) + 1


def test_the_keys_of_a_long_game_are_bounded() -> None:
    rig = duel("hl" * MAX_PLIES, rounds=MAX_PLIES)
    events = [entry.event for entry in rig.log]
    assert len(opening_keys(rig.room.game_setup.rules, events)) <= MAX_PLIES + 1
