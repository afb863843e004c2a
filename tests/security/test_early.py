"""A client that does not wait for the handshake's response (RFC 6455, section 4.1) is refused."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from websockets.frames import Opcode

from zeitnot_server.limits.table import Limits
from zeitnot_server.web.transport.transport import protocol

from .raw import RawConnection, connected, frame, upgrade


class SlowApp:
    """An ASGI application that accepts when the test allows it, and records what it receives."""

    def __init__(self) -> None:
        self.connecting = asyncio.Event()
        self.may_accept = asyncio.Event()
        self.received: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        self.connecting.set()
        await self.may_accept.wait()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            self.received.append(event["text"])
        self.received.append(event["code"])


@pytest.fixture
async def slow_server() -> AsyncIterator[tuple[SlowApp, RawConnection]]:
    app = SlowApp()
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        ws=protocol(lambda ago: 0, Limits(linger_seconds=0.2)),
        ws_max_size=4096,
        lifespan="off",
        log_config=None,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve([listener]))
    async with connected(f"127.0.0.1:{listener.getsockname()[1]}") as connection:
        await connection.send(upgrade("/"))
        await app.connecting.wait()
        yield app, connection
    server.should_exit = True
    await task


async def send_early(app: SlowApp, connection: RawConnection, data: bytes) -> bytes:
    """Sends data before the handshake's response; returns the server's answer."""
    await connection.send(data)
    received = await connection.read_to_end()
    app.may_accept.set()
    return received


EARLY = {
    "a message and a close": frame("early") + frame((1000).to_bytes(2, "big"), Opcode.CLOSE),
    "pings": frame("x", Opcode.PING) * 400,
    "no frames": b"\xff" * 300,
    "oversized": frame("x" * 5000),
}


@pytest.mark.parametrize("data", EARLY.values(), ids=EARLY)
async def test_an_early_frame_is_refused_without_a_log_line(
    slow_server: tuple[SlowApp, RawConnection], data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    app, connection = slow_server
    head, _, body = (await send_early(app, connection, data)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["code"] == "bad_upgrade"
    assert "answer to the handshake" in json.loads(body)["detail"]
    assert app.received == []
    assert not [record for record in caplog.records if record.levelname == "ERROR"], caplog.text
