"""Which node a request goes to, and what happens when that node is down."""

import asyncio
import contextlib
import json
import re
from collections import Counter
from http import HTTPStatus
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from zeitnot_server.store.postgresql.nodes.nodes import LEASE_SECONDS
from zeitnot_server.web.readiness import KEEP_SECONDS

from ..ports import port_of, reserved
from ..security.raw import WAIT_S
from .balancer import CONFIG, Balancer, Database, StandIn, balancing, eventually

GAMES = [f"g{number:04}" for number in range(30)]


async def until(node: str, path: str, balancer: Balancer) -> None:
    """Sends requests until this node answers."""

    async def it_answers() -> bool:
        return await balancer.node(path) == node

    await eventually(it_answers)


async def test_all_requests_for_a_game_go_to_one_node(
    nodes: list[StandIn], balancer: Balancer, tmp_path: Path
) -> None:
    """Record, export and socket go to the same node, also from another balancer."""
    homes = {game: await balancer.node(f"/api/v1/games/{game}") for game in GAMES}
    assert set(homes.values()) == {"a", "b", "c"}
    for game in GAMES[:5]:
        assert await balancer.node(f"/api/v1/games/{game}/export?format=json") == homes[game]
        url = f"ws://127.0.0.1:{balancer.port}/ws/games/{game}"
        async with connect(url, proxy=None) as socket:
            assert await socket.recv() == homes[game]
    folder = tmp_path / "second"
    folder.mkdir()
    async with balancing({node.name: node.port for node in nodes}, folder) as second:
        assert {game: await second.node(f"/api/v1/games/{game}") for game in GAMES} == homes


async def test_other_requests_go_to_all_nodes_in_turn(balancer: Balancer) -> None:
    paths = ["/", "/api/v1/catalogue", "/api/v1/games"] * 5
    counts = Counter([await balancer.node(path) for path in paths])
    assert set(counts) == {"a", "b", "c"}
    assert max(counts.values()) <= 7


async def test_a_request_may_name_its_node(balancer: Balancer) -> None:
    for node in "abc":
        assert await balancer.node(f"/api/v1/games/{GAMES[0]}?node={node}") == node
        assert await balancer.node(f"/?a=b&node={node}") == node
        url = f"ws://127.0.0.1:{balancer.port}/ws/games/{GAMES[0]}?node={node}"
        async with connect(url, proxy=None) as socket:
            assert await socket.recv() == node


async def test_an_unknown_node_name_is_ignored(balancer: Balancer) -> None:
    path = f"/api/v1/games/{GAMES[0]}"
    assert await balancer.node(f"{path}?node=nobody") == await balancer.node(path)


async def test_games_of_a_dead_node_move_without_a_failed_request(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    """This holds even before a health check fails. Other games stay on their nodes."""
    homes = {game: await balancer.node(f"/api/v1/games/{game}") for game in GAMES}
    await nodes[0].stop()
    after = {game: await balancer.node(f"/api/v1/games/{game}") for game in GAMES}
    assert "a" not in after.values()
    assert all(after[game] == home for game, home in homes.items() if home != "a")
    assert await balancer.node("/?node=a") in "bc"
    await nodes[0].start()
    await until("a", "/?node=a", balancer)
    assert {game: await balancer.node(f"/api/v1/games/{game}") for game in GAMES} == homes


async def test_a_node_that_is_not_ready_gets_no_requests_and_its_sockets_are_closed(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    url = f"ws://127.0.0.1:{balancer.port}/ws/lobby?node=b"
    async with connect(url, proxy=None) as socket:
        assert await socket.recv() == "b"
        nodes[1].ready = HTTPStatus.SERVICE_UNAVAILABLE
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(WAIT_S):
                await socket.recv()
        assert await balancer.node("/?node=b") in "ac"
    nodes[1].ready = HTTPStatus.OK
    await until("b", "/?node=b", balancer)


async def test_a_draining_node_keeps_its_sockets_and_gets_no_new_ones(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    """While it drains, it still answers requests that name it, because it may still have rooms."""
    url = f"ws://127.0.0.1:{balancer.port}/ws/lobby?node=b"
    async with connect(url, proxy=None) as socket:
        assert await socket.recv() == "b"
        nodes[1].ready = HTTPStatus.NOT_FOUND

        async def it_gets_no_game() -> bool:
            return "b" not in [await balancer.node(f"/api/v1/games/{game}") for game in GAMES]

        await eventually(it_gets_no_game)
        await socket.send("still here")
        assert await socket.recv() == "still here"
        assert await balancer.node("/?node=b") == "b"


async def test_an_outage_of_the_database_closes_no_socket(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    """No other node could serve the players, and all would come back at once."""
    database = Database()
    for node in nodes:
        node.database = database
    async with contextlib.AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(
                connect(f"ws://127.0.0.1:{balancer.port}/ws/lobby?node={node}", proxy=None)
            )
            for node in "abc"
        ]
        assert [await socket.recv() for socket in sockets] == ["a", "b", "c"]
        database.unreachable_from = {"a", "b", "c"}

        async def no_node_is_used() -> bool:
            return (await balancer.ask("/"))[0] == 503

        await eventually(no_node_is_used)
        database.now_s += KEEP_SECONDS
        await wait_for_checks(database, 5 * len(nodes))
        for socket in sockets:
            await socket.send("still here")
            assert await socket.recv() == "still here"
        database.unreachable_from = set()
        await until("a", "/?node=a", balancer)
        for socket in sockets:
            await socket.send("and again")
            assert await socket.recv() == "and again"


async def wait_for_checks(database: Database, more: int) -> None:
    """Returns when the balancer has made this many more health checks."""
    before = database.checks

    async def there_were_more() -> bool:
        return database.checks >= before + more

    await eventually(there_were_more)


async def test_players_leave_a_node_if_only_it_has_no_database(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    database = Database()
    for node in nodes:
        node.database = database
    url = f"ws://127.0.0.1:{balancer.port}/ws/lobby?node=b"
    async with connect(url, proxy=None) as socket:
        assert await socket.recv() == "b"
        database.unreachable_from = {"b"}
        await wait_for_checks(database, 5 * len(nodes))
        await socket.send("a short outage")
        assert await socket.recv() == "a short outage"
        database.now_s += KEEP_SECONDS
        with contextlib.suppress(ConnectionClosed):
            async with asyncio.timeout(WAIT_S):
                await socket.recv()
        assert await balancer.node("/?node=b") in "ac"


async def test_players_leave_a_frozen_node(nodes: list[StandIn], tmp_path: Path) -> None:
    known = {node.name: node.port for node in nodes}
    async with balancing(known, tmp_path, CHECK_TIMEOUT="100ms") as balancer:
        url = f"ws://127.0.0.1:{balancer.port}/ws/lobby?node=b"
        async with connect(url, proxy=None) as socket:
            assert await socket.recv() == "b"
            nodes[1].frozen = True
            with contextlib.suppress(ConnectionClosed):
                async with asyncio.timeout(WAIT_S):
                    await socket.recv()
            assert await balancer.node("/?node=b") in "ac"


def test_a_frozen_node_is_left_within_five_seconds() -> None:
    text = CONFIG.read_text()
    every, again, timeout = (
        float(value) / (1000 if unit == "ms" else 1)
        for name in ("CHECK_EVERY", "CHECK_AGAIN", "CHECK_TIMEOUT")
        for value, unit in re.findall(rf"\{{{name}-(\d+)(ms|s)}}", text)
    )
    (fall,) = map(int, re.findall(r" fall (\d+) ", text))
    worst_s = every + timeout + (fall - 1) * (again + timeout)
    assert LEASE_SECONDS < worst_s - every < worst_s < 5


class Silent:
    """A node that closes every connection without an answer."""

    def __init__(self) -> None:
        self.requests = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if b" /readyz" in head:
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        else:
            self.requests += 1
        writer.close()


async def test_a_request_that_changes_something_is_never_sent_twice(
    nodes: list[StandIn], tmp_path: Path
) -> None:
    """If a node ends before it answers, a GET is answered by another one, but a POST is not
    repeated, because it may have been executed."""
    silent, port_socket = Silent(), reserved()
    server = await asyncio.start_server(silent, "127.0.0.1", port_of(port_socket))
    known = {"silent": port_of(port_socket), nodes[0].name: nodes[0].port}
    async with server, balancing(known, tmp_path) as balancer:
        assert await balancer.node("/?node=silent") == "a"
        assert silent.requests >= 1
        silent.requests, before = 0, nodes[0].requests
        status, problem = await balancer.ask(
            "/api/v1/games?node=silent", "POST", content_length="0"
        )
        assert (status, problem["code"]) == (502, "retry")
        assert (silent.requests, nodes[0].requests) == (1, before)
    port_socket.close()


async def test_long_and_many_messages_pass_through_a_socket(balancer: Balancer) -> None:
    url = f"ws://127.0.0.1:{balancer.port}/ws/games/{GAMES[0]}"
    async with connect(url, proxy=None, compression=None) as socket:
        await socket.recv()
        for size in (1, 1_000, 100_000):
            await socket.send("x" * size)
            assert await socket.recv() == "x" * size
        await socket.send(json.dumps({"type": "hello"}))
        assert await socket.recv() == '{"type": "hello"}'
