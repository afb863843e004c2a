"""Floods: connections that send too much are closed, without affecting others."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from websockets.frames import Opcode

from zeitnot_server.play.bucket import BURST, RATE_PER_SECOND

from ..server.running_server import Server, WebSocket, new_game, websocket
from ..server.test_room_socket import sit
from .raw import WAIT, connected, frame, opened, request, upgrade

SPIRAL = ["a1", "a2", "b1", "b2", "c2", "c1", "a3", "b3", "c3"]  # nobody has three in a row
FLOODERS = 10
PROMPT_SECONDS = 0.05


@asynccontextmanager
async def flooding(flood: Callable[[], object]) -> AsyncIterator[None]:
    """Several peers that do this again and again while the block runs."""

    async def for_ever() -> None:
        while True:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await flood()  # type: ignore[misc]

    tasks = [asyncio.create_task(for_ever()) for _ in range(FLOODERS)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def play(one: WebSocket, two: WebSocket) -> None:
    """A whole game; every move is acknowledged, and seen by the other."""
    for ply, move in enumerate(SPIRAL):
        mover, other = (one, two) if ply % 2 == 0 else (two, one)
        await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
        await other.until("moved", ply=ply)


def message(game: str, type_: str = "hello", **fields: object) -> bytes:
    return frame(json.dumps({"type": type_, "game": game, **fields}))


@pytest.mark.parametrize("kind", ["messages", "strangers", "pings", "fragments", "connections"])
async def test_a_game_goes_on_during_a_flood(server: Server, kind: str) -> None:
    """The flood is aimed at the very room in which two people play."""
    ann, bob, eve = (server.person() for _ in range(3))
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    stranger = message(game, "move", id="x", ply=0, move="a1")
    floods = {
        "messages": message(game) * 400,
        "strangers": message(game) + stranger * 400,
        "pings": frame("x" * 100, Opcode.PING) * 1000,
        "fragments": frame("{", fin=False) + frame("", Opcode.CONT, fin=False) * 1000,
    }
    codes: list[int | None] = []

    async def flood() -> None:
        if kind == "connections":
            async with connected(server.host) as connection:
                await connection.send(upgrade(path)[:40])
            return
        async with opened(server.host, path, eve) as connection:
            await connection.send(floods[kind])
            codes.append(await connection.close_code())

    async with (
        websocket(server, path, ann, max_queue=None) as one,
        websocket(server, path, bob, max_queue=None) as two,
    ):
        await sit([one, two])
        async with flooding(flood), asyncio.timeout(WAIT):
            await play(one, two)
            while kind != "connections" and 1008 not in codes:  # noqa: ASYNC110  there is no event
                await asyncio.sleep(0.01)
        await two.until("finished")
    assert set(codes) <= {1008, None}


@pytest.mark.parametrize("path", ["lobby", "room"])
async def test_a_flooding_client_gets_the_reason(server: Server, path: str) -> None:
    """What is not read any more does not keep the close frame from arriving."""
    ann = server.person()
    where = "/ws/lobby" if path == "lobby" else f"/ws/games/{new_game(server, ann)}"
    async with opened(server.host, where, ann) as connection:
        await connection.send(frame("") * 40_000)
        opcode, data = await connection.frame()
        while opcode is not Opcode.CLOSE:
            opcode, data = await connection.frame()
    assert (int.from_bytes(data[:2], "big"), data[2:]) == (1008, b"too many malformed frames")


async def test_unread_pongs_close_the_connection(server: Server) -> None:
    """The answers do not pile up: the socket is gone after its bucket is empty."""
    game = new_game(server, server.person())
    async with opened(server.host, f"/ws/games/{game}") as connection:
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]
        with contextlib.suppress(ConnectionError):
            for _ in range(50):
                await connection.send(frame("x" * 125, Opcode.PING) * 100)
        if not connection.writer.is_closing():
            connection.writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert await connection.close_code() in (1008, None)


async def test_slow_pings_are_no_flood(server: Server) -> None:
    game = new_game(server, server.person())
    async with opened(server.host, f"/ws/games/{game}") as connection:
        await connection.send(frame(b"x", Opcode.PING) * 150)
        pongs = 0
        while pongs < 150:
            opcode, data = await connection.frame()
            assert opcode is Opcode.PING or (opcode, data) == (Opcode.PONG, b"x")
            pongs += opcode is Opcode.PONG  # the server may ask, too


async def test_complete_requests_are_served_beside_incomplete_ones(server: Server) -> None:
    """Many half requests do not keep anybody from asking."""
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(100):
            connection = await stack.enter_async_context(connected(server.host))
            await connection.send("GET / HTTP/1.1\r\nhost: x\r\n")
        for _ in range(20):
            async with connected(server.host) as connection:
                assert (await connection.ask(request("/api/v1/games"))).status == 200


async def test_accepted_moves_are_no_flood(server: Server) -> None:
    """Two quick engines play some hundred moves a second each. What a socket may send is used up
    first, by moves that are refused; each move that is played then leaves room for the next."""
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann, 'othello')}"
    async with (
        websocket(server, path, ann, max_queue=None) as one,
        websocket(server, path, bob, max_queue=None) as two,
    ):
        await sit([one, two])
        turn = await one.until("turn")
        for player in (one, two):
            await use_up(player)
        mover: WebSocket | None = one
        played = 0
        while mover is not None:
            await mover.send("move", ply=played, move=turn["legal"][0])
            seat = (await two.until("moved", ply=played)).get("turn")
            played += 1
            mover = None if seat is None else (one, two)[seat]
            turn = await mover.until("turn", ply=played) if mover else {}
        assert played > 40


async def use_up(player: WebSocket) -> None:
    """Sends what is refused until next to nothing more may be sent. An answer that took long may
    have waited for a server that stood still, whose own clock leaves that out."""
    remaining: float = BURST - 4  # what has brought us here
    while remaining > 3:
        since = time.monotonic()
        await player.until("error", id=await player.send("move", ply=999, move="a1"))
        took = time.monotonic() - since
        remaining += RATE_PER_SECOND * took if took < PROMPT_SECONDS else 0
        remaining -= 1
