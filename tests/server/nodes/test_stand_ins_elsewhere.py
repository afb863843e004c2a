"""A house bot at another node takes the seat of a person who leaves, and a node that takes the room
over knows both."""

import zeitnot_protocol as p
from zeitnot_server.bots.watcher import Origin
from zeitnot_server.rooms.room import Actor

from .cluster import Cluster
from .peers import ANN, BOB, MARVIN, ME, MINUTE, OPEN, BotClient, LobbyNode, Pair, exchange, send

CYD = Actor("acc-cyd", "cyd")


async def house_bot(node: LobbyNode) -> BotClient:
    """A house bot in the lobby of this node."""
    bot = BotClient()
    bot.watcher.origin = Origin(house=True)
    bot.watcher.watch = p.Watch(plays=["chinesecheckers"], changes=True)
    await node.join(bot)
    bot.invitations()
    return bot


async def test_a_house_bot_at_another_node_gets_the_seat(pair: Pair, cluster: Cluster) -> None:
    a, b = pair
    bot = await house_bot(b)
    await exchange(a, b)
    request = p.NewGame(
        game_type="chinesecheckers",
        settings={"seats": 3},
        control=MINUTE,
        seats=[ME, OPEN, OPEN],
        setup=p.Setup(bots_fill=True),
    )
    room_actor = await a.game_server.lobby.new_games.create(request, ANN)
    ann, bob, _ = await a.begin(room_actor, ANN, BOB, CYD)
    send(room_actor, ann, p.Resign)
    assert (await bob.until("vacated"))["seat"] == 0
    await exchange(a, b)
    (invitation,) = bot.invitations()
    game = room_actor.room.id
    assert (invitation.game, invitation.seat, invitation.deadline) == (game, 0, None)
    (counted,) = [each for each in b.game_server.bots.games._entries.values()]
    assert counted.bots == ("Marvin",)

    await a.game_server.drain(1.0)
    assert cluster.owner(game) is None, "a node that stops gives its rooms up"
    taken_over = await b.game_server.registry.get(game)
    assert taken_over is not None
    seat = taken_over.room.seats[0]
    assert seat.left is not None
    assert seat.actor is not None
    assert (seat.actor.account, seat.left.account) == (MARVIN.account, ANN.account)
    assert taken_over.room.seat_of(ANN.account) is None
