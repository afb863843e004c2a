"""Guests of a running server, who are banned and unbanned."""

import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ...server.running_server import Server, WebSocket, websocket
from ..conftest import Zeitnot


def create_guest(server: Server, name: str) -> tuple[str, str]:
    """Creates a guest with this name; returns token and account."""
    status, created, headers = server.http("POST", "/api/v1/session", {"name": name})
    assert status == 201
    token = headers["set-cookie"].split(";")[0].removeprefix("zeitnot_session=")
    return token, created["account"]


@asynccontextmanager
async def lobby(server: Server, token: str | None, **headers: str) -> AsyncIterator[WebSocket]:
    async with websocket(server, "/ws/lobby", token, additional_headers=headers) as socket:
        await socket.send("watch")
        await socket.until("lobby")
        yield socket


async def refusal_of(server: Server, token: str | None, **headers: str) -> dict[str, Any]:
    """The problem in the answer to a refused handshake."""
    with pytest.raises(InvalidStatus) as bad:
        await websocket(server, "/ws/lobby", token, additional_headers=headers).__aenter__()
    problem: dict[str, Any] = json.loads(bad.value.response.body)
    return problem


async def close_of(socket: WebSocket) -> tuple[int, str]:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await socket.next()
    return socket.socket.close_code or 0, socket.socket.close_reason or ""


async def until_admitted(server: Server, token: str | None, **headers: str) -> None:
    """Waits until the server has noticed that a ban is over."""
    while True:
        with contextlib.suppress(InvalidStatus):
            async with lobby(server, token, **headers):
                return


ADDRESSES = itertools.count(99)


async def until_noticed(server: Server, admin: Zeitnot) -> None:
    """Waits until the server has executed all previous acts of the operator. Each call uses a new
    address, because of the connection limits."""
    address = f"192.0.2.{next(ADDRESSES)}"
    headers = {"x-forwarded-for": address}
    async with lobby(server, None, **headers) as lobby_socket:
        admin("ban", address, "--reason", "to see it")
        await close_of(lobby_socket)
    admin("unban", address)
    await until_admitted(server, None, **headers)
