"""Floods: connections that send too much are closed without affecting others."""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from websockets.frames import Opcode

from zeitnot_server.limits.table import STANDARD

from ..server.running_server import Server, WebSocket, new_game, websocket
from ..server.test_room_socket import sit
from .raw import WAIT_S, connected, frame, opened, request, upgrade

(MESSAGES,) = STANDARD.messages

DRAWN_GAME = ["a1", "a2", "b1", "b2", "c2", "c1", "a3", "b3", "c3"]
FLOODERS = 10
PROMPT_SECONDS = 0.05


@asynccontextmanager
async def flooding(flood: Callable[[], object]) -> AsyncIterator[None]:
    """Repeats this coroutine in several tasks during the block."""

    async def repeat() -> None:
        while True:
            with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                await flood()  # type: ignore[misc]

    tasks = [asyncio.create_task(repeat()) for _ in range(FLOODERS)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def play(ann_socket: WebSocket, bob_socket: WebSocket) -> None:
    """Plays a full game; every move is acknowledged, and sent to the opponent."""
    for ply, move in enumerate(DRAWN_GAME):
        mover, other = (ann_socket, bob_socket) if ply % 2 == 0 else (bob_socket, ann_socket)
        await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
        await other.until("moved", ply=ply)


def message(game: str, type_: str = "hello", **fields: object) -> bytes:
    return frame(json.dumps({"type": type_, "game": game, **fields}))


@pytest.mark.parametrize("kind", ["messages", "strangers", "pings", "fragments", "connections"])
async def test_a_game_continues_during_a_flood(server: Server, kind: str) -> None:
    """The flood is sent to the room in which two people play."""
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
        websocket(server, path, ann, max_queue=None) as ann_socket,
        websocket(server, path, bob, max_queue=None) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        async with flooding(flood), asyncio.timeout(WAIT_S):
            await play(ann_socket, bob_socket)
            while kind != "connections" and 1008 not in codes:  # noqa: ASYNC110  there is no event
                await asyncio.sleep(0.01)
        await bob_socket.until("finished")
    assert set(codes) <= {1008, None}


@pytest.mark.parametrize("kind", ["lobby", "room"])
async def test_a_flooding_client_receives_the_reason(server: Server, kind: str) -> None:
    """The close frame is sent although the server no longer reads."""
    ann = server.person()
    path = "/ws/lobby" if kind == "lobby" else f"/ws/games/{new_game(server, ann)}"
    async with opened(server.host, path, ann) as connection:
        await connection.send(frame("") * 40_000)
        opcode, data = await connection.frame()
        while opcode is not Opcode.CLOSE:
            opcode, data = await connection.frame()
    assert (int.from_bytes(data[:2], "big"), data[2:]) == (1008, b"too many malformed frames")


async def test_unread_pongs_close_the_connection(server: Server) -> None:
    """Pongs do not accumulate, because the socket is closed when its token bucket is empty."""
    game = new_game(server, server.person())
    async with opened(server.host, f"/ws/games/{game}") as connection:
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]
        with contextlib.suppress(ConnectionError):
            for _ in range(50):
                await connection.send(frame("x" * 125, Opcode.PING) * 100)
        if not connection.writer.is_closing():
            connection.writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert await connection.close_code() in (1008, None)


async def test_a_moderate_number_of_pings_is_no_flood(server: Server) -> None:
    game = new_game(server, server.person())
    async with opened(server.host, f"/ws/games/{game}") as connection:
        await connection.send(frame(b"x", Opcode.PING) * 150)
        pongs = 0
        while pongs < 150:
            opcode, data = await connection.frame()
            assert opcode is Opcode.PING or (opcode, data) == (Opcode.PONG, b"x")
            pongs += opcode is Opcode.PONG  # the server may send pings, too


async def test_incomplete_requests_do_not_block_complete_ones(server: Server) -> None:
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(100):
            connection = await stack.enter_async_context(connected(server.host))
            await connection.send("GET / HTTP/1.1\r\nhost: x\r\n")
        for _ in range(20):
            async with connected(server.host) as connection:
                assert (await connection.ask(request("/api/v1/games"))).status == 200


async def test_many_accepted_moves_are_no_flood(server: Server) -> None:
    """Two fast engines play hundreds of moves per second. Refused moves empty the token buckets
    first; then each accepted move returns the token that it used."""
    ann, bob = server.person(), server.person()
    path = f"/ws/games/{new_game(server, ann, 'othello')}"
    async with (
        websocket(server, path, ann, max_queue=None) as ann_socket,
        websocket(server, path, bob, max_queue=None) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        turn = await ann_socket.until("turn")
        for player in (ann_socket, bob_socket):
            await empty_bucket(player)
        mover: WebSocket | None = ann_socket
        ply = 0
        while mover is not None:
            await mover.send("move", ply=ply, move=turn["legal"][0])
            seat = (await bob_socket.until("moved", ply=ply)).get("turn")
            ply += 1
            mover = None if seat is None else (ann_socket, bob_socket)[seat]
            turn = await mover.until("turn", ply=ply) if mover else {}
        assert ply > 40


async def empty_bucket(player: WebSocket) -> None:
    """Sends refused moves until the socket's token bucket is nearly empty. Slow answers add no
    tokens, because the server may have stalled, and its adjusted clock omits that time."""
    remaining: float = MESSAGES.burst - 4  # the messages before the first turn
    while remaining > 3:
        start_s = time.monotonic()
        await player.until("error", id=await player.send("move", ply=999, move="a1"))
        elapsed_s = time.monotonic() - start_s
        remaining += MESSAGES.per_second * elapsed_s if elapsed_s < PROMPT_SECONDS else 0
        remaining -= 1
