"""Limits on the HTTP connections of an address, and on the time that a client may take to read."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from zeitnot_server.limits.holds import Holds
from zeitnot_server.limits.rates import Rate
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.networks import Networks
from zeitnot_server.web.limits import connection_limits
from zeitnot_server.web.transport import requests

from .local import Local, running
from .raw import WAIT_S, connected, request, upgrade
from .test_seated import pair


@pytest.fixture
def from_remote_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes all connections come from one remote address, which is not a proxy."""
    monkeypatch.setattr(requests, "network", lambda peer: "192.0.2.7")
    monkeypatch.setattr(Edge, "naming_proxies", Networks(()))


async def wait_until(condition: Callable[[], bool]) -> None:
    """Polls until the condition is true, because there is no event to wait for."""
    async with asyncio.timeout(WAIT_S):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


@pytest.mark.usefixtures("from_remote_address")
async def test_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    async with running(tmp_path, requests_per_address=3) as local, AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(connected(local.host))
        async with connected(local.host) as third:
            assert (await third.ask(request())).status == 200
            async with connected(local.host) as fourth:
                answer = await fourth.answer()  # before a request was sent
                assert (answer.status, answer.json["code"]) == (429, "too_many_connections")
                await fourth.read_to_end()
            assert (await third.ask(request())).status == 200
        connection = await stack.enter_async_context(connected(local.host))
        await wait_until(lambda: count_connections(local) == 3)
        assert (await connection.ask(upgrade("/ws/lobby"))).status == 101
        assert count_connections(local) == 2  # a socket is counted among the sockets
        await stack.aclose()
        await wait_until(lambda: count_connections(local) == 0)


@pytest.mark.usefixtures("from_remote_address")
async def test_a_player_can_connect_beyond_the_limit_of_its_address(
    tmp_path: Path,
) -> None:
    """One surplus connection may show by its first request that it is a player's. If further
    connections of the address send nothing, the oldest of them is refused."""
    limits = {
        "requests_per_address": 2,
        "provisional_connections_per_address": 3,
        "seated_connections": 2,
    }
    async with running(tmp_path, **limits, provisional_seconds=3600.0) as local:
        ann, _ = await pair(local)
        async with AsyncExitStack() as stack:
            idle = [await stack.enter_async_context(connected(local.host)) for _ in range(4)]
            await wait_until(lambda: count_connections(local) == 2)
            head = upgrade(f"/ws/games/{ann.game}", ann.token)
            for _ in range(3):
                player = await stack.enter_async_context(connected(local.host))
                assert (await player.ask(head)).status == 101
            for token, status in ((ann.token, 200), (ann.token, 200), (ann.token, 429)):
                connection = await stack.enter_async_context(connected(local.host))
                head = request("/api/v1/catalogue", cookie=f"zeitnot_session={token}")
                assert (await connection.ask(head)).status == status
            stranger = await stack.enter_async_context(connected(local.host))
            answer = await stranger.ask(request())
            assert (answer.status, answer.json["code"]) == (429, "too_many_connections")
            for _ in range(2):
                idle.append(await stack.enter_async_context(connected(local.host)))
            answer = await idle[2].answer()  # before a request was sent
            assert (answer.status, answer.json["code"]) == (429, "too_many_connections")
        await wait_until(lambda: not held_connections(local))
        assert not local.server.config.http_protocol_class.provisional  # type: ignore[attr-defined]


@pytest.mark.usefixtures("from_remote_address")
async def test_a_surplus_connection_that_sends_nothing_is_refused(tmp_path: Path) -> None:
    for limits in ({"provisional_seconds": 0.01}, {"provisional_connections": 0}):
        async with (
            running(tmp_path, requests_per_address=1, **limits) as local,
            connected(local.host),
            connected(local.host) as second,
        ):
            answer = await second.answer()
            assert (answer.status, answer.json["code"]) == (429, "too_many_connections")


async def test_connections_through_a_proxy_count_for_the_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections of a proxy, even a remote one, are not limited by its address; the concurrent
    requests of one client are."""
    monkeypatch.setattr(requests, "network", lambda peer: "192.0.2.7")
    slow = request("/api/v1/session", "POST", content_length="9", x_forwarded_for="198.51.100.1")
    async with running(tmp_path, requests_per_address=3) as local, AsyncExitStack() as stack:
        for _ in range(3):
            connection = await stack.enter_async_context(connected(local.host))
            await connection.send(slow)
        await wait_until(lambda: local.connection_limits.held_keys == 1)
        for client, status in (("198.51.100.1", 429), ("198.51.100.2", 200)):
            answer = await local.get("/healthz", x_forwarded_for=client)
            assert answer.status == status
        await stack.aclose()
        await wait_until(lambda: local.connection_limits.held_keys == 0)


def count_connections(local: Local) -> int:
    """The HTTP connections of the address, as the protocol counts them."""
    return held_connections(local)["requests_per_address", "192.0.2.7"]


def held_connections(local: Local) -> Holds:
    """All connections that the protocol counts."""
    held: Holds = local.server.config.http_protocol_class.held  # type: ignore[attr-defined]
    return held


@contextlib.asynccontextmanager
async def connected_with_data(local: Local, message: str) -> AsyncIterator[socket.socket]:
    """A connection that sends before the server can accept it, because both run on one loop."""
    host, port = local.host.split(":")
    with socket.create_connection((host, int(port))) as sock:
        sock.sendall(message.encode())
        sock.setblocking(False)
        yield sock


async def receive_to_end(sock: socket.socket) -> bytes:
    """Reads all bytes until the server closes the connection. May raise ConnectionResetError."""
    received = b""
    async with asyncio.timeout(WAIT_S):
        while chunk := await asyncio.get_running_loop().sock_recv(sock, 65_536):
            received += chunk
    return received


@pytest.mark.usefixtures("from_remote_address")
async def test_a_request_sent_before_the_refusal_is_answered_with_the_reason(
    tmp_path: Path,
) -> None:
    """The request is still unread when the connection is refused."""
    async with running(tmp_path, requests_per_address=1) as local, connected(local.host) as first:
        assert (await first.ask(request())).status == 200
        async with connected_with_data(local, request()) as sock:
            received = await receive_to_end(sock)
            assert received.startswith(b"HTTP/1.1 429 ")
            assert b"too_many_connections" in received
        await wait_until(lambda: len(local.server.server_state.connections) == 1)


@pytest.mark.usefixtures("from_remote_address")
async def test_a_refused_connection_is_drained_within_bounds(tmp_path: Path) -> None:
    """A refused client that keeps sending, or stays connected, is disconnected. Only a few
    connections are drained at the same time."""
    drain_limits = {"drain_bytes": 10_000, "drain_seconds": WAIT_S, "drained_at_once": 1}
    async with (
        running(tmp_path, requests_per_address=1, **drain_limits) as local,
        connected(local.host) as first,
        AsyncExitStack() as stack,
    ):
        assert (await first.ask(request())).status == 200
        staying = await stack.enter_async_context(connected_with_data(local, request()))
        assert (await receive_to_end(staying)).startswith(b"HTTP/1.1 429 ")
        assert len(local.server.server_state.connections) == 2
        second = await stack.enter_async_context(connected(local.host))
        assert (await second.answer()).status == 429
        await wait_until(lambda: len(local.server.server_state.connections) == 2)
        (draining,) = draining_connections(local)
        staying.sendall(b"x" * 20_000)
        await wait_until(lambda: len(local.server.server_state.connections) == 1)
        assert not draining_connections(local)
        last = await stack.enter_async_context(connected_with_data(local, request()))
        assert (await receive_to_end(last)).startswith(b"HTTP/1.1 429 ")
        (draining,) = draining_connections(local)
        draining._on_timeout()  # its time limit has passed
        await wait_until(lambda: len(local.server.server_state.connections) == 1)


def draining_connections(local: Local) -> set[requests.BoundedRequests]:
    """The refused connections whose input is still read and discarded."""
    connections: set[requests.BoundedRequests] = local.server.config.http_protocol_class.draining  # type: ignore[attr-defined]
    return connections


async def test_loopback_connections_are_not_limited(tmp_path: Path) -> None:
    async with running(tmp_path, requests_per_address=1) as local, AsyncExitStack() as stack:
        for _ in range(5):
            connection = await stack.enter_async_context(connected(local.host))
            assert (await connection.ask(request())).status == 200


# ── a long response ──────────────────────────────────────────────────────────────────────────────


def replace_records(
    local: Local, monkeypatch: pytest.MonkeyPatch, parts: AsyncGenerator[bytes, None]
) -> None:
    """Answers every request for a record with these parts."""

    async def record_parts(
        game: str, account: str | None, turn: object
    ) -> AsyncGenerator[bytes, None]:
        return parts

    monkeypatch.setattr(local.game_server.store.games, "record_parts", record_parts)


def protocol(local: Local) -> requests.BoundedRequests:
    (connection,) = local.server.server_state.connections
    assert isinstance(connection, requests.BoundedRequests)
    return connection


async def test_a_client_that_stops_reading_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()

    async def endless_parts() -> AsyncGenerator[bytes, None]:
        try:
            while True:
                yield b"x" * 65_536
                await asyncio.sleep(0)  # as if it waited for the database
        finally:
            ended.set()

    monkeypatch.setattr(connection_limits, "network", lambda peer: "192.0.2.7")
    async with running(tmp_path) as local, connected(local.host) as connection:
        limits: connection_limits.ConnectionLimits = local.connection_limits
        replace_records(local, monkeypatch, endless_parts())
        await connection.send(request("/api/v1/games/long"))
        await wait_until(lambda: bool(local.server.server_state.connections))
        http = protocol(local)
        await wait_until(lambda: http.flow.write_paused)
        assert limits.held_keys == 3  # the record counts twice, and its request once
        timer = http._timer
        while http._timer is timer:  # each read of a slow client restarts the timer
            assert await connection.reader.read(65_536)
        await wait_until(lambda: http.flow.write_paused)
        http._on_timeout()
        await asyncio.wait_for(ended.wait(), WAIT_S)
        await wait_until(lambda: limits.held_keys == 0)


async def test_a_slow_response_is_not_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_continue = asyncio.Event()

    async def slow_parts() -> AsyncGenerator[bytes, None]:
        yield b"{"
        await may_continue.wait()
        yield b"}"

    async with running(tmp_path) as local, connected(local.host) as connection:
        replace_records(local, monkeypatch, slow_parts())
        await connection.send(request("/api/v1/games/slow", connection="close"))
        await connection.reader.readuntil(b"{")
        protocol(local)._on_timeout()
        may_continue.set()
        assert b"}" in await connection.read_to_end()


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/nothing", "/api/v1/catalogue"])
async def test_all_requests_of_an_address_share_an_allowance(tmp_path: Path, path: str) -> None:
    """A client that sends more requests is refused once and disconnected."""
    async with running(tmp_path, address_requests=(Rate(0, 5),)) as local:
        headers = {"x_forwarded_for": "192.0.2.7"}
        async with connected(local.host) as connection:
            for _ in range(5):
                assert (await connection.ask(request(path, **headers))).status != 429
            answer = await connection.ask(request(path, **headers))
            assert (answer.status, answer.json["code"]) == (429, "too_many_requests")
            await connection.read_to_end()
        assert (await local.get(path, x_forwarded_for="192.0.2.9")).status != 429
