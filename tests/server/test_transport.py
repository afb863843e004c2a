"""The additions to uvicorn's WebSocket protocol, in real connections."""

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
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from zeitnot_server.limits.quota_subject import UNMETERED, QuotaSubject
from zeitnot_server.limits.table import Limits
from zeitnot_server.web.transport import kernel, requests
from zeitnot_server.web.transport.transport import (
    AT_MS,
    LAST_FRAMES,
    MAX_WAITING,
    SEND_BUFFER_BYTES,
    SOCKET,
    protocol,
)

WAIT_S = 30


class App:
    """An ASGI application that records its events; the text "abort" aborts, the path "/refuse" is
    refused."""

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
                scope[SOCKET].abort()
            else:
                await send({"type": "websocket.send", "text": event["text"]})


class RunningApp:
    """The application on a free port; `now_ms`: the stamp of the next frames; `before_upgrade`:
    what served the last connection until it became a WebSocket."""

    def __init__(self) -> None:
        self.app = App()
        self.before_upgrade: weakref.ref[HttpToolsProtocol] | None = None
        self.now_ms = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"ws://127.0.0.1:{self.listener.getsockname()[1]}"
        config = uvicorn.Config(
            self.app,
            ws=protocol(lambda age_ms: self.now_ms),
            http=self._http_protocol(),
            lifespan="off",
            log_config=None,
            ws_per_message_deflate=False,
        )
        self.server = uvicorn.Server(config)

    def _http_protocol(self) -> type[asyncio.Protocol]:
        def upgrade(connection: Any) -> None:
            self.before_upgrade = weakref.ref(connection)
            protocol_.handle_websocket_upgrade(connection)

        protocol_: Any = requests.protocol(Limits())
        return type("Http", (protocol_,), {"handle_websocket_upgrade": upgrade})


@pytest.fixture
async def running() -> AsyncIterator[RunningApp]:
    created = RunningApp()
    task = asyncio.create_task(created.server._serve([created.listener]))
    yield created
    created.server.should_exit = True
    await task


async def test_every_attribute_that_uvicorn_sets_is_set() -> None:
    """Our protocol does not call the constructor of uvicorn's."""
    config = uvicorn.Config(lambda: None, log_config=None)
    config.load()
    state = uvicorn.server.ServerState()
    uvicorn_attributes = vars(WebSocketsSansIOProtocol(config, state, {}))
    our_attributes = vars(protocol(lambda ago: 0)(config, state, {}))
    comparable = int | float | str | bool | list | None
    set_otherwise = {"close_timeout", "default_headers"}
    for name, value in uvicorn_attributes.items():
        assert name in our_attributes or name in ("scheme", "transport"), name
        if isinstance(value, comparable) and name in our_attributes and name not in set_otherwise:
            assert our_attributes[name] == value, name


async def test_every_frame_is_stamped_on_arrival(running: RunningApp) -> None:
    running.now_ms = 7
    async with connect(running.address) as client:
        for now_ms in (50, 60):
            running.now_ms = now_ms
            await client.send("x")
            await client.recv()
    assert [event[AT_MS] for event in running.app.events] == [7, 50, 60]


async def wait_until_parsed(connection: Any) -> None:
    """Waits until all frames that were read are parsed, a chunk in each tick of the loop."""
    while connection.unparsed:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0)


async def test_frames_read_together_are_stamped_separately(running: RunningApp) -> None:
    """Each frame's age is found by the bytes that follow it; a frame in two parts is joined."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        running.now_ms = 100
        frames = [
            Frame(Opcode.TEXT, text).serialize(mask=True) for text in (b"a", b"b" * 200, b"c")
        ]
        first = b"".join(frames)[: len(frames[0] + frames[1]) + 3]
        ages_ms = {len(first) - len(frames[0]): 60, 3: 40, 0: 0}
        connection.link.waited_ms = ages_ms.__getitem__
        connection.ms_ago = lambda age_ms: running.now_ms - age_ms
        connection.data_received(first)
        await wait_until_parsed(connection)
        running.now_ms = 150
        connection.data_received(frames[2][3:])
        for text in ("a", "b" * 200, "c"):
            assert await asyncio.wait_for(client.recv(), WAIT_S) == text
    assert [event[AT_MS] for event in running.app.events][2:] == [40, 60, 150]


async def test_the_send_buffer_is_small(running: RunningApp) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        size = connection.transport.get_extra_info("socket").getsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF
        )
        assert size <= 2 * SEND_BUFFER_BYTES, "Linux doubles the size that is set"


async def test_a_viewer_can_be_cut_off(running: RunningApp) -> None:
    async with connect(running.address) as client:
        await client.send("abort")
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(client.recv(), WAIT_S)


async def test_a_close_frame_is_known_before_the_connection_ends(running: RunningApp) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        assert not connection.link.leaving
    assert connection.link.leaving, "the client waits for our answer to its close frame"


async def test_a_connection_is_freed_without_the_collector(running: RunningApp) -> None:
    """The test watches the three objects of this connection. It does not count garbage, because
    that of other connections and tests would be counted too."""
    gc.disable()
    try:
        async with connect(running.address) as client:
            await client.send("x")
            await client.recv()
            (connection,) = running.server.server_state.connections
            sans_io: ServerProtocol = connection.conn
            objects = [weakref.ref(connection), weakref.ref(sans_io), running.before_upgrade]
            del connection, sans_io
        async with asyncio.timeout(WAIT_S):
            while any(each is None or each() is not None for each in objects):  # noqa: ASYNC110
                await asyncio.sleep(0)
    finally:
        gc.enable()


async def test_no_keepalive_ping_after_a_recent_pong(running: RunningApp) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        connection.link._payload = b"measured"
        connection.handle_pong(Frame(Opcode.PONG, b"measured"))
        connection.send_keepalive_ping()
        assert connection.pong_timer is None
        assert connection.ping_timer is not None, "the next ping is scheduled"
        connection._answered_s = -math.inf
        connection.send_keepalive_ping()
        assert connection.pong_timer is not None, "a ping was sent"


async def test_unsolicited_pongs_do_not_suppress_pings(running: RunningApp) -> None:
    """A client that sends, even pongs, but does not read is pinged nevertheless and must answer."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        connection.handle_pong(Frame(Opcode.PONG, b"unasked"))
        connection.send_keepalive_ping()
        assert connection.pong_timer is not None
        connection._is_reading_first = True
        connection.handle_pong(Frame(Opcode.PONG, b"unasked"))
        assert connection._is_reading_first, "the grace of half a second is not renewed"
        assert connection.pong_timer is not None
        connection.handle_pong(Frame(Opcode.PONG, connection.pending_ping_payload))
        assert not connection._is_reading_first
        assert connection.pong_timer is None


async def wait_for_input(connection: Any) -> None:
    """Waits until the server's socket has unread bytes."""
    async with asyncio.timeout(WAIT_S):
        while not kernel.unread_bytes(connection.link.sock):  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.001)


async def test_an_unread_pong_is_not_a_timeout(running: RunningApp) -> None:
    """After a stall of the server, the loop runs its timers before it reads."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        connection.transport.pause_reading()
        connection.send_keepalive_ping()
        await wait_for_input(connection)
        connection.pong_timer.cancel()
        connection.keepalive_timeout()
        connection.transport.resume_reading()
        await client.send("y")
        assert await asyncio.wait_for(client.recv(), WAIT_S) == "y"


async def queue_frame(connection: Any, client: Any, text: str) -> None:
    """Sends a frame from an address with much traffic; it is queued, and the scheduler never
    processes it."""
    connection.bulk_scheduler.add = lambda origin, backlog: None
    connection._sender = BusySubject()
    await client.send(text)
    async with asyncio.timeout(WAIT_S):
        while not connection.unparsed:  # noqa: ASYNC110  there is no event for it
            await asyncio.sleep(0.001)


class BusySubject(QuotaSubject):
    """A sender at whose address many frames are sent."""

    def may_process_now(self) -> bool:
        return False


async def test_queued_input_is_read_before_a_flag_falls(running: RunningApp) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        await queue_frame(connection, client, "y")
        is_read = connection.link.unread()
        assert not is_read()
        assert await asyncio.wait_for(client.recv(), WAIT_S) == "y"
        assert is_read()
        connection._sender = UNMETERED  # so that its close frame is read


async def test_no_more_input_is_queued_than_was_read(
    running: RunningApp,
) -> None:
    """The application resumes reading after each frame that it takes."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        await queue_frame(connection, client, "y")
        unparsed = connection.unparsed
        connection.transport.resume_reading()
        await client.send("z")
        await wait_for_input(connection)
        for _ in range(5):  # ticks of the loop, in which input would be read
            await asyncio.sleep(0)
        assert connection.unparsed == unparsed
        connection._sender = UNMETERED
        connection.hurry()
        assert [await asyncio.wait_for(client.recv(), WAIT_S) for _ in range(2)] == ["y", "z"]


async def test_queued_input_counts_as_activity(running: RunningApp) -> None:
    """The pong may be behind the queued input."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        await queue_frame(connection, client, "y")
        for _ in range(3):
            connection.keepalive_timeout()
            connection.pong_timer.cancel()
        assert not connection.transport.is_closing()
        connection.hurry()
        assert await asyncio.wait_for(client.recv(), WAIT_S) == "y"
        connection._sender = UNMETERED


async def test_a_client_that_sends_but_does_not_pong_is_cut_off(running: RunningApp) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        connection.transport.pause_reading()
        await client.send("y")
        await wait_for_input(connection)
        connection.keepalive_timeout()
        assert not connection.transport.is_closing()
        connection.pong_timer.cancel()
        connection.keepalive_timeout()
        assert connection.transport.is_closing()


def record_parsed_sizes(connection: Any) -> list[int]:
    """A list to which the size of each chunk that the parser gets is appended from now on."""
    parsed_sizes: list[int] = []
    receive = connection.conn.receive_data
    connection.conn.receive_data = lambda data: parsed_sizes.append(len(data)) or receive(data)
    return parsed_sizes


async def test_a_flood_is_not_parsed_beyond_the_queue(running: RunningApp) -> None:
    async with connect(running.address, close_timeout=0.1) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        parsed_sizes = record_parsed_sizes(connection)
        flood = Frame(Opcode.TEXT, b"").serialize(mask=True) * 10_000
        connection.data_received(flood)
        assert len(parsed_sizes) <= MAX_WAITING + LAST_FRAMES
        assert connection.waiting <= MAX_WAITING + 2
        connection.data_received(flood)
        assert len(parsed_sizes) <= MAX_WAITING + LAST_FRAMES, "later input is not parsed either"


async def test_frames_before_a_close_frame_are_processed(running: RunningApp) -> None:
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        connection.dismiss(1008, "enough")
        text = Frame(Opcode.TEXT, b"y").serialize(mask=True)
        connection.data_received(text * (LAST_FRAMES // 2))
        assert connection.waiting == 1, "no text reaches the application"
        assert not connection.link.leaving
        connection.data_received(Frame(Opcode.CLOSE, b"\3\xe8").serialize(mask=True))
        await wait_until_parsed(connection)
        assert connection.link.leaving


async def test_a_text_after_a_close_frame_is_ignored(running: RunningApp) -> None:
    """Both in one read, on a socket that is read without the parser."""
    async with connect(running.address) as client:
        await client.send("x")
        await client.recv()
        (connection,) = running.server.server_state.connections
        texts = list[str]()
        connection.follow(lambda text, at_ms: texts.append(text))
        text = Frame(Opcode.TEXT, b"y").serialize(mask=True)
        close = Frame(Opcode.CLOSE, b"\3\xe8").serialize(mask=True)
        connection.data_received(text + close + text)
        await wait_until_parsed(connection)
        assert texts == ["y"]


async def test_a_refused_handshake_is_not_logged_as_an_error(
    running: RunningApp, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(InvalidStatus):
        async with connect(running.address + "/refuse"):
            pass
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
