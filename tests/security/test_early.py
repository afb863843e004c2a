"""A peer that does not wait for the handshake's response (RFC 6455, section 4.1) is cut off."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from websockets.frames import Opcode

from zeitnot_server.web.limits import Limits
from zeitnot_server.web.transport import protocol

from .raw import RawConnection, connected, frame, upgrade


class Slow:
    """An ASGI application that opens only when told, then keeps what it hears."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.opens = asyncio.Event()
        self.heard: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        self.asked.set()
        await self.opens.wait()
        await send({"type": "websocket.accept"})
        while (event := await receive())["type"] == "websocket.receive":
            self.heard.append(event["text"])
        self.heard.append(event["code"])


@pytest.fixture
async def slow() -> AsyncIterator[tuple[Slow, RawConnection]]:
    app = Slow()
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
        await app.asked.wait()
        yield app, connection
    server.should_exit = True
    await task


async def after(app: Slow, connection: RawConnection, data: bytes) -> bytes:
    """What comes back when this was sent before the handshake's answer."""
    await connection.send(data)
    rest = await connection.gone()
    app.opens.set()
    return rest


EARLY = {
    "a message and a close": frame("early") + frame((1000).to_bytes(2, "big"), Opcode.CLOSE),
    "pings": frame("x", Opcode.PING) * 400,
    "no frames": b"\xff" * 300,
    "oversized": frame("x" * 5000),
}


@pytest.mark.parametrize("data", EARLY.values(), ids=EARLY)
async def test_an_early_frame_closes_the_connection_without_a_log_line(
    slow: tuple[Slow, RawConnection], data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    app, line = slow
    assert await after(app, line, data) == b""
    assert app.heard == []
    assert not [record for record in caplog.records if record.levelname == "ERROR"], caplog.text
