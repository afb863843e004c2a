"""The list of an account's games (`mine`)."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store import BadFilter, GameFilter, Store

from ..full_records import pages
from ..playing import ANN, Game
from .conftest import CYD


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["aborted1", "drawn1", "lost1", "won1"]),
        ({"result": "win"}, ["won1"]),
        ({"result": "loss"}, ["lost1"]),
        ({"result": "draw"}, ["drawn1"]),
        ({"result": "0"}, ["won1"]),
        ({"player": "bob"}, ["aborted1", "drawn1", "lost1", "won1"]),
        ({"player": "bob", "result": "win"}, ["won1"]),
        ({"player": "Ann"}, []),
        ({"player": "Cyd"}, []),
        ({"state": "running"}, []),
        ({"game": "othello"}, []),
    ],
)
async def test_the_list_has_the_games_of_the_account(
    store_with_games: Store, query: dict[str, str], expected: list[str]
) -> None:
    """It has no games of another account with the same name."""
    namesake = await (
        await Game(
            store_with_games, "other1", created_at=7_000, players=(Actor("ann9", "Ann"), CYD)
        ).create()
    ).start()
    await namesake.do(0, namesake.command(p.Resign))
    filter_ = GameFilter(mine=True, limit=2, **query)  # type: ignore[arg-type]
    assert await pages(store_with_games, filter_, ANN.account) == expected
    assert await pages(store_with_games, filter_, "nobody") == []


async def test_each_listed_game_names_the_accounts_seat(store_with_games: Store) -> None:
    games = (await store_with_games.games.page(GameFilter(mine=True), ANN.account)).games
    assert {game.id: game.you for game in games} == {
        **dict.fromkeys(("aborted1", "drawn1", "won1"), 0),
        "lost1": 1,
    }
    games = (await store_with_games.games.page(GameFilter(player="Ann"), ANN.account)).games
    assert {game.you for game in games} == {None}


async def test_the_list_needs_an_account(store: Store) -> None:
    with pytest.raises(BadFilter, match="account"):
        await store.games.page(GameFilter(mine=True))


async def test_the_list_includes_private_games_of_the_account(store: Store) -> None:
    """A link game that was resigned before the first move is only in the lists of its players."""
    game = Game(store, "link1", created_at=2_000, listed=False)
    await (await game.create()).start()
    await game.do(0, game.command(p.Resign))
    assert await pages(store, GameFilter(mine=True), ANN.account) == ["link1"]
    assert await pages(store, GameFilter(mine=True), CYD.account) == []
