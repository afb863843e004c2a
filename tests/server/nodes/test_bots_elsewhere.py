"""Bots that are connected to other nodes are invited, and their games are counted and shared out
among their processes."""

from collections.abc import Sequence

import pytest

import zeitnot_protocol as p
from zeitnot_server.lobby.new_games import NewGameRefused
from zeitnot_server.store import ReadFailed
from zeitnot_server.store.nodes import OtherNode

from .cluster import Cluster
from .peers import (
    A_BOT,
    ANN,
    BOB,
    ME,
    BotClient,
    Pair,
    exchange,
    send,
)

BOT_AT_LEVEL_2 = p.SeatRequest(kind="bot", name="Marvin", level=2)


# ── bots ─────────────────────────────────────────────────────────────────────────────────────────


async def test_a_bot_at_another_node_is_invited(pair: Pair) -> None:
    a, b = pair
    bot = BotClient()
    await b.join(bot)
    await b.round()
    await a.round()
    bot.invitations()
    game = await a.create(ANN, ME, BOT_AT_LEVEL_2)
    await b.round()
    (invitation,) = bot.invitations()
    assert (invitation.game, invitation.seat, invitation.level) == (game.room.id, 1, 2)
    await exchange(a, b)
    assert bot.invitations() == [], "the invitation is sent only once"


async def test_a_bot_that_has_just_joined_another_node_is_invited(pair: Pair) -> None:
    """A node reads the states of the others before it refuses a request for a bot that it does not
    know."""
    a, b = pair
    await b.join(BotClient())
    await b.round()
    game = await a.create(ANN, ME, A_BOT)
    assert [seat.name for seat in game.room.game_setup.invitations if seat] == ["ann", "Marvin"]


async def test_a_bot_is_offline_if_other_nodes_cannot_be_read(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = pair
    await b.join(BotClient())
    await b.round()

    async def failing() -> Sequence[OtherNode]:
        raise ReadFailed("no connection")

    monkeypatch.setattr(a.game_server.store.nodes, "others", failing)
    with pytest.raises(NewGameRefused) as refused:
        await a.create(ANN, ME, A_BOT)
    assert refused.value.code == "bot_offline"


async def test_invalid_requests_for_a_remote_bot_are_refused(pair: Pair) -> None:
    a, b = pair
    await b.join(BotClient())
    await exchange(a, b)
    for seats, code in (
        ((ME, p.SeatRequest(kind="bot", name="Nobody")), "bot_offline"),
        ((ME, p.SeatRequest(kind="bot", name="Marvin", level=4)), "no_such_level"),
        ((A_BOT, A_BOT), "bad_seats"),
    ):
        with pytest.raises(NewGameRefused) as refused:
            await a.create(ANN, *seats)
        assert refused.value.code == code


async def test_a_bots_games_count_at_every_node(pair: Pair) -> None:
    a, b = pair
    await b.join(BotClient(max_games=1))
    await exchange(a, b)
    game = await a.create(ANN, ME, A_BOT)
    await exchange(a, b)
    assert [bot.busy for bot in (await b.lobby()).bots] == [True]
    with pytest.raises(NewGameRefused) as refused:
        await b.create(BOB, ME, A_BOT)
    assert refused.value.code == "bot_busy"
    (ann,) = await a.wait_in(game, ANN)
    send(game, ann, p.Abort)
    await ann.until("finished")
    await exchange(a, b)
    assert [bot.busy for bot in (await b.lobby()).bots] == [False]
    await b.create(BOB, ME, A_BOT)


async def test_a_bot_that_leaves_is_offline_everywhere(pair: Pair) -> None:
    a, b = pair
    bot = BotClient()
    await b.join(bot)
    await exchange(a, b)
    assert len((await a.lobby()).bots) == 1
    b.service.leave(bot.watcher)
    await exchange(a, b)
    assert (await a.lobby()).bots == []


# ── a bot's processes at several nodes ───────────────────────────────────────────────────────────


async def test_each_game_goes_to_one_process_at_one_node(pair: Pair) -> None:
    a, b = pair
    at_a, at_b = BotClient("p"), BotClient("q")
    await a.join(at_a)
    await b.join(at_b)
    await exchange(a, b)
    games = [(await (a, b)[n % 2].create(ANN, ME, A_BOT)).room.id for n in range(10)]
    await exchange(a, b)
    invited = [[each.game for each in bot.invitations()] for bot in (at_a, at_b)]
    assert sorted([*invited[0], *invited[1]]) == sorted(games)
    assert all(invited), "both processes have games"


async def test_games_of_a_departed_node_are_reassigned(pair: Pair, cluster: Cluster) -> None:
    a, b = pair
    at_a, at_b = BotClient("p"), BotClient("q")
    await a.join(at_a)
    await b.join(at_b)
    await exchange(a, b)
    games = [(await a.create(ANN, ME, A_BOT)).room.id for _ in range(8)]
    await exchange(a, b)
    of_a = {each.game: each.assignment for each in at_a.invitations()}
    of_b = {each.game: each.assignment for each in at_b.invitations()}
    assert sorted([*of_a, *of_b]) == sorted(games)
    cluster.end_lease(a.game_server.clock.run)
    await b.round()
    taken = {each.game: each.assignment for each in at_b.invitations()}
    assert taken.keys() == of_a.keys()
    assert all(taken[game] > of_a[game] for game in taken), (
        "the room lets only the newest assignment play"
    )


async def test_a_joining_node_takes_no_running_games(pair: Pair) -> None:
    a, b = pair
    at_a, at_b = BotClient("p"), BotClient("q")
    await a.join(at_a)
    games = [(await a.create(ANN, ME, A_BOT)).room.id for _ in range(8)]
    await exchange(a, b)
    await b.join(at_b)
    await exchange(a, b)
    assert sorted(each.game for each in at_a.invitations()) == sorted(games)
    assert at_b.invitations() == []


async def test_a_bot_with_a_full_process_plays_at_another_node(pair: Pair) -> None:
    a, b = pair
    at_a, at_b = BotClient("p", max_games=1), BotClient("q", max_games=2)
    await a.join(at_a)
    await b.join(at_b)
    await exchange(a, b)
    assert [bot.most_games for bot in (await a.lobby()).bots] == [3]
    for _ in range(3):
        await a.create(ANN, ME, A_BOT)
        await exchange(a, b)
    assert [len(bot.invitations()) for bot in (at_a, at_b)] == [1, 2]
    with pytest.raises(NewGameRefused):
        await a.create(BOB, ME, A_BOT)
