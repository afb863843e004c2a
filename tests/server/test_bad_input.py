"""Bad input gets a typed error with a message, or the right close code, and changes nothing."""

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .running_server import WAIT_S, Server, WebSocket, new_game, websocket
from .test_room_socket import sit


async def refused(person: WebSocket, raw: str) -> dict[str, Any]:
    await person.socket.send(raw)
    return await person.until("error")


MALFORMED = [
    "",
    "x",
    "{",
    "[]",
    "null",
    "1e999",
    '"move"',
    "{}",
    '{"type":1}',
    '{"type":"move"}',
    '{"type":"move","game":5,"id":"a","ply":0,"move":"a1"}',
    '{"type":"move","game":"abcd2345","id":"","ply":0,"move":"a1"}',
    '{"type":"move","game":"abcd2345","id":"a","ply":-1,"move":"a1"}',
    '{"type":"move","game":"abcd2345","id":"a","ply":"0","move":"a1"}',
    '{"type":"move","game":"abcd2345","id":"a","ply":0,"move":"a\\u0000"}',
    '{"type":"hello","game":"../etc"}',
    '{"type":"draw","game":"abcd2345","id":"a","action":"demand"}',
]


async def test_malformed_frames_are_refused(server: Server) -> None:
    ann = server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    for raw in MALFORMED:
        async with websocket(server, path, ann) as ann_socket:
            error = await refused(ann_socket, raw)
            assert error["code"] in ("malformed", "unknown_message"), raw
            assert error["message"]
            await ann_socket.send("hello")
            await ann_socket.until("welcome", seq=0)


async def test_errors_have_the_id_of_the_command_and_a_readable_message(server: Server) -> None:
    ann = server.person()
    game = new_game(server, ann)
    move = {"type": "move", "game": game, "id": "m1", "ply": 0, "move": 7}
    async with websocket(server, f"/ws/games/{game}", ann) as ann_socket:
        error = await refused(ann_socket, json.dumps(move))
        assert (error["code"], error["id"]) == ("malformed", "m1")
        assert error["message"] == "The move must be text, not a whole number."
        error = await refused(ann_socket, json.dumps(move | {"id": "", "move": "a1"}))
        assert error["message"].startswith("The id ")
        assert "id" not in error
        assert (await refused(ann_socket, "[]"))["message"].startswith("The message must be ")


async def test_unknown_messages_are_refused_by_name(server: Server) -> None:
    ann = server.person()
    async with websocket(server, f"/ws/games/{new_game(server, ann)}", ann) as ann_socket:
        error = await refused(ann_socket, '{"type":"teleport","game":"abcd2345"}')
        assert error["code"] == "unknown_message"
        assert error["message"] == "There is no message of type 'teleport'."


async def test_too_many_malformed_frames_close_the_socket(server: Server) -> None:
    ann = server.person()
    async with websocket(server, f"/ws/games/{new_game(server, ann)}", ann) as ann_socket:
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            for _ in range(40):
                await ann_socket.socket.send("{")
                await asyncio.wait_for(ann_socket.socket.recv(), WAIT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


async def test_a_flood_closes_the_socket(server: Server) -> None:
    ann = server.person()
    game = new_game(server, ann)
    async with websocket(server, f"/ws/games/{game}", ann) as ann_socket:
        hello = json.dumps({"type": "hello", "game": game})
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            for _ in range(2000):
                await ann_socket.socket.send(hello)
            while True:
                await asyncio.wait_for(ann_socket.socket.recv(), WAIT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize(("frame", "code"), [("x" * 5000, 1009), (b"{}", 1003)])
async def test_frames_of_the_wrong_size_or_kind_close_the_socket(
    server: Server, frame: str | bytes, code: int
) -> None:
    ann = server.person()
    async with websocket(server, f"/ws/games/{new_game(server, ann)}", ann) as ann_socket:
        await ann_socket.socket.send(frame)
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(ann_socket.socket.recv(), WAIT_S)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == code


async def test_a_room_refuses_invalid_commands(server: Server) -> None:
    ann, bob, carl = server.person(), server.person(), server.person()
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
        websocket(server, path, carl) as carl_socket,
        websocket(server, path) as anonymous,
    ):

        async def code(person: WebSocket, type_: str, **fields: Any) -> str:
            sent = await person.send(type_, **fields)
            error = await person.until("error", **({"id": sent} if sent else {}))
            assert error["message"].endswith(".")
            return str(error["code"])

        assert await code(ann_socket, "sit") == "hello_first"
        for person in (carl_socket, anonymous):
            await person.send("hello")
            await person.until("welcome")
        assert await code(anonymous, "sit") == "not_signed_in"
        assert await code(anonymous, "chat", text="hi") == "not_signed_in"
        assert await code(carl_socket, "move", ply=0, move="a1") == "wrong_state"
        assert await code(carl_socket, "sit", seat=0) == "seat_reserved"
        assert await code(carl_socket, "sit", seat=7) == "no_such_seat"
        assert await code(carl_socket, "leave") == "not_seated"
        await sit([ann_socket, bob_socket])
        assert await code(bob_socket, "move", ply=0, move="a1") == "not_your_turn"
        assert await code(ann_socket, "move", ply=3, move="a1") == "wrong_ply"
        for move in ("z9", "a1a1", "b2-c3", "x" * 128):
            assert await code(ann_socket, "move", ply=0, move=move) == "illegal_move"
        assert await code(carl_socket, "move", ply=0, move="a1") == "not_seated"
        assert await code(carl_socket, "resign") == "not_seated"
        assert await code(bob_socket, "draw", action="accept") == "no_offer"
        assert await code(ann_socket, "sit") == "wrong_state"
        assert await code(ann_socket, "move", ply=0, move="a1", game="other2345") == "wrong_game"
        await ann_socket.send("resign")
        await bob_socket.until("finished")
        assert await code(ann_socket, "move", ply=0, move="a1") == "wrong_state"
        assert await code(bob_socket, "resign") == "wrong_state"
    _, record, _ = server.http("GET", f"/api/v1/games/{game}")
    assert record["game"]["moves"] == 0
    kinds = [event["type"] for event in record["events"]]
    assert kinds == ["seated", "seated", "seated", "seated", "started", "finished"]


# ── the handshake ────────────────────────────────────────────────────────────────────────────────


async def status_of(server: Server, path: str, **options: Any) -> int:
    with pytest.raises(InvalidStatus) as refused:
        async with websocket(server, path, **options):
            pass
    return refused.value.response.status_code


async def test_invalid_handshakes_are_refused(server: Server) -> None:
    ann = server.person()
    path = f"/ws/games/{new_game(server, ann)}"
    assert await status_of(server, "/ws/games/nosuchgame") == 404
    assert await status_of(server, path, token="zn_wrong") == 401
    assert await status_of(server, path, subprotocols=None) == 400
    assert await status_of(server, path, origin="https://evil.example") == 403
    assert await status_of(server, path, origin=f"http://{server.host}.evil.example") == 403
    assert await status_of(server, path, origin="null") == 403
    assert await status_of(server, "/ws/nowhere") in (403, 404)


async def test_a_cookie_is_accepted_from_the_origin_of_the_server(server: Server) -> None:
    ann = server.person()
    cookie = {"cookie": f"zeitnot_session={ann}"}
    game = new_game(server, ann)
    async with websocket(
        server, f"/ws/games/{game}", origin=f"http://{server.host}", additional_headers=cookie
    ) as ann_socket:
        await ann_socket.send("hello")
        await ann_socket.until("ack", id=await ann_socket.send("sit"))


async def test_a_malformed_lobby_frame_is_refused(server: Server) -> None:
    async with websocket(server, "/ws/lobby") as lobby:
        await lobby.socket.send("{")
        assert (await lobby.until("error"))["code"] == "malformed"
        await lobby.send("watch")
        await lobby.until("lobby")
