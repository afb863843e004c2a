"""What the page of a bot reads and stores."""

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.bot_pages.page_store import (
    MAX_COSTLIEST,
    GradedGame,
    GradedMove,
    Opponent,
)
from zeitnot_server.rooms.room import Invitation
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import Store
from zeitnot_server.store.sql.bots import faults as sql_faults

from ..playing import ANN, BOB, CONTROL, Game

CRASH = p.NewFault(
    *(),
    **{"game": "game1", "ply": 3, "kind": "crash", "position": "4 0"},
    detail="Segmentation fault",
    command="./engine",
    version="1.2",
)


async def played(store: Store, id: str, created_at: int, **options: bool) -> Game:
    """A game that Bob, a bot, has won."""
    game = await Game(store, id, created_at=created_at, **options).create()
    return await (await game.start()).play_moves("2", "2")


async def test_results_are_listed_with_opponents_newest_first(store: Store) -> None:
    await played(store, "game1", 1_000)
    await played(store, "game2", 3_000)
    await (await Game(store, "game3", created_at=2_000).create()).start()
    bob, ann = await store.bot_pages.results(BOB.account), await store.bot_pages.results("ann1")
    assert [(each.game, each.created_at, each.seat) for each in bob] == [
        ("game2", 3_000, 1),
        ("game1", 1_000, 1),
    ]
    assert (bob[0].result, ann[0].result, bob[0].game_type) == ("win", "loss", "count")
    assert (bob[0].control, bob[0].version) == (CONTROL, None)
    assert bob[0].opponents == (Opponent("ann1", "Ann", False),)
    assert ann[0].opponents == (Opponent(BOB.account, "Bob", True),)
    assert await store.bot_pages.newest_result(BOB.account) == "game2"


async def test_an_account_without_results_has_an_empty_page(store: Store) -> None:
    assert await store.bot_pages.results("nobody") == []
    assert await store.bot_pages.newest_result("nobody") is None
    assert await store.bot_pages.costliest("nobody") == []
    assert await store.bot_pages.graded("nobody", 10) == []
    assert await store.bot_pages.faults("nobody") == []


async def test_a_bot_is_found_by_its_exact_name(store: Store) -> None:
    bot = await store.accounts.create_bot("Deep_Red")
    await store.accounts.create_guest("Deep Blue")
    assert await store.bot_pages.bot_named("Deep_Red") == bot.account
    for name in ("deep_red", "Deep_Red2", "Deep Blue", ""):
        assert await store.bot_pages.bot_named(name) is None


def lost(ply: int, result_loss: float, margin_loss: float = 0.0) -> GradedMove:
    return GradedMove(ply, 1, "1", "2", f"{ply} 1", result_loss, margin_loss)


async def test_games_are_graded_once(store: Store) -> None:
    await played(store, "game1", 1_000)
    await played(store, "game2", 2_000)
    pages, bob = store.bot_pages, BOB.account
    assert await store.bot_pages.to_grade(bob, ["count"], 9) == [("game2", 1), ("game1", 1)]
    assert await pages.to_grade(bob, ["count"], 1) == [("game2", 1)]
    assert await pages.to_grade(bob, ["chess"], 9) == []
    await pages.grade(bob, "game2", [lost(1, 1.0, 4.0), lost(3, 0.0, 0.0), lost(5, 0.5, 2.0)])
    await pages.grade(bob, "game2", [lost(1, 0.5)])
    assert await pages.to_grade(bob, ["count"], 9) == [("game1", 1)]
    assert await pages.graded(bob, 9) == [GradedGame("game2", 3, 1.5, 6.0)]
    assert [each.ply for each in await pages.costliest(bob)] == [1, 5]


async def test_the_costliest_moves_are_those_that_lost_most(store: Store) -> None:
    await played(store, "game1", 1_000)
    moves = [lost(2 * n + 1, (n % 3) / 2, float(n)) for n in range(20)]
    await store.bot_pages.grade(BOB.account, "game1", moves)
    costliest = await store.bot_pages.costliest(BOB.account)
    order = [(each.result_loss, each.margin_loss) for each in costliest]
    assert len(order) == MAX_COSTLIEST
    losses = sorted(((m.result_loss, m.margin_loss) for m in moves), reverse=True)
    assert order == losses[:MAX_COSTLIEST]
    first = costliest[0]
    assert (first.game, first.game_type, first.seat, first.move, first.best) == (
        *("game1", "count"),
        *(1, "1", "2"),
    )
    assert (first.position, first.created_at) == ("35 1", 1_000)
    assert msgspec.json.decode(first.settings) == {"heap": 4, "die": False}
    assert await store.bot_pages.costliest(ANN.account) == []


async def test_faults_are_kept_for_a_seat_of_the_bot(store: Store) -> None:
    await played(store, "game1", 1_000)
    assert not await store.bot_pages.add_fault("stranger", CRASH, 5)
    assert await store.bot_pages.add_fault(BOB.account, CRASH, 5)
    assert await store.bot_pages.faults(BOB.account) == [
        p.Fault(
            *(),
            **{"at": 5, "game": "game1", "game_type": "count", "ply": 3, "kind": "crash"},
            position="4 0",
            detail="Segmentation fault",
            command="./engine",
            version="1.2",
        )
    ]
    assert await store.bot_pages.faults("stranger") == []


async def test_only_the_newest_faults_are_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_faults, "MAX_FAULTS", 5)
    await played(store, "game1", 1_000)
    for at in range(8):
        await store.bot_pages.add_fault(BOB.account, CRASH, at)
    faults = await store.bot_pages.faults(BOB.account)
    assert [each.at for each in faults] == [7, 6, 5, 4, 3]


async def test_a_bot_is_not_its_own_opponent(store: Store) -> None:
    seats = replace(BOB, seat=0), replace(BOB, seat=1)
    invited = Invitation(BOB.account, BOB.name, bot=True)
    game = await Game(store, "game1", players=seats, invitations=(invited, invited)).create()
    await game.start()
    await game.play_moves("2", "2")
    results = await store.bot_pages.results(BOB.account)
    assert sorted((each.seat, each.result, each.opponents) for each in results) == [
        (0, "loss", ()),
        (1, "win", ()),
    ]
    assert len(await store.bot_pages.to_grade(BOB.account, ["count"], 9)) == 2
