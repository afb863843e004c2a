"""Several nodes have one lobby: each shows the bots and games of the others, until a node ends."""

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


async def test_both_nodes_show_the_same_lobby(pair: Pair) -> None:
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


async def test_simultaneous_open_games_are_shown_at_both_nodes(pair: Pair) -> None:
    """Both nodes show which was created first: the page then moves the creator of the later game to
    it."""
    a, b = pair
    created = [await a.create(ANN, ME, OPEN), await b.create(BOB, ME, OPEN)]
    await a.wait_in(created[0], ANN)
    await b.wait_in(created[1], BOB)
    await exchange(a, b)
    seen = [(await node.lobby()).open for node in pair]
    assert {row.id for row in seen[0]} == {game.room.id for game in created}
    assert seen[0] == seen[1]


async def test_an_open_game_is_shown_while_a_player_waits(pair: Pair) -> None:
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    (ann,) = await a.wait_in(game, ANN)
    await exchange(a, b)
    assert [row.id for row in (await b.lobby()).open] == [game.room.id]
    game.disconnected(ann.viewer)
    await game.wait_until_idle()
    await exchange(a, b)
    assert (await b.lobby()).open == []


async def test_a_player_at_another_node_is_notified_of_the_turn(pair: Pair) -> None:
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


async def test_positions_of_games_at_other_nodes_are_updated(pair: Pair) -> None:
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


async def test_an_ended_game_disappears_from_the_other_node(pair: Pair) -> None:
    a, b = pair
    game = await a.create(ANN, ME, OPEN)
    ann, _ = await a.begin(game, ANN, BOB)
    await exchange(a, b)
    send(game, ann, p.Resign)
    await ann.until("finished")
    await exchange(a, b)
    assert (await b.lobby()).running == []


async def test_a_link_game_is_shown_only_to_its_players(pair: Pair) -> None:
    a, b = pair
    bob = LobbyClient(BOB)
    await b.join(bob)
    game = await a.create(BOB, ME, OPEN, listed=False)
    await a.wait_in(game, BOB)
    await exchange(a, b)
    await b.send_updates()
    assert own_game_ids(await bob.until(lambda seen: bool(seen.yours))) == [game.room.id]
    shown = await b.lobby()
    assert (shown.open, shown.running) == ([], [])


# ── a player's games ─────────────────────────────────────────────────────────────────────────────


async def test_own_games_are_updated_at_the_other_node(pair: Pair) -> None:
    a, b = pair
    watching = LobbyClient(ANN)
    await b.join(watching)
    assert own_game_ids(await watching.next()) == []
    game = await a.create(ANN, ME, OPEN)
    await exchange(a, b)
    await b.send_updates()
    lobby = await watching.until(lambda seen: own_game_ids(seen) == [game.room.id])
    assert lobby.yours[0].state == "open"
    (invitation,) = (each for each in watching.received if isinstance(each, p.Invited))
    assert (invitation.game, invitation.seat) == (game.room.id, 0)
    ann, _ = await a.begin(game, ANN, BOB)
    await exchange(a, b)
    await b.send_updates()
    await watching.until(lambda seen: seen.yours[0].state == "running")
    send(game, ann, p.Resign)
    await ann.until("finished")
    await exchange(a, b)
    await b.send_updates()
    await watching.until(lambda seen: seen.yours == [])
    assert sum(isinstance(each, p.Invited) for each in watching.received) == 1


# ── a node dies ──────────────────────────────────────────────────────────────────────────────────


async def test_only_running_games_of_a_dead_node_stay_listed(pair: Pair, cluster: Cluster) -> None:
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
    assert [row.id for row in shown.running] == [running.room.id], (
        "the running game waits for its players"
    )


async def test_an_undecodable_state_counts_as_empty(pair: Pair, cluster: Cluster) -> None:
    a, b = pair
    await a.join(BotClient())
    await exchange(a, b)
    cluster.posts[a.game_server.clock.run] = b"not compressed"
    with structlog.testing.capture_logs() as lines:
        for _ in range(3):
            await b.round()
    assert (await b.lobby()).bots == []
    assert [line["event"] for line in lines] == ["state of another node not understood"]


# ── seated players ───────────────────────────────────────────────────────────────────────────────


async def test_a_node_knows_the_players_at_other_nodes(pair: Pair) -> None:
    """They may connect to it before they know where their game is, or when the other node dies."""
    a, b = pair
    tokens = list[str]()
    people = list[Actor]()
    for name in ("Ann", "Bob"):
        created = await a.game_server.store.accounts.create_guest(name)
        people.append(Actor(created.account, created.name))
        tokens.append(digest(created.token))
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
