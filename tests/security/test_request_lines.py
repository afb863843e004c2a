"""Requests without exactly one valid Host, or without a version (RFC 9112, sections 3 and 3.2)."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.hosts import Hosts

from .local import Local, running
from .raw import Answer, connected, request, upgrade

PATHS = ("/healthz", "/api/v1/catalogue", "/", "/unknown")
HOST = "host: localhost\r\n"


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path, Edge(hosts=Hosts(local=True))) as server:
        yield server


async def refused(local: Local, head: str, code: str = "malformed") -> Answer:
    """The answer to a request that is refused and ends the connection."""
    async with connected(local.host) as connection:
        answer = await connection.ask(head)
        assert await connection.read_to_end() == b""
    assert (answer.status, answer.json["code"]) == (400, code), head
    return answer


INVALID = {
    "no host": "",
    "two hosts": HOST + "host: evil.example\r\n",
    "the same host twice": HOST + HOST,
    "two hosts in other letters": HOST + "HOST: localhost\r\n",
    "a host that begins empty": "host:\r\n" + HOST,
    "a list": "host: localhost, evil.example\r\n",
    "a space": "host: local host\r\n",
    "a user": "host: localhost@evil.example\r\n",
    "a path": "host: localhost/evil.example\r\n",
    "a query": "host: localhost?x\r\n",
    "a port of letters": "host: localhost:http\r\n",
    "IPv6 without brackets": "host: ::1\r\n",
    "an open bracket": "host: [::1\r\n",
    "bytes": "host: caf\xe9.example\r\n",
    "a half escape": "host: a%4\r\n",
}


async def test_every_request_has_one_valid_host(local: Local) -> None:
    for hosts in INVALID.values():
        for path in PATHS:
            answer = await refused(local, request(path).replace(HOST, hosts))
            assert "Host" in answer.json["detail"]
        for path in ("/ws/lobby", "/ws/games/abcd2345"):
            await refused(local, upgrade(path).replace(HOST, hosts))
    assert not any(local.game_server.tally.sockets.values())


async def test_an_old_request_needs_no_host_but_may_not_have_two(local: Local) -> None:
    old = request("/api/v1/catalogue").replace("HTTP/1.1", "HTTP/1.0")
    async with connected(local.host) as connection:
        assert (await connection.ask(old.replace(HOST, ""))).status == 200
    async with connected(local.host) as connection:
        assert (await connection.ask(old)).status == 200
    await refused(local, old.replace(HOST, HOST * 2))


async def test_a_later_request_of_a_connection_is_checked_too(local: Local) -> None:
    async with connected(local.host) as connection:
        assert (await connection.ask(request())).status == 200
        assert (await connection.ask(request().replace(HOST, ""))).status == 400
        assert await connection.read_to_end() == b""


async def test_spaces_around_a_host_are_no_part_of_it(local: Local) -> None:
    for spaces in ("", " ", "\t  "):
        head = request("/api/v1/catalogue").replace(HOST, f"host:{spaces}localhost{spaces}\r\n")
        async with connected(local.host) as connection:
            assert (await connection.ask(head)).status == 200


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_a_request_line_ends_with_a_version_that_is_spoken(local: Local, method: str) -> None:
    for version in ("", "HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/1", "http/1.1"):
        line = f"{method} /healthz {version}".strip()
        await refused(local, f"{line}\r\n{HOST}\r\n")
        await refused(local, f"{line}\r\n\r\n")


async def test_a_request_of_one_line_is_refused_at_once(local: Local) -> None:
    """As of HTTP/0.9, whose clients send no more than this line."""
    await refused(local, "GET /\r\n")
    async with connected(local.host) as connection:
        await connection.send("GET /heal")
        await connection.send("thz")
        await connection.send("\r\n")
        assert (await connection.answer()).status == 400


async def test_a_handshake_needs_version_1_1(local: Local) -> None:
    """RFC 6455, section 4.1; an Upgrade of an older version has no meaning (RFC 9110, 7.8)."""
    head = upgrade("/ws/lobby").replace("HTTP/1.1", "HTTP/1.0")
    await refused(local, head, "bad_upgrade")


@pytest.mark.parametrize("line", ["GET /x BAD\r\n", f"GET /{'x' * 5_000}\r\n"])
async def test_a_line_that_is_refused_has_no_second_answer(local: Local, line: str) -> None:
    """Although it has no version either."""
    errors = list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, error: errors.append(error))
    async with connected(local.host) as connection:
        assert (await connection.ask(line)).status in (400, 414)
        assert await connection.read_to_end() == b""
    assert errors == []
