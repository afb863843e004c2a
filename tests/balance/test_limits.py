"""Limits of one address at the balancer, and headers that clients cannot forge."""

import asyncio
import contextlib
import re
import signal
import urllib.request
from pathlib import Path

from websockets.asyncio.client import connect

from ..security.raw import WAIT_S, request, upgrade
from .balancer import CONFIG, Balancer, StandIn, balancing, eventually

ONE, OTHER = "127.0.0.2", "127.0.0.3"
LIMITS_FOR_ALL = {"UNLIMITED": "192.0.2.1"}
"""Only this address, which no test uses, has no limits."""


def ports_by_name(nodes: list[StandIn]) -> dict[str, int]:
    return {node.name: node.port for node in nodes}


async def observed(balancer: Balancer, path: str) -> str:
    """Requests this path from the observer port; returns the answer."""

    def get() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{balancer.observer_port}{path}") as answer:
            text: str = answer.read().decode()
            return text

    return await asyncio.to_thread(get)


async def counted(balancer: Balancer, counter: str) -> int:
    """The value of this counter of the frontend for clients."""
    name = f'haproxy_frontend_{counter}_total{{proxy="clients"}} '
    (line,) = re.findall(f"^{re.escape(name)}(.+)$", await observed(balancer, "/metrics"), re.M)
    return int(line)


async def handshake(balancer: Balancer, source: str) -> int:
    async with balancer.connect(source) as connection:
        return (await connection.ask(upgrade("/ws/lobby"))).status


async def test_handshakes_of_an_address_are_limited(nodes: list[StandIn], tmp_path: Path) -> None:
    """Further ones are answered with 429 and reach no node. Other addresses and requests that open
    no socket are not affected."""
    limits = {**LIMITS_FOR_ALL, "HANDSHAKES_PER_ADDRESS": "3"}
    async with balancing(ports_by_name(nodes), tmp_path, **limits) as balancer:
        assert [await handshake(balancer, ONE) for _ in range(5)] == [101, 101, 101, 429, 429]
        assert sum(node.requests for node in nodes) == 3
        assert await handshake(balancer, OTHER) == 101
        async with balancer.connect(ONE) as connection:
            answer = await connection.ask(upgrade("/ws/lobby"))
        assert (answer.json["code"], answer.headers["retry-after"]) == ("too_many_requests", "10")
        assert (await balancer.ask("/", source=ONE))[0] == 200
        assert await counted(balancer, "requests_denied") == 3


async def is_refused(balancer: Balancer, source: str) -> bool:
    """Whether a connection from this address is closed at once."""
    try:
        async with balancer.connect(source) as connection:
            await connection.send(request("/"))
            async with asyncio.timeout(WAIT_S):
                return not await connection.reader.read(1)
    except ConnectionError:
        return True


async def test_open_connections_of_an_address_are_limited(
    nodes: list[StandIn], tmp_path: Path
) -> None:
    limits = {**LIMITS_FOR_ALL, "CONNECTIONS_PER_ADDRESS": "2"}
    async with balancing(ports_by_name(nodes), tmp_path, **limits) as balancer:
        url = f"ws://127.0.0.1:{balancer.port}/ws/lobby"
        async with (
            connect(url, proxy=None, local_addr=(ONE, 0)),
            connect(url, proxy=None, local_addr=(ONE, 0)) as second,
        ):
            assert await is_refused(balancer, ONE)
            assert not await is_refused(balancer, OTHER)
            await second.close()

            async def one_connection_is_free() -> bool:
                return not await is_refused(balancer, ONE)

            await eventually(one_connection_is_free)


async def test_new_connections_of_an_address_are_limited(
    nodes: list[StandIn], tmp_path: Path
) -> None:
    limits = {**LIMITS_FOR_ALL, "NEW_CONNECTIONS_PER_ADDRESS": "3"}
    async with balancing(ports_by_name(nodes), tmp_path, **limits) as balancer:
        assert [await is_refused(balancer, ONE) for _ in range(5)] == [False] * 3 + [True] * 2
        assert not await is_refused(balancer, OTHER)
        assert await counted(balancer, "denied_connections") == 2


async def test_listed_addresses_are_not_limited(nodes: list[StandIn], tmp_path: Path) -> None:
    limits = {"HANDSHAKES_PER_ADDRESS": "1", "UNLIMITED": f"192.0.2.0/24 {ONE}"}
    async with balancing(ports_by_name(nodes), tmp_path, **limits) as balancer:
        assert [await handshake(balancer, ONE) for _ in range(3)] == [101] * 3
        assert [await handshake(balancer, OTHER) for _ in range(2)] == [101, 429]


async def test_forwarding_headers_of_a_client_are_dropped(balancer: Balancer) -> None:
    forged = {
        "x_forwarded_for": "203.0.113.5",
        "x_forwarded_proto": "https",
        "x_forwarded_host": "evil.example",
        "x_forwarded_port": "1",
        "x_real_ip": "203.0.113.5",
        "forwarded": "for=203.0.113.5",
    }
    _, seen = await balancer.ask("/", source=ONE, host="play.example", **forged)
    assert seen["x-forwarded-for"] == [ONE]
    assert seen["x-forwarded-proto"] == ["http"]
    assert seen["x-forwarded-host"] == ["play.example"]
    assert not {"x-real-ip", "forwarded", "x-forwarded-port"} & set(seen)


async def test_a_long_head_is_refused(nodes: list[StandIn], balancer: Balancer) -> None:
    async with balancer.connect() as connection:
        answer = await connection.ask(request("/", cookie="x" * 20_000))
    assert answer.status == 400
    assert sum(node.requests for node in nodes) == 0


def test_slow_request_heads_have_a_time_limit() -> None:
    """The time limit is that of the nodes; a test that waits for it would take as long."""
    assert "timeout http-request 10s" in CONFIG.read_text()


async def test_a_soft_stop_leaves_open_sockets(nodes: list[StandIn], balancer: Balancer) -> None:
    """After SIGUSR1 it accepts no connections, but running games continue for a while."""
    url = f"ws://127.0.0.1:{balancer.port}/ws/games/g1"
    async with connect(url, proxy=None) as socket:
        await socket.recv()
        balancer.process.send_signal(signal.SIGUSR1)
        async with asyncio.timeout(WAIT_S):
            with contextlib.suppress(ConnectionError):
                while True:
                    await balancer.ask("/")
        await socket.send("still here")
        assert await socket.recv() == "still here"
    async with asyncio.timeout(WAIT_S):
        assert await balancer.process.wait() == 0


async def test_the_balancer_serves_health_and_metrics(
    nodes: list[StandIn], balancer: Balancer
) -> None:
    await balancer.node("/")
    assert "200" in await observed(balancer, "/healthz")
    metrics = await observed(balancer, "/metrics")
    assert 'haproxy_server_status{proxy="nodes",server="a",state="UP"} 1' in metrics
