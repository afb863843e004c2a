"""No token gets into the log, however much is logged: all lines of libraries, and of requests."""

import os
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from .running_server import SUBPROTOCOL, Server, new_game, websocket

# Python runs sitecustomize.py at the start of every process, also of the server.
VERBOSE_LOGGING = """
import asyncio, logging
basic = logging.basicConfig
def everything(**options):
    basic(**{**options, "level": logging.DEBUG})
logging.basicConfig = everything
"""


@pytest.fixture
def verbose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers log whatever they can: there is no setting for it, so the log's level is changed."""
    (tmp_path / "sitecustomize.py").write_text(VERBOSE_LOGGING)
    path = os.pathsep.join([f"{tmp_path}", os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", path.rstrip(os.pathsep))
    monkeypatch.setenv("PYTHONASYNCIODEBUG", "1")


@pytest.mark.usefixtures("verbose")
async def test_no_token_is_logged(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-bots", "--access-log")
    try:
        _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "Secretive"})
        token, cookie = str(bot["token"]), server.person()
        game = new_game(server, token)
        server.http("GET", f"/api/v1/games/{game}", headers={"cookie": f"zeitnot_session={cookie}"})
        server.http("GET", f"/api/v1/games?token={token}", token=token)
        server.http("GET", "/api/v1/tokens", token=f"{token}wrong")
        for path in ("/ws/lobby", f"/ws/games/{game}"):
            async with websocket(server, path, token) as socket:
                await socket.send("watch" if path == "/ws/lobby" else "hello")
                await socket.next()
            with pytest.raises(InvalidStatus):
                async with websocket(server, path, f"{token}wrong", subprotocols=[SUBPROTOCOL]):
                    raise AssertionError("accepted")
        _, made, _ = server.http("POST", "/api/v1/tickets", token=token)
        offered = [SUBPROTOCOL, f"ticket.{made['ticket']}"]
        async with websocket(server, "/ws/lobby", subprotocols=offered):
            pass
        _, new, _ = server.http(
            "POST", f"/api/v1/tokens/{token_id(server, token)}/rotate", token=token
        )
    finally:
        assert server.stop() == 0
    log = server.log.read_text()
    assert "< GET /ws/lobby HTTP/1.1" in log, "the WebSocket library does not say what it reads"
    assert "< authorization: Bearer zn_…" in log
    assert f"< sec-websocket-protocol: {SUBPROTOCOL}, ticket.…" in log.lower()
    assert "event=socket" in log
    for secret in (token, cookie, made["ticket"], new["token"]):
        assert secret not in log
        assert secret[4:20] not in log


def token_id(server: Server, token: str) -> str:
    _, listed, _ = server.http("GET", "/api/v1/tokens", token=token)
    return str(listed["tokens"][0]["id"])
