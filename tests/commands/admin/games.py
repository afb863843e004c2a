"""Games played on a running server, and their exports."""

import msgspec

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import verify

from ...server.running_server import Server, new_game, websocket
from ...server.test_room_socket import MOVES, sit


async def play_with_chat(server: Server, ann: str, bob: str, watcher: str) -> str:
    """Plays a game in which all three chat."""
    game = new_game(server, ann)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as one,
        websocket(server, path, bob) as two,
        websocket(server, path, watcher) as third,
    ):
        await third.send("hello")
        await sit([one, two])
        for text, socket in (("first", one), ("second", two), ("third", third)):
            await socket.send("chat", text=text)
            await third.until("said", text=text)
        for ply, move in enumerate(MOVES):
            mover = (one, two)[ply % 2]
            await mover.until("ack", id=await mover.send("move", ply=ply, move=move))
        await third.until("finished")
    return game


def verified_export(server: Server, game: str) -> p.Export:
    """The game's export, after verifying it."""
    status, export, _ = server.http("GET", f"/api/v1/games/{game}/export")
    assert status == 200
    record = msgspec.convert(export, p.Export)
    assert verify(record, rules_for).id == game
    return record
