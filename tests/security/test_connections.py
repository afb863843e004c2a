"""How many HTTP connections an address may hold, and for how long a long answer may be read."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.play.bucket import Rate
from zeitnot_server.web import connection_limits, requests
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.networks import Networks

from .local import Local, running
from .raw import WAIT, connected, request, upgrade


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection comes from one address that is not this machine's, and no proxy's."""
    monkeypatch.setattr(requests, "network", lambda peer: "192.0.2.7")
    monkeypatch.setattr(Edge, "naming_proxies", Networks(()))


async def until(true: Callable[[], bool]) -> None:
    """There is no event to wait for."""
    async with asyncio.timeout(WAIT):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


@pytest.mark.usefixtures("elsewhere")
async def test_connections_of_an_address(tmp_path: Path) -> None:
    async with running(tmp_path, requests_per_address=3) as local, AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(connected(local.host))
        async with connected(local.host) as third:
            assert (await third.ask(request())).status == 200
            async with connected(local.host) as fourth:
                answer = await fourth.answer()  # before anything was asked
                assert (answer.status, answer.json["code"]) == (429, "too_many_connections")
                await fourth.gone()
            assert (await third.ask(request())).status == 200
        connection = await stack.enter_async_context(connected(local.host))
        await until(lambda: held(local) == 3)
        assert (await connection.ask(upgrade("/ws/lobby"))).status == 101
        assert held(local) == 2  # a socket is counted among the sockets
        await stack.aclose()
        await until(lambda: held(local) == 0)


async def test_connections_through_a_proxy_count_for_the_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proxy's connections are everybody's: as if it were on another machine, none is refused;
    the requests of one client at a time are."""
    monkeypatch.setattr(requests, "network", lambda peer: "192.0.2.7")
    slow = request("/api/v1/session", "POST", content_length="9", x_forwarded_for="198.51.100.1")
    async with running(tmp_path, requests_per_address=3) as local, AsyncExitStack() as stack:
        for _ in range(3):
            connection = await stack.enter_async_context(connected(local.host))
            await connection.send(slow)
        await until(lambda: local.connection_limits.inside == 1)
        for client, status in (("198.51.100.1", 429), ("198.51.100.2", 200)):
            answer = await local.get("/healthz", x_forwarded_for=client)
            assert answer.status == status
        await stack.aclose()
        await until(lambda: local.connection_limits.inside == 0)


def held(local: Local) -> int:
    """As the protocol counts them."""
    counts: Any = local.server.config.http_protocol_class.addresses  # type: ignore[attr-defined]
    return int(sum(counts.values()))


@contextlib.asynccontextmanager
async def eager(local: Local, message: str) -> AsyncIterator[socket.socket]:
    """Has sent this before the server can have accepted: both run on one loop."""
    host, port = local.host.split(":")
    with socket.create_connection((host, int(port))) as sock:
        sock.sendall(message.encode())
        sock.setblocking(False)
        yield sock


async def rest_of(sock: socket.socket) -> bytes:
    """All that comes until the other side ends it. Raises ConnectionResetError."""
    received = b""
    async with asyncio.timeout(WAIT):
        while chunk := await asyncio.get_running_loop().sock_recv(sock, 65_536):
            received += chunk
    return received


@pytest.mark.usefixtures("elsewhere")
async def test_a_request_sent_before_the_refusal_gets_the_reason(tmp_path: Path) -> None:
    """The request lies unread when the connection is refused."""
    async with running(tmp_path, requests_per_address=1) as local, connected(local.host) as first:
        assert (await first.ask(request())).status == 200
        async with eager(local, request()) as sock:
            received = await rest_of(sock)
            assert received.startswith(b"HTTP/1.1 429 ")
            assert b"too_many_connections" in received
        await until(lambda: len(local.server.server_state.connections) == 1)


@pytest.mark.usefixtures("elsewhere")
async def test_a_refused_connection_is_not_held(tmp_path: Path) -> None:
    """Who goes on sending, or stays, is cut off; and not many can stay at a time."""
    bounds = {"drain_bytes": 10_000, "drain_seconds": WAIT, "drained_at_once": 1}
    async with (
        running(tmp_path, requests_per_address=1, **bounds) as local,
        connected(local.host) as first,
        AsyncExitStack() as stack,
    ):
        assert (await first.ask(request())).status == 200
        staying = await stack.enter_async_context(eager(local, request()))
        assert (await rest_of(staying)).startswith(b"HTTP/1.1 429 ")
        assert len(local.server.server_state.connections) == 2
        another = await stack.enter_async_context(connected(local.host))
        assert (await another.answer()).status == 429
        await until(lambda: len(local.server.server_state.connections) == 2)
        (draining,) = refused(local)
        staying.sendall(b"x" * 20_000)
        await until(lambda: len(local.server.server_state.connections) == 1)
        assert not refused(local)
        last = await stack.enter_async_context(eager(local, request()))
        assert (await rest_of(last)).startswith(b"HTTP/1.1 429 ")
        (draining,) = refused(local)
        draining._too_late()  # its time is over
        await until(lambda: len(local.server.server_state.connections) == 1)


def refused(local: Local) -> set[requests.BoundedRequests]:
    """Those that are only read to the end."""
    results: set[requests.BoundedRequests] = local.server.config.http_protocol_class.draining  # type: ignore[attr-defined]
    return results


async def test_loopback_connections_are_not_limited(tmp_path: Path) -> None:
    async with running(tmp_path, requests_per_address=1) as local, AsyncExitStack() as stack:
        for _ in range(5):
            connection = await stack.enter_async_context(connected(local.host))
            assert (await connection.ask(request())).status == 200


# ── a long answer ──────────────────────────────────────────────────────────────────────────────


def stream(
    local: Local, monkeypatch: pytest.MonkeyPatch, parts: AsyncGenerator[bytes, None]
) -> None:
    """The record of every game is this."""

    async def record_parts(
        game: str, account: str | None, turn: object
    ) -> AsyncGenerator[bytes, None]:
        return parts

    monkeypatch.setattr(local.game_server.store.games, "record_parts", record_parts)


def protocol(local: Local) -> requests.BoundedRequests:
    (one,) = local.server.server_state.connections
    assert isinstance(one, requests.BoundedRequests)
    return one


async def test_slow_readers_have_time_and_stopped_ones_are_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()

    async def endless() -> AsyncGenerator[bytes, None]:
        try:
            while True:
                yield b"x" * 65_536
                await asyncio.sleep(0)  # as the database makes it wait
        finally:
            ended.set()

    monkeypatch.setattr(connection_limits, "network", lambda peer: "192.0.2.7")
    async with running(tmp_path) as local, connected(local.host) as connection:
        entry: connection_limits.ConnectionLimits = local.connection_limits
        stream(local, monkeypatch, endless())
        await connection.send(request("/api/v1/games/long"))
        await until(lambda: bool(local.server.server_state.connections))
        one = protocol(local)
        await until(lambda: one.flow.write_paused)
        assert entry.inside == 2  # the record, and the request for it
        timer = one._timer
        while one._timer is timer:  # what is read gives it as long again
            assert await connection.reader.read(65_536)
        await until(lambda: one.flow.write_paused)
        one._too_late()
        await asyncio.wait_for(ended.wait(), WAIT)
        await until(lambda: entry.inside == 0)


async def test_a_slow_response_is_not_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()

    async def slow() -> AsyncGenerator[bytes, None]:
        yield b"{"
        await go_on.wait()
        yield b"}"

    async with running(tmp_path) as local, connected(local.host) as connection:
        stream(local, monkeypatch, slow())
        await connection.send(request("/api/v1/games/slow", connection="close"))
        await connection.reader.readuntil(b"{")
        protocol(local)._too_late()
        go_on.set()
        assert b"}" in await connection.gone()


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/nothing", "/api/v1/catalogue"])
async def test_all_requests_of_an_address_share_an_allowance(tmp_path: Path, path: str) -> None:
    """Who asks more often hears so once, and then has to connect again."""
    async with running(tmp_path, address_requests=(Rate(0, 5),)) as local:
        flood = {"x_forwarded_for": "192.0.2.7"}
        async with connected(local.host) as connection:
            for _ in range(5):
                assert (await connection.ask(request(path, **flood))).status != 429
            answer = await connection.ask(request(path, **flood))
            assert (answer.status, answer.json["code"]) == (429, "too_many_requests")
            await connection.gone()
        assert (await local.get(path, x_forwarded_for="192.0.2.9")).status != 429
