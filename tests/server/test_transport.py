"""The interface to uvicorn: our additions to its WebSocket protocol work in a real connection."""

import asyncio
import gc
import math
import socket
import weakref
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from zeitnot_server.play.sender import NOBODY, Sender
from zeitnot_server.web import kernel, requests
from zeitnot_server.web.limits import Limits
from zeitnot_server.web.transport import (
    ABORT,
    AT_MS,
    LAST_FRAMES,
    MOST_WAITING,
    SEND_BUFFER_BYTES,
    protocol,
)

WAIT = 30


class App:
    """An ASGI application that keeps what it was given; "abort" aborts, "refuse" is refused."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.events.append(await receive())
        if scope["path"] == "/refuse":
            start = {"type": "websocket.http.response.start", "status": 418, "headers": []}
            await send(start)
            await send({"type": "websocket.http.response.body", "body": b""})
            return
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            self.events.append(event)
            if event["text"] == "abort":
                scope[ABORT]()
            else:
                await send({"type": "websocket.send", "text": event["text"]})


class Running:
    def __init__(self) -> None:
        self.app = App()
        self.now = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"ws://127.0.0.1:{self.listener.getsockname()[1]}"
        config = uvicorn.Config(
            self.app,
            ws=protocol(lambda ago: self.now),
            http=requests.protocol(Limits()),
            lifespan="off",
            log_config=None,
            ws_per_message_deflate=False,
        )
        self.server = uvicorn.Server(config)


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    created = Running()
    task = asyncio.create_task(created.server._serve([created.listener]))
    yield created
    created.server.should_exit = True
    await task


async def test_every_frame_is_stamped_on_arrival(running: Running) -> None:
    running.now = 7
    async with connect(running.address) as client:
        for now in (50, 60):
            running.now = now
            await client.send("x")
            await client.recv()
    assert [event[AT_MS] for event in running.app.events] == [7, 50, 60]


async def all_taken(line: Any) -> None:
    """All frames that were read have been taken, a chunk in each turn of the loop."""
    while line.link.unparsed():  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)


async def test_frames_read_together_are_stamped_separately(running: Running) -> None:
    """Each is asked for by what lies behind it, and what is cut short is put together again."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        running.now = 100
        whole = [Frame(Opcode.TEXT, text).serialize(mask=True) for text in (b"a", b"b" * 200, b"c")]
        first = b"".join(whole)[: len(whole[0] + whole[1]) + 3]
        lay = {len(first) - len(whole[0]): 60, 3: 40, 0: 0}
        line.link.waited_ms = lay.__getitem__
        line.stamped._ms = lambda ago: running.now - ago
        line.data_received(first)
        await all_taken(line)
        running.now = 150
        line.data_received(whole[2][3:])
        for text in ("a", "b" * 200, "c"):
            assert await asyncio.wait_for(client.recv(), WAIT) == text
    assert [event[AT_MS] for event in running.app.events][2:] == [40, 60, 150]


async def test_the_send_buffer_is_small(running: Running) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        size = line.transport.get_extra_info("socket").getsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF
        )
        assert size <= 2 * SEND_BUFFER_BYTES, "Linux doubles what it is asked for"


async def test_a_viewer_can_be_cut_off(running: Running) -> None:
    async with connect(running.address) as client:
        await client.send("abort")
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(client.recv(), WAIT)


async def test_a_close_frame_is_known_before_the_connection_ends(running: Running) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        assert not line.link.leaving
    assert line.link.leaving, "the client waits for our answer to its close frame"


async def test_a_connection_is_freed_without_the_collector(running: Running) -> None:
    kinds = (HttpToolsProtocol, ServerProtocol)
    gc.collect()
    known = {id(o) for o in gc.get_objects() if issubclass(type(o), kinds)}
    gc.disable()
    try:
        async with connect(running.address) as client:
            await client.send("x")
            await client.recv()
            (line,) = running.server.server_state.connections
            closed = asyncio.Event()
            weakref.finalize(line, closed.set)
            del line
        await asyncio.wait_for(closed.wait(), WAIT)
        remaining = [o for o in gc.get_objects() if issubclass(type(o), kinds)]
        assert [o for o in remaining if id(o) not in known] == []
    finally:
        gc.enable()


async def test_no_keepalive_ping_after_a_recent_pong(running: Running) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        line.link._payload = b"measured"
        line.handle_pong(Frame(Opcode.PONG, b"measured"))
        line.send_keepalive_ping()
        assert line.pong_timer is None
        assert line.ping_timer is not None, "but later"
        line._answered = -math.inf
        line.send_keepalive_ping()
        assert line.pong_timer is not None, "a ping is on its way"


async def test_unsolicited_pongs_do_not_suppress_pings(running: Running) -> None:
    """Who sends, be it pongs, and does not read is asked all the same, and has to answer."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        line.handle_pong(Frame(Opcode.PONG, b"unasked"))
        line.send_keepalive_ping()
        assert line.pong_timer is not None
        line._read_first = True
        line.handle_pong(Frame(Opcode.PONG, b"unasked"))
        assert line._read_first, "it is not given its half a second again"
        assert line.pong_timer is not None
        line.handle_pong(Frame(Opcode.PONG, line.pending_ping_payload))
        assert not line._read_first
        assert line.pong_timer is None


async def arrived(line: Any) -> None:
    """Until something lies unread at the server's end."""
    async with asyncio.timeout(WAIT):
        while not kernel.unread_bytes(line.link.sock):  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.001)


async def test_an_unread_pong_is_not_a_timeout(running: Running) -> None:
    """As after a standstill of ours: the loop comes to its timers first."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        line.transport.pause_reading()
        line.send_keepalive_ping()
        await arrived(line)
        line.pong_timer.cancel()
        line.keepalive_timeout()
        line.transport.resume_reading()
        await client.send("y")
        assert await asyncio.wait_for(client.recv(), WAIT) == "y"


async def queued_frame(line: Any, client: Any, text: str) -> None:
    """A frame of an address that has sent many lies here and waits for its turn."""
    line.turns_of_many.add = lambda origin, backlog: None  # which does not come
    line.sender = Many()
    await client.send(text)
    async with asyncio.timeout(WAIT):
        while not line.link.unparsed():  # noqa: ASYNC110  nobody tells
            await asyncio.sleep(0.001)


class Many(Sender):
    """Somebody at whose address many frames are sent."""

    def is_prompt(self) -> bool:
        return False


async def test_queued_input_is_read_before_a_flag_falls(running: Running) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        await queued_frame(line, client, "y")
        read = line.link.unread()
        assert not read()
        assert await asyncio.wait_for(client.recv(), WAIT) == "y"
        assert read()
        line.sender = NOBODY  # so that its goodbye is read


async def test_no_more_input_is_queued_than_was_read(
    running: Running,
) -> None:
    """Whoever takes one frame after the other resumes reading at each of them."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        await queued_frame(line, client, "y")
        unparsed = line.link.unparsed()
        line.transport.resume_reading()
        await client.send("z")
        await arrived(line)
        for _ in range(5):  # turns of the loop, in which it would be read
            await asyncio.sleep(0)
        assert line.link.unparsed() == unparsed
        line.sender = NOBODY
        line.link.hurry()
        assert [await asyncio.wait_for(client.recv(), WAIT) for _ in range(2)] == ["y", "z"]


async def test_queued_input_counts_as_activity(running: Running) -> None:
    """The answer to the ping may lie behind what waits."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        await queued_frame(line, client, "y")
        for _ in range(3):
            line.keepalive_timeout()
            line.pong_timer.cancel()
        assert not line.transport.is_closing()
        line.link.hurry()
        assert await asyncio.wait_for(client.recv(), WAIT) == "y"
        line.sender = NOBODY


async def test_a_client_that_sends_but_does_not_pong_is_cut_off(running: Running) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        line.transport.pause_reading()
        await client.send("y")
        await arrived(line)
        line.keepalive_timeout()
        assert not line.transport.is_closing()
        line.pong_timer.cancel()
        line.keepalive_timeout()
        assert line.transport.is_closing()


def count_parsed(line: Any) -> list[int]:
    """The sizes of what the parser gets from now on."""
    parsed: list[int] = []
    receive = line.conn.receive_data
    line.conn.receive_data = lambda data: parsed.append(len(data)) or receive(data)
    return parsed


async def test_a_flood_is_not_parsed_beyond_the_queue(running: Running) -> None:
    async with connect(running.address, close_timeout=0.1) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        parsed = count_parsed(line)
        flood = Frame(Opcode.TEXT, b"").serialize(mask=True) * 10_000
        line.data_received(flood)
        assert len(parsed) <= MOST_WAITING + LAST_FRAMES
        assert line.waiting <= MOST_WAITING + 2
        line.data_received(flood)
        assert len(parsed) <= MOST_WAITING + LAST_FRAMES, "nor is anything that comes later"


async def test_frames_before_a_close_frame_are_processed(running: Running) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (line,) = running.server.server_state.connections
        line.dismiss(1008, "enough")
        text = Frame(Opcode.TEXT, b"y").serialize(mask=True)
        line.data_received(text * (LAST_FRAMES // 2))
        assert line.waiting == 1, "no text reaches the application"
        assert not line.link.leaving
        line.data_received(Frame(Opcode.CLOSE, b"\3\xe8").serialize(mask=True))
        await all_taken(line)
        assert line.link.leaving


async def test_a_refused_handshake_is_not_logged_as_an_error(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus):
        async with connect(running.address + "/refuse"):
            pass
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
