"""A link game: where it is visible before it has begun, and after it ended without beginning."""

from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import verify

from .running_server import Server, new_game, websocket


def is_listed(server: Server, token: str | None, game: str, query: str = "") -> bool:
    """Whether the list of games contains this game for this caller."""
    _, page, _ = server.http("GET", f"/api/v1/games?limit=100{query}", token=token)
    return game in [row["id"] for row in page["games"]]


async def aborted_game(server: Server, token: str, **fields: Any) -> str:
    """A game that its creator aborts before another player has joined."""
    game = new_game(server, token, **fields)
    async with websocket(server, f"/ws/games/{game}", token) as room:
        await room.send("hello")
        await room.until("ack", id=await room.send("sit"))
        await room.send("chat", text="for you alone")
        await room.until("said")
        await room.until("ack", id=await room.send("abort"))
    return game


async def test_a_game_that_never_began_is_shown_to_its_players_only(server: Server) -> None:
    ann, eve = server.person(), server.person()
    game = await aborted_game(server, ann, listed=False)
    for query in ("", "&state=finished", "&reason=aborted"):
        assert is_listed(server, ann, game, query)
        for other in (eve, None):
            assert not is_listed(server, other, game, query)
    assert server.http("GET", "/api/v1/games", token="zn_of_an_ended_session")[0] == 401


async def test_a_listed_game_that_never_began_stays_listed(server: Server) -> None:
    game = await aborted_game(server, server.person())
    assert is_listed(server, None, game)


async def test_a_link_game_is_listed_after_it_has_begun(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, listed=False)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
    ):
        for player in (ann_socket, bob_socket):
            await player.send("hello")
            await player.until("ack", id=await player.send("sit"))
        assert not is_listed(server, None, game)
        for player in (ann_socket, bob_socket):
            await player.send("ready", salt="5a")
        await ann_socket.until("started")
        assert is_listed(server, None, game)
        await ann_socket.until("ack", id=await ann_socket.send("move", ply=0, move="a1"))
        await ann_socket.until("ack", id=await ann_socket.send("resign"))
    assert is_listed(server, None, game)


@pytest.mark.parametrize("listed", [False, True])
async def test_only_players_see_the_rematch_of_a_link_game(server: Server, listed: bool) -> None:
    ann, bob, eve = server.person(), server.person(), server.person()
    game = new_game(server, ann, listed=listed)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as ann_socket,
        websocket(server, path, bob) as bob_socket,
        websocket(server, path, eve) as watcher,
    ):
        await watcher.send("hello")
        for player in (ann_socket, bob_socket):
            await player.send("hello")
            await player.until("ack", id=await player.send("sit"))
        for player in (ann_socket, bob_socket):
            await player.send("ready", salt="5a")
        await ann_socket.until("started")
        await ann_socket.until("ack", id=await ann_socket.send("move", ply=0, move="a1"))
        await ann_socket.until("ack", id=await ann_socket.send("resign"))
        await ann_socket.until("ack", id=await ann_socket.send("rematch"))
        await bob_socket.send("rematch")
        rematches = [
            await socket.until("rematch", seat=1) for socket in (ann_socket, bob_socket, watcher)
        ]
    next_game = rematches[0]["next"]
    id_for_others = next_game if listed else ""
    assert next_game
    assert [event["next"] for event in rematches] == [next_game, next_game, id_for_others]
    async with websocket(server, path, eve) as watcher:
        await watcher.send("hello")
        assert (await watcher.until("rematch", seat=1))["next"] == id_for_others
    for token, expected in (
        (ann, next_game),
        (bob, next_game),
        (eve, id_for_others),
        (None, id_for_others),
    ):
        _, record, _ = server.http("GET", f"/api/v1/games/{game}", token=token)
        assert [e.get("next") for e in record["events"] if e["type"] == "rematch"] == [
            None,
            expected,
        ]
    _, export, _ = server.http("GET", f"/api/v1/games/{game}/export")
    assert (next_game in str(export)) == listed
    assert verify(msgspec.convert(export, p.Export), rules_for).id == game
