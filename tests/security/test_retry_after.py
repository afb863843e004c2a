"""Every 429 has a Retry-After header."""

from pathlib import Path

import pytest

from zeitnot_server.web.edge import Edge
from zeitnot_server.web.http.networks import Networks
from zeitnot_server.web.http.problems import ProblemError
from zeitnot_server.web.transport import requests

from ..server.running_server import websocket
from .local import running
from .raw import Answer, connected, request, token_of, upgrade

ADDRESS = "192.0.2.7"


def check_retry_after(answer: Answer, code: str) -> None:
    assert (answer.status, answer.json["code"]) == (429, code)
    assert int(answer.headers["retry-after"]) > 0


def test_a_429_without_a_known_time_has_retry_after() -> None:
    assert int(ProblemError(429, "too_many_games", "End one first.").headers["retry-after"]) > 0
    assert "retry-after" not in ProblemError(422, "too_many_open", "End one first.").headers


async def test_a_refused_socket_has_retry_after(tmp_path: Path) -> None:
    async with (
        running(tmp_path, anonymous_sockets_per_address=0) as local,
        connected(local.host) as connection,
    ):
        answer = await connection.ask(upgrade("/ws/lobby", x_forwarded_for=ADDRESS))
        check_retry_after(answer, "too_many_sockets")


async def test_a_refused_connection_has_retry_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "network", lambda peer: ADDRESS)
    monkeypatch.setattr(Edge, "naming_proxies", Networks(()))
    async with (
        running(tmp_path, requests_per_address=0) as local,
        connected(local.host) as connection,
    ):
        check_retry_after(await connection.answer(), "too_many_connections")


async def test_a_challenge_too_many_has_the_time_until_the_next(tmp_path: Path) -> None:
    async with running(tmp_path) as local:
        tokens = [
            token_of((await local.post("session", {"name": name})).headers["set-cookie"])
            for name in ("Ann", "Bob", "Eve")
        ]
        seats = [{"kind": "me"}, {"kind": "person", "name": "Eve"}]
        body = {
            "game_type": "tictactoe",
            "control": {"kind": "sudden_death", "base_ms": 60_000},
            "seats": seats,
            "setup": {"answer_ms": 300_000},
        }
        async with websocket(local, "/ws/lobby", tokens[2]) as lobby:  # type: ignore[arg-type]
            await lobby.send("watch")
            await lobby.until("lobby")
            assert (await local.post("games", body, tokens[0])).status == 201
            refused = await local.post("games", body, tokens[1])
        check_retry_after(refused, "too_fast")
        assert 290 <= int(refused.headers["retry-after"]) <= 300


async def test_refused_pipelined_requests_have_retry_after(tmp_path: Path) -> None:
    async with running(tmp_path, pipelined=0) as local, connected(local.host) as connection:
        check_retry_after(await connection.ask(request("/healthz")), "too_many_requests")
