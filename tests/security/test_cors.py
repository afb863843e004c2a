"""Pages of other origins may use the API only if the operator lists their origins."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from zeitnot_server.app import application
from zeitnot_server.limits.rates import Rate
from zeitnot_server.web.edge import Edge

from .local import Local, running
from .raw import Answer, connected, request, upgrade

LISTED, OTHER = "https://bots.example", "https://evil.example"
PREFLIGHT = {
    "access_control_request_method": "POST",
    "access_control_request_headers": "authorization,content-type",
}


@pytest.fixture
async def open_to_bots(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path, Edge(cors_origins=frozenset({LISTED}))) as local:
        yield local


@pytest.fixture
async def closed(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path) as local:
        yield local


async def ask(local: Local, method: str, path: str, **headers: str) -> Answer:
    async with connected(local.host) as connection:
        return await connection.ask(request(path, method, **headers))


def cors_headers(answer: Answer) -> dict[str, str]:
    return {name: v for name, v in answer.headers.items() if name.startswith("access-control-")}


async def test_without_the_setting_nothing_changes(closed: Local) -> None:
    read = await ask(closed, "GET", "/api/v1/catalogue", origin=LISTED)
    asked = await ask(closed, "OPTIONS", "/api/v1/tickets", origin=LISTED, **PREFLIGHT)
    posted = await closed.post("session", {}, origin=LISTED)
    assert [read.status, asked.status, posted.status] == [200, 405, 403]
    for answer in (read, asked, posted):
        assert cors_headers(answer) == {}
        assert "Origin" not in answer.headers.get("vary", "")
    names = {
        m.cls.__name__ for m in application(closed.game_server, closed.limits)._app.user_middleware
    }
    assert names == {"NoStore", "RequestsBounded", "HostCheck", "NoZeros"}


async def test_a_listed_page_may_read_and_change(open_to_bots: Local) -> None:
    token = await open_to_bots.person()
    posted = await open_to_bots.post("tickets", {}, token, origin=LISTED)
    assert posted.status == 201
    headers = cors_headers(posted)
    assert headers["access-control-allow-origin"] == LISTED
    assert headers["access-control-allow-credentials"] == "true"
    assert "Retry-After" in headers["access-control-expose-headers"]


async def test_a_listed_page_may_read_refusals(open_to_bots: Local) -> None:
    for path, status in (("/api/v1/tokens", 401), ("/api/v1/nothing", 404)):
        refused = await ask(open_to_bots, "GET", path, origin=LISTED)
        assert refused.status == status
        assert refused.headers["access-control-allow-origin"] == LISTED


async def test_every_answer_of_the_api_depends_on_the_origin(open_to_bots: Local) -> None:
    """Or a cache would show one page's answer to another."""
    async with connected(open_to_bots.host) as connection:
        await connection.send(request("/api/v1/catalogue"))
        head = await connection.reader.readuntil(b"\r\n\r\n")
    assert b"vary: Origin" in head


async def test_a_listed_pages_preflight_is_answered(open_to_bots: Local) -> None:
    answer = await ask(open_to_bots, "OPTIONS", "/api/v1/tickets", origin=LISTED, **PREFLIGHT)
    headers = cors_headers(answer)
    assert (answer.status, answer.body) == (204, b"")
    assert headers["access-control-allow-origin"] == LISTED
    assert headers["access-control-allow-methods"] == "DELETE, GET, HEAD, PATCH, POST, PUT"
    assert {"Authorization", "Content-Type"} <= set(
        headers["access-control-allow-headers"].split(", ")
    )
    assert headers["access-control-max-age"] == "600"


@pytest.mark.parametrize(
    "origin", [OTHER, "null", f"{LISTED}.evil.example", f"{LISTED}:8443", "http://bots.example"]
)
async def test_other_pages_stay_shut_out(open_to_bots: Local, origin: str) -> None:
    read = await ask(open_to_bots, "GET", "/api/v1/catalogue", origin=origin)
    asked = await ask(open_to_bots, "OPTIONS", "/api/v1/tickets", origin=origin, **PREFLIGHT)
    posted = await open_to_bots.post("session", {}, origin=origin)
    assert [read.status, asked.status, posted.status] == [200, 405, 403]
    for answer in (read, asked, posted):
        assert cors_headers(answer) == {}


async def test_the_page_itself_is_not_opened(open_to_bots: Local) -> None:
    answer = await ask(open_to_bots, "GET", "/", origin=LISTED)
    assert cors_headers(answer) == {}


@pytest.mark.parametrize(("origin", "status"), [(LISTED, 101), (OTHER, 403)])
async def test_sockets_follow_the_setting(open_to_bots: Local, origin: str, status: int) -> None:
    ticket = (await open_to_bots.post("tickets", {}, await open_to_bots.person())).json["ticket"]
    offered = {"sec_websocket_protocol": f"zeitnot.v1, ticket.{ticket}"}
    async with connected(open_to_bots.host) as connection:
        answer = await connection.ask(upgrade("/ws/lobby", origin=origin, **offered))
    assert answer.status == status


async def test_preflights_count_as_requests(tmp_path: Path) -> None:
    edge = Edge(cors_origins=frozenset({LISTED}))
    async with running(tmp_path, edge, address_requests=(Rate(1 / 3600, 1),)) as local:
        local.connection_limits.request(("192.0.2.7", 1))
        answer = await ask(
            *(local, "OPTIONS", "/api/v1/tickets"),
            **PREFLIGHT,
            origin=LISTED,
            x_forwarded_for="192.0.2.7",
        )
    assert answer.status == 429
    assert answer.headers["access-control-allow-origin"] == LISTED
