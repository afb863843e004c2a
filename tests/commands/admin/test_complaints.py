"""A guest is reported and blocked over the wire, and the operator resolves the complaint."""

from ...server.running_server import Server, new_game, websocket
from ...server.test_room_socket import sit
from ..conftest import Zeitnot
from .guests import create_guest


async def test_a_guest_is_blocked_and_reported(server: Server, admin: Zeitnot) -> None:
    (ann, _), (bob, account) = create_guest(server, "Ann"), create_guest(server, "Loud Bob")
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        await sit([one, two])
        await two.send("chat", text="Loser!")
        said = await one.until("said", text="Loser!")
        whom = {"game": game, "messages": [said["seq"]]}
        status, number, _ = server.http(
            "POST", "/api/v1/complaints", {**whom, "reason": "insult", "text": "In chat."}, ann
        )
        assert status == 201
        block = {"game": game, "message": said["seq"]}
        assert server.http("POST", "/api/v1/blocked", block, ann)[0] == 204
        for speaker in (one, two):
            await speaker.send("chat", text="Loser again!")
            await speaker.until("error", code="blocked")
    await _cannot_sit(server, ann, bob)
    (row,) = [line.split("\t") for line in admin("complaints").out.splitlines()]
    assert row[0] == f"{number['number']}"
    assert (row[2], row[3], row[5], row[6], row[7]) == (
        *("Loud Bob", account, "insult", game),
        "In chat.",
    )
    assert row[4].startswith("Ann ")
    assert row[8] == f"{said['seq']}: Loser!"
    assert admin("resolve", row[0], "--reason", "muted").out == "resolved 1 complaint\n"
    assert admin("complaints").out == ""
    (resolved,) = [line.split("\t") for line in admin("complaints", "--all").out.splitlines()]
    assert resolved[-1] == "muted"


async def _cannot_sit(server: Server, ann: str, bob: str) -> None:
    """Bob cannot sit down in a game of Ann's; when he is unblocked, he can."""
    path = f"/ws/games/{new_game(server, ann)}"
    async with websocket(server, path, bob) as socket:
        await socket.send("hello")
        await socket.until("welcome")
        await socket.send("sit")
        await socket.until("error", code="blocked")
        assert server.http("DELETE", "/api/v1/blocked/Loud%20Bob", None, ann)[0] == 204
        await socket.until("ack", id=await socket.send("sit"))
