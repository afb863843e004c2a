"""Invalid and repeated frames over a real socket: each is answered with the right close code, and
the room does not change."""

import asyncio
import contextlib
import json
from random import Random
from typing import Any

import pytest
from websockets.frames import Opcode

from ..each import each
from ..server.running_server import WAIT_S, Server, new_game, websocket
from ..server.test_room_socket import sit
from .mutation import GAME, messages, mutate
from .raw import connected, frame, opened, upgrade

DAMAGED_FRAMES = 1000


def hello(game: str) -> bytes:
    return frame(json.dumps({"type": "hello", "game": game}))


@pytest.fixture(scope="module")
def game(server: Server) -> str:
    """A game without players."""
    return new_game(server, server.person())


async def close_code_after(server: Server, game: str, data: bytes) -> int | None:
    """The close code after these bytes."""
    async with opened(server.host, f"/ws/games/{game}") as connection:
        await connection.send(data)
        return await connection.close_code()


LONG_FRAGMENTS = frame("{" + " " * 1000, fin=False) + frame(" " * 1000, Opcode.CONT, fin=False) * 3
CASES: dict[str, tuple[bytes, int]] = {
    "oversized": (frame("x" * 4097), 1009),
    "far too large according to its header": (b"\x81\xff" + (2**40).to_bytes(8, "big"), 1009),
    "length of 64 bits": (b"\x81\xff" + b"\xff" * 8 + b"mask", 1009),
    "too large in fragments": (LONG_FRAGMENTS + frame("x" * 200, Opcode.CONT), 1009),
    "compressed": (b"\xc1\x80mask", 1002),
    "reserved bit 2": (b"\xa1\x80mask", 1002),
    "reserved bit 3": (b"\x91\x80mask", 1002),
    "not masked": (b"\x81\x02{}", 1002),
    "opcode 3": (b"\x83\x80mask", 1002),
    "opcode 11": (b"\x8b\x80mask", 1002),
    "continuation without a message": (frame("x", Opcode.CONT), 1002),
    "text inside a message": (frame("{", fin=False) + frame("{"), 1002),
    "ping in fragments": (frame("", Opcode.PING, fin=False), 1002),
    "long ping": (b"\x89\xfe\x00\x7emask" + b"x" * 126, 1002),
    "close with one byte": (frame(b"\x03", Opcode.CLOSE), 1002),
    "close with a forbidden code": (frame((1005).to_bytes(2, "big"), Opcode.CLOSE), 1002),
    "binary": (frame(b"{}", Opcode.BINARY), 1003),
    "binary in fragments": (
        frame(b"{", Opcode.BINARY, fin=False) + frame(b"}", Opcode.CONT),
        1003,
    ),
    "not UTF-8": (frame(b'{"type":"\xff"}'), 1007),
    "an encoded surrogate": (frame(b"\xed\xa0\x80"), 1007),
    "UTF-8 cut by the end": (frame("牛".encode()[:2]), 1007),
    "not UTF-8 in fragments": (frame(b"\xe7", fin=False) + frame(b"xx", Opcode.CONT), 1007),
    "endless empty fragments": (
        frame("{", fin=False) + frame("", Opcode.CONT, fin=False) * 300,
        1008,
    ),
    "pings": (frame("x", Opcode.PING) * 300, 1008),
    "pongs": (frame("x", Opcode.PONG) * 300, 1008),
    "messages": (frame('{"type":"hello","game":"abcd2345"}') * 300, 1008),
}


@each(("data", "code"), CASES.values(), ids=CASES)
async def test_an_invalid_frame_closes_the_socket_with_its_code(
    server: Server, game: str, data: bytes, code: int
) -> None:
    assert await close_code_after(server, game, data) == code


@pytest.mark.parametrize(
    ("incomplete", "code"),
    [(frame("{", fin=False), 1002), (b"\x81\xfe", 1009)],
    ids=["a message", "a frame"],
)
async def test_a_short_read_may_continue_an_incomplete_message(
    server: Server, game: str, incomplete: bytes, code: int
) -> None:
    """After hello, a short frame that arrives in one read bypasses the parser. The second read here
    looks like such a frame, but continues the first."""
    async with opened(server.host, f"/ws/games/{game}") as connection:
        await connection.send(hello(game))
        await connection.message("welcome")
        await connection.send(incomplete)
        await asyncio.sleep(0.05)  # otherwise both arrive in one read, which the parser always gets
        await connection.send(frame("{}" + " " * 100))
        assert await connection.close_code() == code


async def test_a_fragmented_message_is_accepted(server: Server, game: str) -> None:
    message = json.dumps({"type": "hello", "game": game, "extra": "牛角棋"}, ensure_ascii=False)
    parts = [bytes([byte]) for byte in message.encode()]
    async with opened(server.host, f"/ws/games/{game}") as connection:
        await connection.send(frame(parts[0], fin=False))
        for number, part in enumerate(parts[1:], 2):
            await connection.send(frame("", Opcode.PING) if number == 9 else b"")
            await connection.send(frame(part, Opcode.CONT, fin=number == len(parts)))
        assert (await connection.message("welcome"))["game"] == game


async def test_compression_is_off(server: Server, game: str) -> None:
    async with connected(server.host) as connection:
        headers = {"sec_websocket_extensions": "permessage-deflate; client_max_window_bits"}
        answer = await connection.ask(upgrade(f"/ws/games/{game}", **headers))
        assert answer.status == 101
        assert "sec-websocket-extensions" not in answer.headers


async def test_a_thousand_damaged_frames_change_nothing(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    random, valid = Random(7), [m for m in messages() if m["type"] not in STATE_CHANGING]
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        _, before, _ = server.http("GET", f"/api/v1/games/{game}")
        sent = 0
        while sent < DAMAGED_FRAMES:
            async with opened(server.host, path, ann) as connection:
                await connection.send(hello(game))
                await connection.message("welcome")
                for _ in range(30):
                    text = mutate(random, valid)
                    await connection.send(frame(text.replace(GAME, _game_or_wrong(random, game))))
                    sent += 1
                await connection.send(frame("", Opcode.CLOSE))
                await connection.close_code()
        for _ in range(60):
            await send_noise(server, path, random)
        _, after, _ = server.http("GET", f"/api/v1/games/{game}")
        assert after == before
        await ann_socket.until("ack", id=await ann_socket.send("move", ply=0, move="a1"))
        await bob_socket.until("moved", ply=0)


# A damaged message of these types may still be valid, and would then change the room.
STATE_CHANGING = ("chat", "resign", "abort", "draw", "takeback", "adjourn", "move")


def _game_or_wrong(random: Random, game: str) -> str:
    """Gives some of the frames the right game, which are then damaged elsewhere, and the others a
    wrong one."""
    return random.choice([game, GAME, game.swapcase(), game + "x"])


async def send_noise(server: Server, path: str, random: Random) -> None:
    """Sends random bytes instead of frames."""
    async with opened(server.host, path) as connection:
        await connection.send(random.randbytes(random.randrange(1, 400)))
        with contextlib.suppress(ConnectionError):
            connection.writer.write_eof()
        await connection.read_to_end()


# ── repeated frames and sockets ──────────────────────────────────────────────────────────────────


async def test_a_replayed_move_is_executed_once(server: Server) -> None:
    """It is replayed on the same socket, on the player's second socket, and by other accounts."""
    ann, bob, eve = (server.person() for _ in range(3))
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
        websocket(server, path, ann) as second_socket,
        websocket(server, path, eve) as thief,
    ):
        await sit([ann_socket, bob_socket])
        for person in (second_socket, thief):
            await person.send("hello")
            await person.until("welcome")
        move: dict[str, Any] = {"ply": 0, "move": "b2", "id": "only-once"}
        acks = []
        for person in (ann_socket, ann_socket, ann_socket, second_socket, second_socket):
            await person.send("move", **move)
            acks.append(await person.until("ack", id="only-once"))
        assert all(ack == acks[0] for ack in acks)
        await thief.send("move", **move)
        assert (await thief.until("error", id="only-once"))["code"] == "not_seated"
        await bob_socket.send("move", **move)
        assert (await bob_socket.until("error", id="only-once"))["code"] == "wrong_ply"
    _, record, _ = server.http("GET", f"/api/v1/games/{game}")
    assert record["game"]["moves"] == 1


async def test_the_fifth_socket_of_an_account_closes_the_oldest(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        await sit([ann_socket, bob_socket])
        async with contextlib.AsyncExitStack() as stack:
            others = [
                await stack.enter_async_context(websocket(server, path, ann)) for _ in range(4)
            ]
            for other in others:
                await other.send("hello")
                await other.until("welcome")
            await asyncio.wait_for(ann_socket.socket.wait_closed(), WAIT_S)
            assert ann_socket.socket.close_code == 1008
            move = await others[0].send("move", ply=0, move="a1", id="mine")
            await others[0].until("ack", id=move)
            for other in others[1:]:
                await other.until("moved", ply=0)
            await bob_socket.until("moved", ply=0)
