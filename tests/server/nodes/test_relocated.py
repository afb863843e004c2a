"""A node redirects requests for a room of another node, and clients follow."""

import asyncio
from itertools import pairwise
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import zeitnot_protocol as p
from zeitnot_client import Client, Unreachable
from zeitnot_client.room import Room
from zeitnot_server.store import Relocated
from zeitnot_server.web.http.problems import of_store

from ..running_server import websocket
from .cluster import Cluster, RunningNode, balancer, node

TWO_SEATS = p.NewGame(
    game_type="tictactoe",
    control=p.Control(kind="sudden_death", base_ms=300_000),
    seats=[p.SeatRequest(kind="open"), p.SeatRequest(kind="open")],
)


async def new_game(node: RunningNode) -> tuple[str, list[str]]:
    """A game that this node has created, and the tokens of its two players."""
    accounts = node.game_server.store.accounts
    bots = [await accounts.create_bot(name) for name in ("Ann", "Bob")]
    async with Client(f"http://{node.host}", bots[0].token) as ann:
        return (await ann.http.create_game(TWO_SEATS)).id, [bot.token for bot in bots]


async def play(client: Client, game: str) -> Room:
    """Plays the first legal move whenever it is our turn."""
    room = client.room(game)
    async for turn in room.turns():
        await turn.move(turn.legal[0])
    return room


@pytest.mark.parametrize("direct", [False, True])
async def test_a_socket_is_redirected_to_the_node_of_the_room(
    cluster: Cluster, direct: bool
) -> None:
    async with node(cluster, "one") as one, node(cluster, "two", direct=direct) as two:
        game, _ = await new_game(two)
        async with websocket(one, f"/ws/games/{game}") as visitor:  # type: ignore[arg-type]
            expected = {"type": "relocated", "game": game, "node": "two"}
            assert await visitor.next() == expected | (
                {"url": f"http://{two.host}"} if direct else {}
            )
            with pytest.raises(ConnectionClosed) as closed:
                await visitor.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == p.RELOCATED
        assert cluster.owner(game) == "two"


def test_a_request_is_redirected_to_the_node_of_the_room() -> None:
    problem = of_store(Relocated("two", "https://two.example.org")).problem
    assert (problem.status, problem.code) == (421, "relocated")
    assert (problem.node, problem.url) == ("two", "https://two.example.org")


async def test_every_node_answers_reading_requests(cluster: Cluster) -> None:
    async with node(cluster, "one") as one, node(cluster, "two") as two:
        game, _ = await new_game(two)
        async with Client(f"http://{one.host}") as visitor:
            assert (await visitor.http.game(game)).game.id == game
            assert [row.id for row in (await visitor.http.games()).games] == [game]
            record: Any = await visitor.http._get(f"games/{game}", p.GameRecord, {"node": "two"})
            assert record.game.id == game


async def test_players_follow_a_redirect_to_the_node(cluster: Cluster) -> None:
    async with node(cluster, "one") as one, node(cluster, "two", direct=True) as two:
        game, tokens = await new_game(two)
        async with (
            Client(f"http://{one.host}", tokens[0]) as ann,
            Client(f"http://{one.host}", tokens[1]) as bob,
        ):
            first, second = await asyncio.gather(play(ann, game), play(bob, game))
    assert first.state.finished == second.state.finished is not None


async def test_players_follow_a_redirect_through_the_balancer(cluster: Cluster) -> None:
    async with (
        node(cluster, "one") as one,
        node(cluster, "two") as two,
        balancer(one, two=two) as address,
    ):
        game, tokens = await new_game(two)
        async with Client(address, tokens[0]) as ann, Client(address, tokens[1]) as bob:
            first, second = await asyncio.gather(play(ann, game), play(bob, game))
    assert first.state.finished == second.state.finished is not None


@pytest.mark.parametrize("direct", [False, True])
async def test_a_game_continues_at_another_node_when_its_node_dies(
    cluster: Cluster, direct: bool
) -> None:
    async with (
        node(cluster, "one") as one,
        node(cluster, "two", direct=direct) as two,
        balancer(one, two=two) as address,
    ):
        game, tokens = await new_game(two)
        async with Client(address, tokens[0]) as ann, Client(address, tokens[1]) as bob:
            other = asyncio.create_task(play(bob, game))
            room = ann.room(game)
            async for turn in room.turns():
                if turn.ply < 2:
                    await two.die()  # before the move arrives
                await turn.move(turn.legal[0])
            await other
        assert cluster.owner(game) == "one"
        loaded = await cluster.store.log.load(game)
        assert loaded is not None
        assert loaded.room.seq == room.state.seq
        moves = [e for e in await cluster.store.log.entries(game) if isinstance(e.event, p.Moved)]
        assert [entry.event.ply for entry in moves] == list(range(len(moves)))  # type: ignore[union-attr]
        assert {entry.run for entry in moves} <= {one.run, two.run}


async def test_a_room_without_a_reachable_node_is_unreachable(cluster: Cluster) -> None:
    """The balancer ignores the name of the node."""
    async with node(cluster, "one") as one, node(cluster, "two") as two, balancer(one) as address:
        game, _ = await new_game(two)
        async with Client(address, patience_s=0) as visitor:
            with pytest.raises(Unreachable, match="nodes refer to each other, the last one to two"):
                await play(visitor, game)
        assert one.game_server.tally.sockets["room"] == 0


async def test_games_of_a_stopping_node_continue_at_another(cluster: Cluster) -> None:
    async with (
        node(cluster, "one") as one,
        node(cluster, "two") as two,
        balancer(one, two=two) as address,
    ):
        game, tokens = await new_game(two)
        async with Client(address, tokens[0]) as ann, Client(address, tokens[1]) as bob:
            other = asyncio.create_task(play(bob, game))
            room = ann.room(game)
            async for turn in room.turns():
                if turn.ply < 2:
                    two.stop.how = "SIGTERM"
                    await until_released(two)
                await turn.move(turn.legal[0])
            await other
        assert cluster.owner(game) == "one"
        entries = await cluster.store.log.entries(game)
        (before, paused), *later = [
            (before, entry)
            for before, entry in pairwise(entries)
            if isinstance(entry.event, p.Paused)
        ]
        assert (before.run, paused.run) == (two.run, one.run)
        stopped_ms = await cluster.store.runs.last_alive_ms(two.run)
        assert isinstance(paused.event, p.Paused)
        assert 0 <= paused.event.elapsed_ms <= stopped_ms - before.at_ms
        for _, entry in later:  # the game also waits for the player who returns later
            assert isinstance(entry.event, p.Paused)
            assert entry.event.elapsed_ms == 0


async def until_released(node: RunningNode) -> None:
    """Returns when the node has released its rooms."""
    while node.run in node.cluster.leases:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)


async def test_a_draining_node_is_not_ready_but_plays_on(cluster: Cluster) -> None:
    async with node(cluster, "one", drain_seconds=600) as one:
        game, tokens = await new_game(one)
        async with Client(f"http://{one.host}", tokens[0]) as ann:
            assert await ready(one) == (200, "ok: node one")
            one.stop.how = "SIGTERM"
            while (await ready(one))[0] == 200:
                pass
            assert await ready(one) == (404, "stopping")
            async with Client(f"http://{one.host}", tokens[1]) as bob:
                first, second = await asyncio.gather(play(ann, game), play(bob, game))
        assert first.state.finished == second.state.finished is not None
        assert cluster.owner(game) == "one"


async def ready(node: RunningNode) -> tuple[int, str]:
    """Status and text of /readyz."""
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"http://{node.host}/readyz")
        return answer.status_code, answer.text
