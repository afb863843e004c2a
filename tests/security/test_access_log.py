"""The access log: one line for each request and socket, without confidential data."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from zeitnot_server.web.access import AccessLog
from zeitnot_server.web.edge import Edge

from ..store.playing import account_of_token
from .local import Local, running
from .raw import WAIT_S, connected, frame, request, upgrade


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path, Edge(access_log=True)) as instance:
        yield instance


async def test_each_request_is_logged(local: Local) -> None:
    with capture_logs() as lines:
        page = await local.get("/api/v1/games?player=somebody", x_forwarded_for="192.0.2.7")
        token = await local.person()
        game = await local.game(token)
        refused = await local.get("/api/v1/games/%0anone")
    assert [(line["event"], line["method"], line["path"], line["status"]) for line in lines] == [
        ("request", "GET", "/api/v1/games", 200),
        ("request", "POST", "/api/v1/session", 201),
        ("request", "POST", "/api/v1/games", 201),
        ("request", "GET", "/api/v1/games/%0anone", 404),
    ]
    assert [line["client"] for line in lines] == ["192.0.2.7", *["127.0.0.1"] * 3]
    assert [lines[0]["bytes"], lines[3]["bytes"]] == [len(page.body), len(refused.body)]
    actor = await account_of_token(local.game_server.store, token)
    assert actor is not None
    assert [line["account"] for line in lines] == ["-", "-", actor.account, "-"]
    assert all(line["ms"] >= 0 for line in lines)
    assert token not in str(lines)
    assert "somebody" not in str(lines)
    assert game


async def test_each_socket_is_logged_once(local: Local) -> None:
    """A line is written when a socket has ended or was refused; frames are not logged."""
    token = await local.person()
    game = await local.game(token)
    with capture_logs() as lines:
        async with connected(local.host) as connection:
            assert (await connection.ask(upgrade(f"/ws/games/{game}", token))).status == 101
            await connection.send(frame(f'{{"type":"hello","game":"{game}"}}'))
            await connection.message("presence")
            assert lines == []
        async with connected(local.host) as connection:
            assert (await connection.ask(upgrade("/ws/lobby", "zn_none"))).status == 401
        async with asyncio.timeout(WAIT_S):
            while len(lines) < 2:  # noqa: ASYNC110  there is no event for it
                await asyncio.sleep(0.001)
    by_status: dict[int, Any] = {line["status"]: line for line in lines}
    assert {line["event"] for line in lines} == {"socket"}
    assert by_status[101]["path"] == f"/ws/games/{game}"
    assert by_status[101]["account"] != "-"
    assert by_status[101]["bytes"] > 300, "the handshake and the room's messages"
    assert (by_status[401]["account"], by_status[401]["path"]) == ("-", "/ws/lobby")


async def test_access_is_not_logged_by_default(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        with capture_logs() as lines:
            await local.person()
            await local.get("/")
        assert lines == []


async def test_a_request_cancelled_before_its_response_is_logged() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        raise asyncio.CancelledError

    scope = {"type": "http", "client": None, "method": "GET", "path": "/x"}
    with capture_logs() as lines, pytest.raises(asyncio.CancelledError):
        await AccessLog(application)(scope, None, None)
    (line,) = lines
    assert (line["client"], line["path"], line["status"], line["bytes"]) == ("-", "/x", "-", 0)


async def test_an_unreadable_request_is_counted_and_not_logged(local: Local) -> None:
    """It counts as a refusal, but it has no method or path that could be logged."""
    before = local.game_server.tally.refused["malformed"]
    with capture_logs() as lines:
        async with connected(local.host) as connection:
            assert (await connection.ask(request(method="B REW"))).status == 400
    assert lines == []
    assert local.game_server.tally.refused["malformed"] == before + 1


async def test_mapped_ipv4_addresses_are_logged_as_ipv4() -> None:
    """On a dual-stack socket, IPv4 clients have IPv6 addresses. Bans name them as IPv4."""

    async def app(scope: object, receive: object, send: object) -> None: ...

    scope = {"type": "http", "client": ("::ffff:192.0.2.7", 1), "method": "GET", "path": "/x"}
    with capture_logs() as lines:
        await AccessLog(app)(scope, None, None)
    assert [line["client"] for line in lines] == ["192.0.2.7"]
