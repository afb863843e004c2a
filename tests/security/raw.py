"""Connections without a client library, over which tests send any bytes."""

import asyncio
import base64
import contextlib
import json
import os
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from websockets.frames import Opcode

WAIT_S = 60.0


@dataclass
class Answer:
    """One HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class RawConnection:
    """One TCP connection to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes | str) -> None:
        if self.writer.is_closing():
            return  # the server has hung up
        self.writer.write(data if isinstance(data, bytes) else data.encode("latin-1"))
        with contextlib.suppress(ConnectionError):
            await self.writer.drain()

    async def answer(self) -> Answer:
        """Reads one response."""
        async with asyncio.timeout(WAIT_S):
            head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.strip().split("\r\n")
            fields = (line.partition(": ") for line in lines)
            headers = {name.lower(): value for name, _, value in fields}
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return Answer(int(first.split()[1]), headers, body)

    async def read_to_end(self) -> bytes:
        """Reads until the connection ends; returns all received bytes."""
        received = b""
        async with asyncio.timeout(WAIT_S):
            with contextlib.suppress(ConnectionError):
                while chunk := await self.reader.read(65536):
                    received += chunk
        return received

    async def ask(self, head: str, body: bytes = b"") -> Answer:
        await self.send(head.encode("latin-1") + body)
        return await self.answer()

    async def close_code(self) -> int | None:
        """Reads up to the close frame; returns its code, or None if the connection ends without
        one."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                opcode, data = await self.frame()
                if opcode is Opcode.CLOSE:
                    return int.from_bytes(data[:2], "big")
        return None

    async def frame(self) -> tuple[Opcode, bytes]:
        """The next frame that the server sent."""
        async with asyncio.timeout(WAIT_S):
            first, length = await self.reader.readexactly(2)
            size = length
            if length == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif length == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            return Opcode(first & 15), await self.reader.readexactly(size)

    async def message(self, type_: str) -> dict[str, Any]:
        """The next message of this type."""
        while True:
            opcode, data = await self.frame()
            if opcode is Opcode.TEXT and (message := json.loads(data))["type"] == type_:
                return dict(message)


@contextlib.asynccontextmanager
async def connected(address: str) -> AsyncIterator[RawConnection]:
    """A TCP connection to `host:port`."""
    host, port = address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=2**20)
    try:
        yield RawConnection(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def request(path: str = "/healthz", method: str = "GET", **headers: str) -> str:
    """A request's head; `x_y` is the header `x-y`."""
    fields = {"host": "localhost", **{k.replace("_", "-"): v for k, v in headers.items()}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n"


def upgrade(path: str, token: str | None = None, **headers: str) -> str:
    """A WebSocket handshake's head."""
    key = base64.b64encode(os.urandom(16)).decode()
    fields = {
        "upgrade": "websocket",
        "connection": "Upgrade",
        "sec_websocket_key": key,
        "sec_websocket_version": "13",
        "sec_websocket_protocol": "zeitnot.v1",
    }
    if token:
        fields["authorization"] = f"Bearer {token}"
    return request(path, **{**fields, **headers})


@contextlib.asynccontextmanager
async def opened(address: str, path: str, token: str | None = None) -> AsyncIterator[RawConnection]:
    """A WebSocket connection after its handshake."""
    async with connected(address) as connection:
        answer = await connection.ask(upgrade(path, token))
        assert answer.status == 101, answer
        yield connection


def frame(data: bytes | str, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    content = data.encode() if isinstance(data, str) else data
    size = len(content)
    head = bytes([opcode | (0x80 if fin else 0), 0x80 | (size if size < 126 else 126)])
    mask = b"\1\2\3\4"
    length = b"" if size < 126 else size.to_bytes(2, "big")
    return head + length + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(content))


def token_of(set_cookie: str) -> str:
    """The token in a Set-Cookie header."""
    match = re.search(r"zeitnot_session=([^;]+)", set_cookie)
    assert match
    return match[1]
