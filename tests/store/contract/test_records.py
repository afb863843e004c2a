"""Players' statistics are updated at the end of each game."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Abandon, AllLeft, Outage
from zeitnot_server.rooms.players import PlayerStats
from zeitnot_server.store import Store

from ..playing import ANN, BOB, Game


async def statistics(store: Store) -> tuple[PlayerStats, PlayerStats]:
    return await store.accounts.stats_of(ANN.account), await store.accounts.stats_of(BOB.account)


async def test_a_game_with_a_result_counts(store: Store) -> None:
    await (await (await Game(store).create()).start()).play_moves("2", "2")
    assert await statistics(store) == (PlayerStats(1, 0, 0), PlayerStats(1, 0, 0))


async def test_an_abort_after_a_throw_counts_for_its_sender(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(1, game.command(p.Abort))
    assert await statistics(store) == (PlayerStats(0, 1, 0), PlayerStats(0, 1, 1))


async def test_an_early_absence_counts_for_the_absent_player(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(None, Abandon(0))
    assert await statistics(store) == (PlayerStats(0, 1, 1), PlayerStats(0, 1, 0))


async def test_a_missing_first_move_counts_for_the_mover(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.do(None, AllLeft())
    assert await statistics(store) == (PlayerStats(0, 1, 1), PlayerStats(0, 1, 0))


async def test_a_missing_second_move_counts_for_the_next_player(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.move("1")
    await game.do(None, AllLeft())
    assert await statistics(store) == (PlayerStats(0, 1, 0), PlayerStats(0, 1, 1))


async def test_no_player_is_charged_after_the_first_turns_or_in_a_pause(
    store: Store,
) -> None:
    begun = await (await Game(store, "begun", die=True).create()).start()
    await begun.play_moves("1", "1")
    paused = await (await Game(store, "paused", die=True).create()).start()
    await paused.do(None, Outage(0))
    for game in (begun, paused):
        await game.do(None, AllLeft())
    assert await statistics(store) == (PlayerStats(0, 2, 0), PlayerStats(0, 2, 0))


async def test_an_abort_without_a_throw_does_not_count(store: Store) -> None:
    game = await (await Game(store).create()).start()
    await game.do(0, game.command(p.Abort))
    assert await statistics(store) == (PlayerStats(), PlayerStats())


async def test_a_conflicting_commit_does_not_count(store: Store) -> None:
    game = await (await Game(store).create()).start()
    await game.move("2")
    last = game.next_move("2")
    await store.log.commit(last)
    with pytest.raises(Exception, match="does not follow"):
        await store.log.commit(last)
    assert await statistics(store) == (PlayerStats(1, 0, 0), PlayerStats(1, 0, 0))
