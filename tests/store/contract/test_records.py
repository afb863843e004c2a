"""How players' games end is counted with each end, and for older games by the migration."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, AllLeft, Outage
from zeitnot_server.rooms.player_stats import PlayerStats
from zeitnot_server.store import Store

from ..playing import ANN, BOB, Game


async def both(store: Store) -> tuple[PlayerStats, PlayerStats]:
    return await store.accounts.stats_of(ANN.account), await store.accounts.stats_of(BOB.account)


async def test_a_game_with_a_result(store: Store) -> None:
    await (await (await Game(store).create()).start()).play_out("2", "2")
    assert await both(store) == (PlayerStats(1, 0, 0), PlayerStats(1, 0, 0))


async def test_an_abort_after_a_throw_is_the_aborters(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(1, game.command(p.Abort))
    assert await both(store) == (PlayerStats(0, 1, 0), PlayerStats(0, 1, 1))


async def test_who_goes_away_before_all_have_moved(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(None, Abandon(0))
    assert await both(store) == (PlayerStats(0, 1, 1), PlayerStats(0, 1, 0))


async def test_who_neither_moves_nor_comes_again_before_all_have_moved(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(None, AllLeft())
    assert await both(store) == (PlayerStats(0, 1, 1), PlayerStats(0, 1, 0))


async def test_the_next_to_move_where_only_one_has(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.move("1")
    await game.do(None, AllLeft())
    assert await both(store) == (PlayerStats(0, 1, 0), PlayerStats(0, 1, 1))


async def test_nobody_ends_a_game_that_all_have_moved_in_or_that_stood_still(
    store: Store,
) -> None:
    begun = await (await Game(store, "begun", die=True).create()).start()
    await begun.play_out("1", "1")
    still = await (await Game(store, "still", die=True).create()).start()
    await still.do(None, Outage(0))
    for game in (begun, still):
        await game.do(None, AllLeft())
    assert await both(store) == (PlayerStats(0, 2, 0), PlayerStats(0, 2, 0))


async def test_an_abort_without_a_throw_is_nothing(store: Store) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, game.command(p.Abort))
    assert await both(store) == (PlayerStats(), PlayerStats())


async def test_a_commit_that_conflicts_counts_nothing(store: Store) -> None:
    game = await (await Game(store).create()).start()
    await game.move("2")
    last = game.next_move("2")
    await store.log.commit(last)
    with pytest.raises(Exception, match="does not follow"):
        await store.log.commit(last)
    assert await both(store) == (PlayerStats(1, 0, 0), PlayerStats(1, 0, 0))
