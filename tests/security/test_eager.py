"""Frames sent together with the handshake's request are refused with a reason."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.frames import Opcode

from .local import Local, running
from .raw import RawConnection, connected, frame, upgrade

WATCH = '{"type": "watch"}'

TOO_EARLY = {
    "a message": frame(WATCH),
    "half a message": frame(WATCH)[:3],
    "a ping": frame("x", Opcode.PING),
    "no frame": b"\xff" * 300,
    "another request": b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n",
}


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[Local]:
    async with running(tmp_path) as instance:
        yield instance


@pytest.fixture
async def connection(local: Local) -> AsyncIterator[RawConnection]:
    async with connected(local.host) as instance:
        yield instance


@pytest.mark.parametrize("data", TOO_EARLY.values(), ids=TOO_EARLY)
async def test_frames_sent_with_the_handshake_are_refused(
    local: Local, connection: RawConnection, data: bytes
) -> None:
    answer = await connection.ask(upgrade("/ws/lobby"), data)
    assert (answer.status, answer.json["code"]) == (400, "bad_upgrade")
    assert "answer to the handshake" in answer.json["detail"]
    assert await connection.read_to_end() == b""
    assert local.game_server.tally.refused["bad_upgrade"] == 1
    assert not any(local.game_server.tally.sockets.values())


async def test_a_handshake_in_two_packets_is_accepted(connection: RawConnection) -> None:
    head = upgrade("/ws/lobby").encode()
    await connection.send(head[:-10])
    await connection.send(head[-10:])
    assert (await connection.answer()).status == 101
    await connection.send(frame(WATCH))
    await connection.message("lobby")


async def test_a_handshake_after_a_request_is_accepted(connection: RawConnection) -> None:
    assert (
        await connection.ask(upgrade("/healthz").replace("Upgrade", "keep-alive"))
    ).status == 200
    assert (await connection.ask(upgrade("/ws/lobby"))).status == 101


async def test_a_handshake_with_a_body_is_refused(connection: RawConnection) -> None:
    """A handshake has no body (RFC 6455, section 4.1)."""
    answer = await connection.ask(upgrade("/ws/lobby", content_length="5"), b"hello")
    assert (answer.status, answer.json["code"]) == (400, "bad_upgrade")
