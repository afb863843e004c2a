"""Clients that stop reading are disconnected in time. Their memory is bounded, and other clients
are not affected."""

import asyncio
import json
import os
import re
import resource
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

from websockets.frames import Opcode

from zeitnot_server.app import PING_SECONDS, PONG_SECONDS
from zeitnot_server.hosting.room.send_queue import MAX_QUEUED_FRAMES

from ..server.running_server import Server, new_game, websocket
from ..server.test_room_socket import sit
from .raw import frame, upgrade

SPECTATORS = 1000  # a tenth of them stop reading
CUT_OFF_SECONDS = 10.0
BUSY_SECONDS = 30.0  # the machine may be busy with other work
TALKERS, LINES = 10, 8
CONNECT_BATCH = 20
SMALL_BUFFER_BYTES = 4096
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class Spectator(asyncio.Protocol):
    """Records every byte that it receives without parsing, so that one core can run many."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.is_disconnected = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.received += data
        # The payload of a ping has four bytes; its header never occurs in our JSON.
        for ping in re.finditer(rb"\x89\x04(.{4})", data, re.DOTALL):
            self.send(frame(ping[1], Opcode.PONG))

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_disconnected = True

    def send(self, data: bytes) -> None:
        assert self.transport
        self.transport.write(data)

    @property
    def seqs(self) -> list[int]:
        """The numbers of the received events, in order."""
        return [int(n) for n in re.findall(rb'"seq":(\d+),"at"', self.received)]


def hello(game: str) -> bytes:
    return frame(json.dumps({"type": "hello", "game": game}))


async def join(server: Server, game: str, receive_buffer_bytes: int | None = None) -> Spectator:
    """A spectator that has sent hello."""
    host, port = server.host.split(":")
    sock = socket.socket()
    sock.setblocking(False)
    if receive_buffer_bytes:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer_bytes)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, (host, int(port)))
    _, spectator = await loop.create_connection(Spectator, sock=sock)
    spectator.send(upgrade(f"/ws/games/{game}").encode())
    await wait_for_bytes(spectator, b"\r\n\r\n")
    spectator.send(hello(game))
    await wait_for_bytes(spectator, b'"type":"welcome"')
    return spectator


async def wait_for_bytes(spectator: Spectator, expected: bytes) -> None:
    async with asyncio.timeout(60):
        while expected not in spectator.received:  # noqa: ASYNC110  an event for each would cost more
            await asyncio.sleep(0.01)


def memory_bytes(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES


def allow_files() -> None:
    """Raises the limit of open files of this process, which needs one per spectator."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * SPECTATORS)), hard))


@asynccontextmanager
async def joined_spectators(
    server: Server, game: str
) -> AsyncIterator[tuple[list[Spectator], list[Spectator]]]:
    """Joins all spectators; yields those that keep reading, and those that will stop."""
    allow_files()
    spectators: list[Spectator] = []
    while len(spectators) < SPECTATORS:
        buffer = SMALL_BUFFER_BYTES if len(spectators) < SPECTATORS // 10 else None
        joining = (join(server, game, buffer) for _ in range(CONNECT_BATCH))
        spectators += await asyncio.gather(*joining)
    stalling, reading = spectators[: SPECTATORS // 10], spectators[SPECTATORS // 10 :]
    yield reading, stalling
    for spectator in [*reading, *stalling]:
        assert spectator.transport
        spectator.transport.abort()


async def talk(server: Server, game: str) -> None:
    """Sends chat messages, which are hundreds of kilobytes for all viewers together."""
    for number in range(TALKERS):
        async with websocket(
            server, f"/ws/games/{game}", server.person(), max_queue=None
        ) as talker:
            await talker.send("hello")
            await talker.until("welcome")
            for line in range(LINES):
                text = f"{number}.{line} ".ljust(390, "x")
                await talker.send("chat", text=text)
                await talker.until("said", text=text)


def test_a_client_without_pongs_is_disconnected_in_ten_seconds() -> None:
    assert PING_SECONDS + PONG_SECONDS < CUT_OFF_SECONDS


async def test_a_client_that_stops_reading_is_disconnected(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann, max_queue=None) as ann_socket,
        websocket(server, path, bob, max_queue=None) as bob_socket,
        joined_spectators(server, game) as (reading, stalling),
    ):
        await sit([ann_socket, bob_socket])
        before_bytes = memory_bytes(server.children()["server"])
        for spectator in stalling:
            assert spectator.transport
            spectator.transport.pause_reading()
        stopped_s = time.monotonic()
        talking = asyncio.create_task(talk(server, game))
        await ann_socket.until("presence", spectators=len(reading))
        cut_off_after_s = time.monotonic() - stopped_s
        await talking
        after_bytes = memory_bytes(server.children()["server"])
        await bob_socket.send("resign")
        for spectator in reading:
            await wait_for_bytes(spectator, b'"type":"finished"')
            assert not spectator.is_disconnected
            assert spectator.seqs == list(range(1, spectator.seqs[-1] + 1))
        assert cut_off_after_s < CUT_OFF_SECONDS + BUSY_SECONDS
        assert after_bytes - before_bytes < len(stalling) * MAX_QUEUED_FRAMES * 1024 + 64 * 2**20
    _, record, _ = server.http("GET", f"/api/v1/games/{game}")
    assert reading[0].seqs[-1] == record["events"][-1]["seq"]


async def test_repeated_unread_catch_ups_are_refused(server: Server) -> None:
    """A catch-up is not limited by the send queue. Therefore a second one waits until the first was
    read."""
    ann = server.person()
    game = new_game(server, ann)
    await talk(server, game)
    stalled = await join(server, game, SMALL_BUFFER_BYTES)
    assert stalled.transport
    try:
        stalled.transport.pause_reading()
        before_bytes = memory_bytes(server.children()["server"])
        for _ in range(150):
            stalled.send(hello(game))
        async with asyncio.timeout(CUT_OFF_SECONDS + BUSY_SECONDS):
            await wait_until_stalled_is_gone(server, game, ann)
        assert memory_bytes(server.children()["server"]) - before_bytes < 32 * 2**20
    finally:
        stalled.transport.abort()


async def wait_until_stalled_is_gone(server: Server, game: str, token: str) -> None:
    async with websocket(server, f"/ws/games/{game}", token, max_queue=None) as ann_socket:
        await ann_socket.send("hello")
        while (await ann_socket.until("presence"))[
            "spectators"
        ] > 1:  # this socket is a spectator too
            pass
