"""A bot answers at one node, and the room of the game is at another."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.lobby.answers import POSTED_MS
from zeitnot_server.lobby.new_games import NewGameRefused
from zeitnot_server.nodes.state import NodeState, PostedAnswer, decode, encode

from .peers import A_BOT, ANN, BOB, ME, BotClient, LobbyNode, Pair, exchange, settle


async def invited_at_b(pair: Pair) -> tuple[BotClient, str]:
    """A bot at node b that is invited to a game at node a, in which Ann waits."""
    a, b = pair
    bot = BotClient(max_games=1)
    await b.join(bot)
    await exchange(a, b)
    room_actor = await a.create(ANN, ME, A_BOT)
    await a.wait_in(room_actor, ANN)
    await exchange(a, b)
    (invited,) = bot.invitations()
    assert invited.deadline is not None
    assert invited.asker == p.Player(name="ann")
    return bot, room_actor.room.id


async def answer(node: LobbyNode, bot: BotClient, message: p.Accept | p.Decline) -> p.Error | None:
    error = await node.service.answers.take(bot.watcher, message)
    await settle()
    return error


async def test_a_decline_reaches_the_room_and_frees_the_slot_everywhere(pair: Pair) -> None:
    a, b = pair
    bot, game = await invited_at_b(pair)
    assert await answer(b, bot, p.Decline(game=game, reason="later", text="Not now")) is None
    room_actor = a.game_server.registry.in_memory(game)
    assert room_actor is not None
    assert room_actor.room.seats[1].invited is not None, "it does not know yet"
    await b.round()
    await a.round()
    await room_actor.wait_until_idle()
    assert room_actor.room.seats[1].invited is None
    seq = room_actor.room.seq
    await exchange(a, b)
    await room_actor.wait_until_idle()
    assert room_actor.room.seq == seq, "the answer is carried out once"
    for node in pair:
        assert [each.busy for each in (await node.lobby()).bots] == [False]
    error = await answer(b, bot, p.Decline(game=game))
    assert error is not None
    assert error.code == "no_seat"
    await b.create(BOB, ME, A_BOT)


async def test_an_accepted_seat_is_taken_at_the_other_node(pair: Pair) -> None:
    a, b = pair
    bot, game = await invited_at_b(pair)
    assert await answer(b, bot, p.Accept(game=game)) is None
    await exchange(a, b)
    room_actor = a.game_server.registry.in_memory(game)
    assert room_actor is not None
    await room_actor.wait_until_idle()
    assert room_actor.room.seat_of("acc-marvin") == 1
    await exchange(a, b)
    bot.invitations()
    await b.service.join(bot.watcher, bot.watcher)
    (seated,) = bot.invitations()
    assert seated.deadline is None, "no further answer is needed"


async def test_an_answer_is_posted_only_for_a_while(pair: Pair) -> None:
    _, b = pair
    bot, game = await invited_at_b(pair)
    await answer(b, bot, p.Decline(game=game))
    posted = b.service.answers.posted()
    assert posted == [PostedAnswer(game, "acc-marvin", reason="generic")]
    b.service.answers._to_post = dict.fromkeys(posted, b.game_server.clock.ms() - POSTED_MS - 1)
    assert b.service.answers.posted() == []


def test_answers_are_encoded() -> None:
    state = NodeState(answers=[PostedAnswer("abcd", "acc", "v1"), PostedAnswer("efgh", "acc")])
    assert decode(encode(state)) == state


async def test_only_what_a_bot_takes_is_created_at_any_node(pair: Pair) -> None:
    a, b = pair
    bot = BotClient()
    bot.watcher.watch.takes = [p.Takes(people=False)]
    await b.join(bot)
    await exchange(a, b)
    (row,) = (await a.lobby()).bots
    assert row.takes == [p.Takes(people=False)]
    for node in pair:
        with pytest.raises(NewGameRefused, match=r"^Marvin plays only other bots\.$"):
            await node.create(ANN, ME, A_BOT)
