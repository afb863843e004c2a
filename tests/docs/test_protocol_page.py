"""The first part of the protocol page is correct: a server plays its game, and its statements about
tokens, defaults and unknown fields are tested."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

import first_game
import zeitnot_protocol as p
from first_game import Entry

from ..server.running_server import Server, new_game, websocket

PAGE = Path(__file__).parents[2] / "docs/reference/protocol.md"
TIMES = {"elapsed_ms", "compensated_ms", "charged_ms", "remaining_ms", "quota_ms", "free_ms"}
RANDOM = {"at", "created_at", "deadline", "commitment", "seed", "account", "against", "id", "game"}
RANDOM |= {"url", "ws"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A new server without bots, whose lobby is empty, like the one on the page."""
    running = Server(tmp_path_factory.mktemp("server"), "--no-bots")
    yield running
    assert running.stop() == 0


def comparable(value: Any, key: str = "") -> Any:
    """The value with the types of everything that differs from game to game instead of the
    values."""
    if isinstance(value, dict):
        return {key: comparable(part, key) for key, part in value.items()}
    if isinstance(value, list):
        return [comparable(part, key) for part in value]
    return type(value).__name__ if key in TIMES | RANDOM else value


def command_ids(entries: list[Entry]) -> list[str | None]:
    """The ids of commands, which the players choose and which are therefore the same in every
    game."""
    return [e["frame"].get("id") for e in entries if e["over"] == "room"]


async def test_the_game_on_the_page_is_what_a_server_sends(server: Server) -> None:
    entries = first_game.load()
    played = await first_game.play(f"http://{server.host}", entries)
    for number, (written, real) in enumerate(zip(entries, played, strict=True), 1):
        assert comparable(real) == comparable(written), f"message {number} of the page"
    assert command_ids(played) == command_ids(entries)


def test_the_messages_on_the_page_are_of_one_game() -> None:
    entries = first_game.load()
    (game,) = {e["frame"]["game"] for e in entries if e["over"] == "room"}
    assert {
        e["frame"]["id"]
        for e in entries
        if e["over"] == "POST /api/v1/games" and e["who"] == "to_ann"
    } == {game}
    frames = [e["frame"] for e in entries if e["who"] == "server" and e["over"] == "room"]
    assert [f["seq"] for f in frames if "at" in f] == list(range(1, 12))
    (commitment,) = [f["commitment"] for f in frames if f["type"] == "welcome"]
    (finished,) = [f for f in frames if f["type"] == "finished"]
    assert hashlib.sha256(bytes.fromhex(finished["seed"])).hexdigest() == commitment


def test_every_message_of_the_game_has_a_sentence() -> None:
    entries = first_game.load()
    assert [entry for entry in entries if len(entry["says"]) < 5] == []
    for entry in entries:
        assert f" {entry['says']}\n" in PAGE.read_text("utf-8")


def test_a_missing_field_means_its_default() -> None:
    (line,) = re.findall(r'^\{"type": "offered".*\}$', PAGE.read_text("utf-8"), re.MULTILINE)
    offer = p.decode_room_out(line)
    assert isinstance(offer, p.Offered)
    assert offer.what == "draw"
    assert json.loads(p.encode(offer)) == json.loads(line)
    assert p.decode_room_out(line.replace("}", ', "what": "draw", "new": 1}')) == offer


def test_http_refuses_a_field_that_it_does_not_know(server: Server) -> None:
    (sent, answer) = re.search(
        r"^effect\. The answer to `(.*)` is:\n\n```json\n(.*)\n```",
        PAGE.read_text("utf-8"),
        re.MULTILINE,
    ).groups()  # type: ignore[union-attr]
    status, body, _ = server.http("POST", "/api/v1/session", json.loads(sent))
    assert (status, body) == (400, json.loads(answer))


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "catalogue"), ("GET", "games"), ("POST", "bots")]
)
def test_over_http_a_token_in_the_address_is_an_unknown_parameter(
    server: Server, method: str, path: str
) -> None:
    assert "It is an unknown parameter, also of a socket: status 400." in PAGE.read_text("utf-8")
    body = {"name": "Another"} if method == "POST" else None
    status, problem, _ = server.http(method, f"/api/v1/{path}?token={server.person()}", body)
    assert status == 400
    assert "token" in problem["detail"]


async def test_a_socket_ignores_an_unknown_field_and_refuses_an_unknown_type(
    server: Server,
) -> None:
    game = new_game(server, server.person())
    async with websocket(server, f"/ws/games/{game}") as socket:
        await socket.send("nonsense")
        assert (await socket.next())["code"] == "unknown_message"
        await socket.send("hello", since=0, colour="red")
        await socket.until("welcome")
        await socket.send("draw", action="perhaps")
        await socket.until("error", code="malformed")


@pytest.mark.parametrize("path", ["/ws/lobby", "/ws/games/ID"])
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"additional_headers": {"authorization": "Bearer zn_nobody"}}, "bad_token"),
        ({"additional_headers": {"origin": "http://elsewhere.example"}}, "wrong_origin"),
        ({"subprotocols": None}, "no_subprotocol"),
    ],
)
async def test_a_handshake_is_refused_as_the_page_says(
    server: Server, path: str, options: dict[str, Any], code: str
) -> None:
    (status,) = re.findall(rf"[sS]tatus (\d+), code `{code}`", PAGE.read_text("utf-8"))
    path = path.replace("ID", new_game(server, server.person()))
    with pytest.raises(InvalidStatus) as refused:
        async with websocket(server, path, **options):
            pass
    assert refused.value.response.status_code == int(status)
    assert json.loads(refused.value.response.body or b"")["code"] == code


@pytest.mark.parametrize(
    "headers", [{}, {"cookie": "zeitnot_session=zn_old"}], ids=["no token", "a bad cookie"]
)
async def test_without_a_token_a_socket_can_only_watch(
    server: Server, headers: dict[str, str]
) -> None:
    path = f"/ws/games/{new_game(server, server.person())}"
    async with websocket(server, path, additional_headers=headers) as socket:
        socket.game = path.rpartition("/")[2]
        await socket.send("hello")
        await socket.until("presence", spectators=1)
        command = await socket.send("sit")
        await socket.until("error", id=command, code="not_signed_in")


async def test_a_socket_is_closed_when_its_token_ends(server: Server) -> None:
    token = server.person()
    async with websocket(server, "/ws/lobby", token) as socket:
        await socket.send("watch")
        await socket.until("lobby")
        server.http("DELETE", "/api/v1/session", token=token)
        await socket.socket.wait_closed()
        assert (socket.socket.close_code, socket.socket.close_reason) == (1008, "logged out")
    assert "1008, and the reason `logged out`" in PAGE.read_text("utf-8")
