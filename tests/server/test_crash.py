"""A game whose rules crash the process is adjourned after two crashes and closed after three; all
other games continue."""

import asyncio
import json
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ..proof.killtest.player import create_guest, post
from ..proof.killtest.server import Server

CONTROL = {"kind": "sudden_death", "base_ms": 300_000}
FOLDER = Path(__file__).parent
MAIN = f"import sys\nsys.path.insert(0, {str(FOLDER)!r})\nfrom crashing import main"
FATAL_MOVE = "b2"
WAIT_S = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    created = Server(tmp_path, MAIN)
    created.start()
    yield created
    created.close()


class Socket:
    """One seat's connection to one game."""

    def __init__(self, server: Server, game: str, token: str) -> None:
        self.game = game
        self._url = f"ws://127.0.0.1:{server.port}/ws/games/{game}"
        self._headers = {"authorization": f"Bearer {token}"}
        self._socket: ClientConnection | None = None
        self.since = 0

    async def open(self) -> "Socket":
        self._socket = await connect(
            self._url, subprotocols=["zeitnot.v1"], additional_headers=self._headers
        )
        await self.send("hello", since=self.since)
        return self

    async def send(self, type_: str, **fields: Any) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps({"type": type_, "game": self.game, **fields}))

    async def until(self, type_: str) -> dict[str, Any]:
        assert self._socket is not None
        while True:
            message: dict[str, Any] = json.loads(
                await asyncio.wait_for(self._socket.recv(), WAIT_S)
            )
            if "at" in message:
                self.since = message["seq"]
            if message["type"] == type_:
                return message

    async def wait_until_dead(self) -> None:
        """Reads until the connection breaks."""
        with pytest.raises(ConnectionClosed):
            await self.until("nothing")

    async def close(self) -> None:
        assert self._socket is not None
        await self._socket.close()


async def start_game(server: Server) -> list[Socket]:
    """The sockets of two players in a running game."""
    tokens = [(await create_guest(server))[0] for _ in range(2)]
    body = {"game_type": "tictactoe", "control": CONTROL}
    body["seats"] = [{"kind": "me"}, {"kind": "open"}]
    link = (await post(server, "/api/v1/games", body, tokens[0])).json
    seats = [await Socket(server, link["id"], token).open() for token in tokens]
    for number, seat in enumerate(seats):
        await seat.send("sit", id=f"sit{number}")
        await seat.until("ack")
        await seat.send("ready", id=f"ready{number}", salt="s")
    for seat in seats:
        await seat.until("started")
    return seats


async def crash(server: Server, *games: list[Socket]) -> None:
    """The first player of the first game makes the fatal move; a new server starts."""
    await games[0][0].send("move", id="fatal", ply=0, move=FATAL_MOVE)
    for socket in (socket for game in games for socket in game):
        await socket.wait_until_dead()
    assert await asyncio.to_thread(server.wait) == -signal.SIGABRT
    server.start()


async def reopen(*sockets: Socket) -> None:
    for socket in sockets:
        await socket.open()


async def play(socket: Socket, ply: int, move: str) -> None:
    await socket.send("move", id=f"m{ply}", ply=ply, move=move)
    await socket.until("ack")


def marks(server: Server) -> list[tuple[str, int]]:
    """The room and the ply in which each crashed run ended."""
    connection = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
    try:
        query = "SELECT crashed_in, crashed_ply FROM run WHERE crashed_in IS NOT NULL"
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def test_two_crashes_adjourn_only_that_game(server: Server) -> None:
    ann, bob = await start_game(server)
    cid, dan = await start_game(server)
    await play(cid, 0, "a1")
    await crash(server, [ann, bob], [cid, dan])

    await reopen(ann, bob, cid, dan)
    for socket in (ann, bob, cid, dan):  # after one crash all games continue
        await socket.until("resumed")
    await play(dan, 1, "c3")
    await crash(server, [ann, bob], [cid, dan])

    await reopen(ann, bob, cid, dan)
    for socket in (cid, dan):
        await socket.until("resumed")
    await play(cid, 2, "a2")
    for socket in (ann, bob):
        assert (await socket.until("paused"))["reason"] == "crashed"
    assert marks(server) == [(ann.game, 0)] * 2
    await ann.send("move", id="fatal", ply=0, move=FATAL_MOVE)
    assert (await ann.until("error"))["state"] == "adjourned"

    for number, socket in enumerate((ann, bob)):  # they resume and play another move
        await socket.send("resume", id=f"resume{number}")
    await ann.until("resumed")
    await play(ann, 0, "a1")
    await play(dan, 3, "b1")
    for socket in (ann, bob, cid, dan):
        await socket.close()


async def test_three_crashes_close_the_room(server: Server) -> None:
    ann, bob = await start_game(server)
    for reason in ("outage", "crashed"):
        await crash(server, [ann, bob])
        await reopen(ann, bob)
        for socket in (ann, bob):
            assert (await socket.until("paused"))["reason"] == reason
    for number, socket in enumerate((ann, bob)):
        await socket.send("resume", id=f"resume{number}")
    await ann.until("resumed")
    await bob.until("resumed")
    await crash(server, [ann, bob])
    with pytest.raises(InvalidStatus) as refused:
        await ann.open()
    assert refused.value.response.status_code == 503
    assert json.loads(refused.value.response.body or b"")["code"] == "crashed"
    cid, dan = await start_game(server)  # other games can be played
    await play(cid, 0, "a1")
    for socket in (cid, dan):
        await socket.close()
