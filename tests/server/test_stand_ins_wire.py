"""`zeitnot serve`: a house bot takes the seat of a person who leaves, and plays on after a kill."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import InvalidHandshake, InvalidMessage

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import verify

from .running_server import Server, WebSocket, websocket

HOUSE = "Ponderer"
NOBODY = 9
CONTROL = {"kind": "sudden_death", "base_ms": 40_000}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with house bots."""
    server = Server(tmp_path, "--bot-games", "4")
    deadline = time.monotonic() + 60
    while not any(bot["name"] == HOUSE for bot in bots_of(server)):
        assert time.monotonic() < deadline, server.log.read_text()
        time.sleep(0.1)
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text(), server.log.read_text()


def bots_of(server: Server) -> list[dict[str, Any]]:
    bots: list[dict[str, Any]] = server.http("GET", "/api/v1/catalogue")[1]["bots"]
    return bots


def new_table(server: Server, token: str) -> str:
    """A game of whist for four people."""
    body = {
        "game_type": "whist",
        "settings": {"seats": 4},
        "control": CONTROL,
        "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3],
        "setup": {"bots_fill": True},
    }
    status, made, _ = server.http("POST", "/api/v1/games", body, token)
    assert status == 201, made
    return str(made["id"])


@asynccontextmanager
async def table(server: Server, game: str, tokens: list[str]) -> AsyncIterator[list[WebSocket]]:
    """The sockets of all players, after the start."""
    async with AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(websocket(server, f"/ws/games/{game}", token))
            for token in tokens
        ]
        for socket in sockets:
            await socket.send("hello", since=0)
            await socket.until("welcome")
            await socket.send("sit")
            await socket.until("ack")
            await socket.send("ready", salt="salt")
        for socket in sockets:
            await socket.until("started")
        yield sockets


@asynccontextmanager
async def again(server: Server, game: str, tokens: list[str]) -> AsyncIterator[list[WebSocket]]:
    """The sockets of these players, once the server runs again."""
    async with AsyncExitStack() as stack:
        sockets = list[WebSocket]()
        for token in tokens:
            while len(sockets) <= tokens.index(token):
                try:
                    opened = websocket(server, f"/ws/games/{game}", token)
                    sockets.append(await stack.enter_async_context(opened))
                except (OSError, EOFError, InvalidHandshake, InvalidMessage):
                    await asyncio.sleep(0.05)
            sockets[-1]._ids = 1_000  # earlier ids get their first answers
            await sockets[-1].send("hello", since=0)
            welcome = await sockets[-1].until("welcome")
            while (await sockets[-1].next()).get("seq") != welcome["seq"]:
                pass
        yield sockets


async def moved_by(socket: WebSocket, seat: int) -> dict[str, Any]:
    """Reads on to the next move of this seat; makes all moves of the socket's own turns."""
    while True:
        message = await socket.next()
        if message["type"] == "turn":
            await socket.send("move", ply=message["ply"], move=message["legal"][0])
        if message["type"] == "moved" and message["seat"] == seat:
            return message


def listed(server: Server, token: str) -> list[dict[str, Any]]:
    """The person's own games, as the history has them."""
    return list(server.http("GET", "/api/v1/games?mine=true", None, token)[1]["games"])


@asynccontextmanager
async def playing(*sockets: WebSocket) -> AsyncIterator[None]:
    """Makes these players move in the background."""
    tasks = [asyncio.create_task(moved_by(socket, NOBODY)) for socket in sockets]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.whole
async def test_a_house_bot_plays_on_and_survives_a_kill(server: Server) -> None:
    tokens = [server.person() for _ in range(4)]
    game = new_table(server, tokens[0])
    async with table(server, game, tokens) as (ann, bob, _, _):
        await ann.until("turn")
        await ann.send("resign")
        vacated = await bob.until("vacated")
        assert (vacated["seat"], vacated["reason"]) == (0, "resign")
        player = (await bob.until("seated"))["seat_view"]["player"]
        assert (player["name"], player["bot"]) == (HOUSE, True)
        await bob.until("moved", seat=0)
        server.kill_server()
    async with again(server, game, tokens[1:]) as (bob, cyd, dan), playing(cyd, dan):
        await moved_by(bob, 0)
        await bob.send("resign")
        await bob.until("seated", seat=1)
        await bob.until("moved", seat=1)  # the same bot has another seat now
        assert (await bob.until("finished"))["reason"] == "rules"
    (row,) = listed(server, tokens[0])
    assert row["you"] == 0
    assert row["seats"][0]["left"]["name"] != HOUSE
    assert row["seats"][0]["player"]["name"] == HOUSE
    record = server.http("GET", f"/api/v1/games/{game}/export")[1]
    kinds = [event["type"] for event in record["events"]]
    assert kinds.count("vacated") == 2
    assert verify(msgspec.convert(record, p.Export), rules_for)
    command = [sys.executable, "-m", "zeitnot_server.cli", "check", "--db", str(server.db)]
    checked = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
