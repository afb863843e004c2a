"""Slow, oversized and malformed requests are refused in time with a problem document, and their
connections are closed."""

import asyncio
import contextlib
import inspect
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.limits.table import Limits
from zeitnot_server.web.http.headers import SECURITY
from zeitnot_server.web.transport.requests import SPARE

from ..each import each
from .local import Local, running
from .raw import WAIT_S, RawConnection, connected, request, upgrade

TIMEOUTS_S = (0.4, 2.0, 10.0)
LIMITS = Limits()
ALL_TIMEOUTS = ("head_seconds", "body_seconds", "answer_seconds", "linger_seconds", "hello_seconds")
SOCKET_TIMEOUTS = ("hello_seconds", "linger_seconds")

Test = Callable[..., Awaitable[None]]


def with_short_timeouts(*names: str, **limits: int) -> Callable[[Test], Test]:
    """Runs a test on a server with short values for the named timeouts. A failed try is repeated
    with longer values, because a busy machine may have delayed it. Checks that no error is
    logged."""

    def decorate(test: Test) -> Test:
        async def run_tries(
            tmp_path: Path, caplog: pytest.LogCaptureFixture, **arguments: Any
        ) -> None:
            for seconds in TIMEOUTS_S:
                caplog.clear()
                times = dict.fromkeys(names, seconds)
                try:
                    async with running(tmp_path / f"{seconds}", **times, **limits) as local:
                        await test(local, **arguments)
                    verify_no_errors(caplog)
                except (AssertionError, EOFError, OSError):
                    if seconds == TIMEOUTS_S[-1]:
                        raise
                else:
                    return

        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        fixture_parameters = [inspect.Parameter(name, kind) for name in ("tmp_path", "caplog")]
        test_parameters = list(inspect.signature(test).parameters.values())[1:]
        run_tries.__name__, run_tries.__doc__ = test.__name__, test.__doc__
        run_tries.__signature__ = inspect.Signature([*fixture_parameters, *test_parameters])  # type: ignore[attr-defined]
        return run_tries

    return decorate


def verify_no_errors(caplog: pytest.LogCaptureFixture) -> None:
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not errors, caplog.text


with_all_timeouts_short = with_short_timeouts(*ALL_TIMEOUTS, connections=20)
with_socket_timeouts_short = with_short_timeouts(*SOCKET_TIMEOUTS)


@pytest.fixture
async def default_server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Local]:
    """A server with the default timeouts."""
    async with running(tmp_path) as local:
        yield local
    verify_no_errors(caplog)


async def read_refusal(connection: RawConnection, status: int, code: str) -> None:
    """Reads a problem document with this status and code, and then the end of the connection."""
    answer = await connection.answer()
    assert (answer.status, answer.json["code"]) == (status, code)
    assert answer.json["detail"].endswith(".")
    assert answer.headers["content-type"] == "application/problem+json"
    for name, value in SECURITY:
        assert answer.headers[name] == value
    assert await connection.read_to_end() == b""


def test_the_default_timeouts_are_ten_seconds() -> None:
    assert LIMITS.head_seconds == LIMITS.body_seconds == LIMITS.hello_seconds == 10


# ── too slow ─────────────────────────────────────────────────────────────────────────────────────


@with_all_timeouts_short
async def test_silent_connections_are_closed(local: Local) -> None:
    async with connected(local.host) as connection:
        assert await connection.read_to_end() == b""


@pytest.mark.parametrize(
    "head",
    [
        "G",
        "GET / HT",
        "GET / HTTP/1.1\r\nhost: x",
        "GET / HTTP/1.1\r\nhost: x\r\n",
        upgrade("/ws/lobby")[:-2],
    ],
)
@with_all_timeouts_short
async def test_an_incomplete_head_is_refused(local: Local, head: str) -> None:
    async with connected(local.host) as connection:
        await connection.send(head)
        await read_refusal(connection, 408, "too_slow")


@with_all_timeouts_short
async def test_empty_lines_are_skipped(local: Local) -> None:
    async with connected(local.host) as connection:
        await connection.send("\r\n" * 20)
        assert await connection.read_to_end() == b""


@with_all_timeouts_short
async def test_slow_headers_do_not_extend_the_time(local: Local) -> None:
    """Each header line is sent in time, but the whole head is not."""
    async with connected(local.host) as connection:
        await connection.send("GET / HTTP/1.1\r\n")
        refusal = asyncio.create_task(read_refusal(connection, 408, "too_slow"))
        while not refusal.done():
            await connection.send("x: y\r\n")
            await asyncio.sleep(local.limits.head_seconds / 10)
        await refusal


@pytest.mark.parametrize("length", ["content_length", "transfer_encoding"])
@with_all_timeouts_short
async def test_an_incomplete_body_is_refused(local: Local, length: str) -> None:
    value = "20" if length == "content_length" else "chunked"
    async with connected(local.host) as connection:
        await connection.send(request("/api/v1/session", "POST", **{length: value}))
        await connection.send("2\r\n{ \r\n")
        await read_refusal(connection, 408, "too_slow")


@with_all_timeouts_short
async def test_a_body_that_ends_early_is_refused(local: Local) -> None:
    async with connected(local.host) as connection:
        await connection.send(request("/api/v1/session", "POST", content_length="20") + "{")
        connection.writer.write_eof()
        assert await connection.read_to_end() == b""


@with_all_timeouts_short
async def test_a_disconnection_during_a_request_is_harmless(local: Local) -> None:
    for part in ("GET / HT", request("/api/v1/session", "POST", content_length="20") + "{"):
        async with connected(local.host) as connection:
            await connection.send(part)
    assert (await local.get("/healthz")).status == 200


@with_all_timeouts_short
async def test_an_idle_connection_is_kept_for_a_while(local: Local) -> None:
    async with connected(local.host) as connection:
        for _ in range(3):
            assert (await connection.ask(request())).status == 200
        await connection.send("GET /he")
        await read_refusal(connection, 408, "too_slow")
    async with connected(local.host) as connection:
        assert (await connection.ask(request())).status == 200
        assert await connection.read_to_end() == b""


@with_all_timeouts_short
async def test_an_unread_response_closes_the_connection(local: Local) -> None:
    """The client sends pipelined requests and does not read the responses."""
    async with connected(local.host) as connection:
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]
        with contextlib.suppress(ConnectionError):
            for _ in range(400):
                connection.writer.write(request("/metrics").encode())
                await asyncio.sleep(0)
        await wait_until_unconnected(local)


async def wait_until_unconnected(local: Local) -> None:
    """Waits until the server has no connection left."""
    async with asyncio.timeout(WAIT_S):
        while local.server.server_state.connections:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.01)


# ── too much ─────────────────────────────────────────────────────────────────────────────────────

LONG_URL = request("/" + "x" * LIMITS.url_bytes)
TOO_MANY_HEADERS = {f"x{number}": "y" for number in range(LIMITS.headers)}


@each(
    ("head", "status", "code"),
    [
        (LONG_URL, 414, "too_long"),
        (request("/?" + "x=1&" * 2000), 414, "too_long"),
        (request(**TOO_MANY_HEADERS), 431, "too_large"),
        (request(x="y" * LIMITS.head_bytes), 431, "too_large"),
        (upgrade("/ws/lobby", **TOO_MANY_HEADERS), 431, "too_large"),
        ("GET / HTTP/1.1\r\n" + "x" * 70_000, 431, "too_large"),
        (request("/caf\xe9"), 400, "malformed"),
        ("GET\r\n\r\n", 400, "malformed"),
        ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "malformed"),
        ("GET / HTTP/9.9\r\n\r\n", 400, "malformed"),
        ("BREW / HTTP/1.1\r\n\r\n", 400, "malformed"),
        ("GET / HTTP/1.1\r\nho st: x\r\n\r\n", 400, "malformed"),
        ("GET / HTTP/1.1\r\nx: a\0b\r\n\r\n", 400, "malformed"),
        ("POST / HTTP/1.1\r\ncontent-length: -1\r\n\r\n", 400, "malformed"),
        (
            "POST / HTTP/1.1\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n",
            400,
            "malformed",
        ),
        ("POST / HTTP/1.1\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\n", 400, "malformed"),
        ("CONNECT evil.example:443 HTTP/1.1\r\n\r\n", 400, "malformed"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed"),
    ],
)
async def test_invalid_heads_are_refused(
    default_server: Local, head: str, status: int, code: str
) -> None:
    async with connected(default_server.host) as connection:
        for at in range(0, len(head), 4096):
            await connection.send(head[at : at + 4096])
        await read_refusal(connection, status, code)


async def test_an_endless_trailer_is_refused(default_server: Local) -> None:
    async with connected(default_server.host) as connection:
        await connection.send(request("/healthz", "GET", transfer_encoding="chunked") + "0\r\nx: ")
        with contextlib.suppress(ConnectionError):
            for _ in range(40):
                await connection.send("y" * 8192)
        await connection.read_to_end()


async def test_an_endless_body_is_refused(default_server: Local) -> None:
    async with connected(default_server.host) as connection:
        await connection.send(request("/api/v1/session", "POST", content_length=str(10**9)))
        with contextlib.suppress(ConnectionError):
            for _ in range(40):
                await connection.send("y" * 8192)
        assert b'"code":"too_large"' in await connection.read_to_end()


async def test_endless_pipelined_requests_are_refused(default_server: Local) -> None:
    async with connected(default_server.host) as connection:
        with contextlib.suppress(ConnectionError):
            for _ in range(20):
                await connection.send(request("/readyz") * 400)
        received = await connection.read_to_end()
        assert received.count(b"HTTP/1.1 200") < 400
    assert (await default_server.get("/healthz")).status == 200


async def test_a_few_pipelined_requests_are_served(default_server: Local) -> None:
    async with connected(default_server.host) as connection:
        await connection.send(request("/healthz") * LIMITS.pipelined)
        for _ in range(LIMITS.pipelined):
            assert (await connection.answer()).status == 200


@with_all_timeouts_short
async def test_too_many_connections_are_refused(local: Local) -> None:
    """Loopback may open `SPARE` more connections than the limit."""
    async with contextlib.AsyncExitStack() as stack:
        connections = [
            await stack.enter_async_context(connected(local.host)) for _ in range(20 + SPARE + 1)
        ]
        await read_refusal(connections[-1], 503, "full")
        assert (await connections[0].ask(request())).status == 200
    await wait_until_unconnected(local)
    assert (await local.get("/healthz")).status == 200


# ── sockets ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("case", ["lobby", "room", "malformed"])
@with_socket_timeouts_short
async def test_a_socket_without_a_hello_is_closed(local: Local, case: str) -> None:
    ann = await local.person()
    path = "/ws/lobby" if case == "lobby" else f"/ws/games/{await local.game(ann)}"
    async with connected(local.host) as connection:
        assert (await connection.ask(upgrade(path, ann))).status == 101
        if case == "malformed":
            await connection.send(b"\x81\x81\0\0\0\0{")
            assert (await connection.message("error"))["code"] == "malformed"
        assert await connection.close_code() == 1008


@with_socket_timeouts_short
async def test_an_unanswered_close_ends_the_connection(local: Local) -> None:
    """The connection ends even if the client neither reads nor answers."""
    async with connected(local.host) as connection:
        assert (await connection.ask(upgrade("/ws/lobby"))).status == 101
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]
        await wait_until_unconnected(local)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec_websocket_key": "short"}, 400),
        ({"sec_websocket_version": "8"}, 400),
        ({"sec_websocket_version": "13, 13"}, 400),
        ({"connection": "keep-alive, Upgrade", "sec_websocket_key": "ä" * 24}, 400),
    ],
)
async def test_malformed_handshakes_are_refused(
    default_server: Local, headers: dict[str, str], status: int
) -> None:
    async with connected(default_server.host) as connection:
        await connection.send(upgrade("/ws/lobby", **headers))
        await read_refusal(connection, status, "bad_upgrade")


@pytest.mark.parametrize("protocol", ["h2c", "websocketx", "TLS/1.0"])
async def test_other_upgrades_are_ignored(default_server: Local, protocol: str) -> None:
    answer = await default_server.get("/healthz", connection="Upgrade", upgrade=protocol)
    assert answer.status == 200
