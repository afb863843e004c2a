"""Readers that stop reading: cut off in time, at a bounded cost, without affecting others."""

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
from zeitnot_server.play.outbox import OUTBOX_FRAMES

from ..server.running_server import Server, new_game, websocket
from ..server.test_room_socket import sit
from .raw import frame, upgrade

SPECTATORS = 1000  # of whom a tenth stops reading
GONE_SECONDS = 10.0
BUSY_SECONDS = 30.0  # that the machine may have other work meanwhile
TALKERS, LINES = 10, 8
AT_ONCE = 20
SMALL = 4096
PAGE = os.sysconf("SC_PAGE_SIZE")


class Watcher(asyncio.Protocol):
    """Keeps every byte that comes; parses nothing, so that many fit on one core."""

    def __init__(self) -> None:
        self.got = bytearray()
        self.lost = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.got += data
        # A ping has four bytes here and never the form of our JSON, so it is safe to look for it.
        for ping in re.finditer(rb"\x89\x04(.{4})", data, re.DOTALL):
            self.send(frame(ping[1], Opcode.PONG))

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    def send(self, data: bytes) -> None:
        assert self.transport
        self.transport.write(data)

    @property
    def seqs(self) -> list[int]:
        """The numbers of the events that came, in their order."""
        return [int(n) for n in re.findall(rb'"seq":(\d+),"at"', self.got)]


def hello(game: str) -> bytes:
    return frame(json.dumps({"type": "hello", "game": game}))


async def watch(server: Server, game: str, receive_buffer: int | None = None) -> Watcher:
    """A spectator that has said hello."""
    host, port = server.host.split(":")
    sock = socket.socket()
    sock.setblocking(False)
    if receive_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, (host, int(port)))
    _, watcher = await loop.create_connection(Watcher, sock=sock)
    watcher.send(upgrade(f"/ws/games/{game}").encode())
    await seen(watcher, b"\r\n\r\n")
    watcher.send(hello(game))
    await seen(watcher, b'"type":"welcome"')
    return watcher


async def seen(watcher: Watcher, what: bytes) -> None:
    async with asyncio.timeout(60):
        while what not in watcher.got:  # noqa: ASYNC110  one event for each of them is dearer
            await asyncio.sleep(0.01)


def memory_of(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def allow_files() -> None:
    """Lets this process have a file for everybody."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2 * SPECTATORS)), hard))


@asynccontextmanager
async def a_crowd(server: Server, game: str) -> AsyncIterator[tuple[list[Watcher], list[Watcher]]]:
    """Those who read, and those who will stop."""
    allow_files()
    everybody: list[Watcher] = []
    while len(everybody) < SPECTATORS:
        buffer = SMALL if len(everybody) < SPECTATORS // 10 else None
        coming = (watch(server, game, buffer) for _ in range(AT_ONCE))
        everybody += await asyncio.gather(*coming)
    stalling, reading = everybody[: SPECTATORS // 10], everybody[SPECTATORS // 10 :]
    yield reading, stalling
    for watcher in [*reading, *stalling]:
        assert watcher.transport
        watcher.transport.abort()


async def talk(server: Server, game: str) -> None:
    """Some hundred kilobytes for everybody."""
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


def test_ten_seconds_are_enough_for_slow_readers() -> None:
    assert PING_SECONDS + PONG_SECONDS < GONE_SECONDS


async def test_a_reader_that_stops_is_cut_off(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann, max_queue=None) as one,
        websocket(server, path, bob, max_queue=None) as two,
        a_crowd(server, game) as (reading, stalling),
    ):
        await sit([one, two])
        before = memory_of(server.children()["server"])
        for watcher in stalling:
            assert watcher.transport
            watcher.transport.pause_reading()
        stopped = time.monotonic()
        talking = asyncio.create_task(talk(server, game))
        await one.until("presence", spectators=len(reading))
        gone_after = time.monotonic() - stopped
        await talking
        after = memory_of(server.children()["server"])
        await two.send("resign")
        for watcher in reading:
            await seen(watcher, b'"type":"finished"')
            assert not watcher.lost
            assert watcher.seqs == list(range(1, watcher.seqs[-1] + 1))
        assert gone_after < GONE_SECONDS + BUSY_SECONDS
        assert after - before < len(stalling) * OUTBOX_FRAMES * 1024 + 64 * 2**20
    _, record, _ = server.http("GET", f"/api/v1/games/{game}")
    assert reading[0].seqs[-1] == record["events"][-1]["seq"]


async def test_repeated_unread_catch_ups_are_refused(server: Server) -> None:
    """The past is not bounded by the outbox, so it is sent once before it has been read."""
    ann = server.person()
    game = new_game(server, ann)
    await talk(server, game)
    greedy = await watch(server, game, SMALL)
    assert greedy.transport
    try:
        greedy.transport.pause_reading()
        before = memory_of(server.children()["server"])
        for _ in range(150):
            greedy.send(hello(game))
        async with asyncio.timeout(GONE_SECONDS + BUSY_SECONDS):
            await until_alone(server, game, ann)
        assert memory_of(server.children()["server"]) - before < 32 * 2**20
    finally:
        greedy.transport.abort()


async def until_alone(server: Server, game: str, token: str) -> None:
    async with websocket(server, f"/ws/games/{game}", token, max_queue=None) as one:
        await one.send("hello")
        while (await one.until("presence"))["spectators"] > 1:  # who asks watches too
            pass
