"""DNS rebinding: requests of a foreign page whose host name resolves to this machine are
refused."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot_server.config import Config
from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.hosts import Hosts

from ..server.running_server import Server
from .local import Local, running
from .raw import connected, request, upgrade

FOREIGN_HOSTS = {
    "a page's name": "evil.example",
    "with a port": "evil.example:8080",
    "our name as prefix": "localhost.evil.example",
    "our name as suffix": "evil-localhost",
    "a trailing dot": "localhost.",
    "an address as prefix": "127.0.0.1.evil.example",
    "a number": "2130706433",
    "a short form of an address": "127.1",
    "IPv4 in brackets": "[127.0.0.1]",
    "nothing": "",
}
LOCAL_HOSTS = [
    "localhost",
    "LOCALHOST:8080",
    "127.0.0.1:1",
    "[::1]",
    "[::1]:8080",
    "192.168.1.7:8080",
]


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path, Edge(hosts=Hosts(local=True))) as server:
        yield server


@pytest.mark.parametrize("name", FOREIGN_HOSTS.values(), ids=FOREIGN_HOSTS)
async def test_unknown_host_names_are_refused_everywhere(local: Local, name: str) -> None:
    """The origin matches the host name, as in requests of such a page."""
    headers = {"host": name, "origin": f"http://{name}"}
    for answer in (
        await local.get("/api/v1/catalogue", host=name),
        await local.get("/metrics", host=name),
        await local.get("/", host=name),
        await local.post("session", {}, None, **headers),
        await local.get("/ws/lobby", **handshake_headers(headers)),
    ):
        assert (answer.status, answer.json["code"]) == (421, "wrong_host")
        assert "`hosts`" in answer.json["detail"]
    assert local.game_server.tally.refused["wrong_host"] == 5
    for probe in ("/healthz", "/readyz"):
        assert (await local.get(probe, host=name)).status == 200


def handshake_headers(headers: dict[str, str]) -> dict[str, str]:
    """The headers of a WebSocket handshake, including these."""
    lines = upgrade("/", **headers).strip().split("\r\n")[1:]
    return {name.replace("-", "_"): value for name, value in (x.split(": ", 1) for x in lines)}


@pytest.mark.parametrize("name", LOCAL_HOSTS)
async def test_names_of_this_machine_are_accepted(local: Local, name: str) -> None:
    assert (await local.get("/api/v1/catalogue", host=name)).status == 200
    headers = {"host": name, "origin": f"http://{name.lower()}"}
    assert (await local.post("session", {}, None, **headers)).status == 201
    async with connected(local.host) as connection:
        assert (await connection.ask(upgrade("/ws/lobby", **headers))).status == 101


# ── what a page may forge ────────────────────────────────────────────────────────────────────────

FORGED: list[dict[str, str]] = [
    {"x_forwarded_host": "localhost"},
    {"x_forwarded_for": "127.0.0.1", "x_forwarded_host": "localhost"},
    {"x_forwarded_for": "127.0.0.1", "x_forwarded_host": "evil.example"},
    {"x_forwarded_proto": "https"},
]


@pytest.mark.parametrize("headers", FORGED)
async def test_a_page_cannot_pose_as_a_proxy(local: Local, headers: dict[str, str]) -> None:
    answer = await local.get("/metrics", host="evil.example", **headers)
    assert (answer.status, answer.json["code"]) == (421, "wrong_host")


async def test_requests_marked_as_forwarded_have_fewer_rights(local: Local) -> None:
    """Requests through a proxy on this machine look like this if the host name is not
    configured."""
    headers = {"host": "play.example", "x_forwarded_for": "192.0.2.7"}
    assert (await local.get("/api/v1/catalogue", **headers)).status == 200
    assert (await local.get("/metrics", **headers)).json["code"] != "wrong_host"
    assert (await local.get("/metrics", **headers)).status != 200


# ── configured names ─────────────────────────────────────────────────────────────────────────────


def scope(host: str, **fields: Any) -> dict[str, Any]:
    """The scope of a request from a remote address."""
    client = ("192.0.2.7", 1)
    return {"path": "/", "headers": [(b"host", host.encode())], "client": client, **fields}


def test_configured_names_are_accepted() -> None:
    hosts = Hosts(["play.example", "Server"])
    for name in ("play.example", "PLAY.example:443", "server:8080", "localhost", "192.168.1.7"):
        assert hosts.accepts(scope(name)), name
    for name in ("example", "x.play.example", "play.example.evil.example", "evil.example"):
        assert not hosts.accepts(scope(name)), name
        assert not hosts.accepts(scope(name, **{"zeitnot.forwarded": True})), name
    assert hosts.accepts({**scope("x"), "headers": []}), (
        "HTTP/1.0 clients may send no Host, but browsers always do"
    )


def test_a_public_server_without_configured_names_accepts_any() -> None:
    assert Hosts().accepts(scope("zeitnot.lan"))
    for host, local in {
        "127.0.0.1": True,
        "127.0.0.2": True,
        "::1": True,
        "localhost": True,
        "0.0.0.0": False,
        "::": False,
        "192.168.1.7": False,
        "example.org": False,
    }.items():
        assert Config(host=host).is_local() is local, host


async def test_the_default_command_checks_host_names(tmp_path: Path) -> None:
    """By default the server only listens on loopback."""
    server = Server(tmp_path, "--no-bots", "--hosts", "play.example")
    for host, status in {"evil.example": 421, "play.example": 200, server.host: 200}.items():
        async with connected(server.host) as connection:
            assert (await connection.ask(request("/api/v1/catalogue", host=host))).status == status
    assert await asyncio.to_thread(server.stop) == 0


async def test_forwarding_headers_are_ignored_without_trusted_proxies(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-bots", "--trusted-proxies", "none")
    forged = {"host": "evil.example", "x_forwarded_for": "8.8.8.8"}
    async with connected(server.host) as connection:
        assert (await connection.ask(request("/api/v1/catalogue", **forged))).status == 421
    assert await asyncio.to_thread(server.stop) == 0
