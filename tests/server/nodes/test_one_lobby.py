"""Several nodes, one lobby: what each shows of the others, and what is left when one goes."""

import structlog

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor
from zeitnot_server.store.tokens import digest

from ..lobby.harness import LobbyClient, own_game_ids
from .cluster import Cluster
from .peers import (
    ANN,
    BOB,
    ME,
    OPEN,
    BotClient,
    Pair,
    exchange,
    send,
)

ZAPHOD = Actor("acc-zaphod", "Zaphod", bot=True)


# ── the public lobby ─────────────────────────────────────────────────────────────────────────────


async def test_both_show_the_same_lobby(pair: Pair) -> None:
    a, b = pair
    await b.join(BotClient())
    await a.join(BotClient(actor=ZAPHOD))
    waiting = await a.create(ANN, ME, OPEN)
    await a.wait_in(waiting, ANN)
    running = await b.create(BOB, ME, OPEN)
    await b.begin(running, BOB, ANN)
    await exchange(a, b)
    shown = await a.lobby()
    assert [bot.name for bot in shown.bots] == ["Marvin", "Zaphod"]
    assert [game.id for game in shown.open] == [waiting.room.id]
    assert [game.id for game in shown.running] == [running.room.id]
    assert shown == await b.lobby()


async def test_two_who_open_a_seat_at_the_same_moment_see_each_other(pair: Pair) -> None:
    """And both see which was made earlier, so that the later one can move: what pages go by."""
    a, b = pair
    made = [await a.create(ANN, ME, OPEN), await b.create(BOB, ME, OPEN)]
    await a.wait_in(made[0], ANN)
    await b.wait_in(made[1], BOB)
    await exchange(a, b)
    seen = [(await node.lobby()).open for node in pair]
    assert {row.id for row in seen[0]} == {game.room.id for game in made}
    assert seen[0] == seen[1]


async def test_an_open_game_is_shown_while_somebody_waits(pair: Pair) -> None:
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    (ann,) = await a.wait_in(game, ANN)
    await exchange(a, b)
    assert [row.id for row in (await b.lobby()).open] == [game.room.id]
    game.disconnected(ann.viewer)
    await game.wait_until_idle()
    await exchange(a, b)
    assert (await b.lobby()).open == []


async def test_a_player_at_another_node_is_told_of_the_turn(pair: Pair) -> None:
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    ann, _ = await a.begin(game, ANN, BOB)
    await exchange(a, b)
    bob = LobbyClient(BOB)
    await b.join(bob)
    (row,) = (await bob.next()).yours
    assert (row.you, row.turn) == (1, 0)
    send(game, ann, p.Move, ply=0, move="a1")
    await ann.until("moved")
    await exchange(a, b)
    await b.service._send_updates(positions_to_all=False)
    (row,) = (await bob.until(lambda seen: seen.yours[0].turn == 1)).yours
    assert (row.you, row.moves) == (1, 1)
    assert row.turn_ends_at is not None


async def test_positions_of_other_nodes_games_follow(pair: Pair) -> None:
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    ann, _ = await a.begin(game, ANN, BOB)
    await exchange(a, b)
    assert (await b.lobby()).running[0].moves == 0
    send(game, ann, p.Move, ply=0, move="a1")
    await ann.until("moved")
    await exchange(a, b)
    (row,) = (await b.lobby()).running
    assert (row.moves, row.position) == (1, game.room.position(None))


async def test_a_game_that_has_ended_vanishes(pair: Pair) -> None:
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    ann, _ = await a.begin(game, ANN, BOB)
    await exchange(a, b)
    send(game, ann, p.Resign)
    await ann.until("finished")
    await exchange(a, b)
    assert (await b.lobby()).running == []


async def test_a_link_game_is_shown_to_its_players_alone(pair: Pair) -> None:
    a, b = pair
    bob = LobbyClient(BOB)
    await b.join(bob)
    game = await a.create(BOB, ME, OPEN, listed=False)
    await a.wait_in(game, BOB)
    await exchange(a, b)
    await b.tell()
    assert own_game_ids(await bob.until(lambda seen: bool(seen.yours))) == [game.room.id]
    shown = await b.lobby()
    assert (shown.open, shown.running) == ([], [])


# ── one's own games ──────────────────────────────────────────────────────────────────────────────


async def test_own_games_appear_change_and_vanish_at_the_other_node(pair: Pair) -> None:
    a, b = pair
    watching = LobbyClient(ANN)
    await b.join(watching)
    assert own_game_ids(await watching.next()) == []
    game = await a.create(ANN, ME, OPEN)
    await exchange(a, b)
    await b.tell()
    lobby = await watching.until(lambda seen: own_game_ids(seen) == [game.room.id])
    assert lobby.yours[0].state == "open"
    (told,) = (each for each in watching.received if isinstance(each, p.Invited))
    assert (told.game, told.seat) == (game.room.id, 0)
    ann, _ = await a.begin(game, ANN, BOB)
    await exchange(a, b)
    await b.tell()
    await watching.until(lambda seen: seen.yours[0].state == "running")
    send(game, ann, p.Resign)
    await ann.until("finished")
    await exchange(a, b)
    await b.tell()
    await watching.until(lambda seen: seen.yours == [])
    assert sum(isinstance(each, p.Invited) for each in watching.received) == 1


# ── a node goes ──────────────────────────────────────────────────────────────────────────────────


async def test_a_node_that_is_gone_takes_its_bots_and_open_games_with_it(
    pair: Pair, cluster: Cluster
) -> None:
    a, b = pair
    await a.join(BotClient())
    await a.wait_in(await a.create(ANN, ME, OPEN), ANN)
    running = await a.create(ANN, ME, OPEN)
    await a.begin(running, ANN, BOB)
    await exchange(a, b)
    shown = await b.lobby()
    assert (len(shown.bots), len(shown.open), len(shown.running)) == (1, 1, 1)
    cluster.end_lease(a.game_server.clock.run)
    await b.round()
    shown = await b.lobby()
    assert (shown.bots, shown.open) == ([], [])
    assert [row.id for row in shown.running] == [running.room.id], "it waits for its players"


async def test_a_node_of_another_version_counts_as_silent(pair: Pair, cluster: Cluster) -> None:
    a, b = pair
    await a.join(BotClient())
    await exchange(a, b)
    cluster.posts[a.game_server.clock.run] = b"of tomorrow"
    with structlog.testing.capture_logs() as lines:
        for _ in range(3):
            await b.round()
    assert (await b.lobby()).bots == []
    assert [line["event"] for line in lines] == ["state of another node not understood"]


# ── who plays ────────────────────────────────────────────────────────────────────────────────────


async def test_a_node_knows_the_players_of_another(pair: Pair) -> None:
    """They may connect to it before they know where their game is, or when the other node dies."""
    a, b = pair
    tokens = list[str]()
    people = list[Actor]()
    for name in ("Ann", "Bob"):
        made = await a.game_server.store.accounts.create_guest(name)
        people.append(Actor(made.account, made.name))
        tokens.append(digest(made.token))
    game = await a.create(people[0], ME, OPEN)
    ann, _ = await a.begin(game, *people)
    await exchange(a, b)
    seated = b.game_server.lobby.service.seated
    assert [seated.account(token, game.room.id) for token in tokens] == [
        person.account for person in people
    ]
    send(game, ann, p.Resign)
    await ann.until("finished")
    await exchange(a, b)
    assert [seated.account(token) for token in tokens] == [None, None]
