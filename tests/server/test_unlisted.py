"""A link game: who can find it before it has begun, and if it never does."""

from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.play.native import rules_for
from zeitnot_server.verify import verify

from .running_server import Server, new_game, websocket


def is_listed(server: Server, token: str | None, game: str, query: str = "") -> bool:
    """Whether the list of games has it for this caller."""
    _, page, _ = server.http("GET", f"/api/v1/games?limit=100{query}", token=token)
    return game in [one["id"] for one in page["games"]]


async def aborted(server: Server, token: str, **fields: Any) -> str:
    """A game that its maker gives up before anybody else has come."""
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
    game = await aborted(server, ann, listed=False)
    for query in ("", "&state=finished", "&reason=aborted"):
        assert is_listed(server, ann, game, query)
        for other in (eve, None, "zn_of_a_session_that_has_ended"):
            assert not is_listed(server, other, game, query)


async def test_a_listed_game_that_never_began_is_in_the_list(server: Server) -> None:
    game = await aborted(server, server.person())
    assert is_listed(server, None, game)


async def test_a_link_game_is_in_the_list_once_it_has_begun(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, listed=False)
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as one, websocket(server, path, bob) as two:
        for seat in (one, two):
            await seat.send("hello")
            await seat.until("ack", id=await seat.send("sit"))
        assert not is_listed(server, None, game)
        for seat in (one, two):
            await seat.send("ready", salt="5a")
        await one.until("started")
        assert is_listed(server, None, game)
        await one.until("ack", id=await one.send("move", ply=0, move="a1"))
        await one.until("ack", id=await one.send("resign"))
    assert is_listed(server, None, game)


@pytest.mark.parametrize("listed", [False, True])
async def test_only_players_are_told_of_the_rematch_of_a_link_game(
    server: Server, listed: bool
) -> None:
    ann, bob, eve = server.person(), server.person(), server.person()
    game = new_game(server, ann, listed=listed)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, ann) as one,
        websocket(server, path, bob) as two,
        websocket(server, path, eve) as watcher,
    ):
        await watcher.send("hello")
        for seat in (one, two):
            await seat.send("hello")
            await seat.until("ack", id=await seat.send("sit"))
        for seat in (one, two):
            await seat.send("ready", salt="5a")
        await one.until("started")
        await one.until("ack", id=await one.send("move", ply=0, move="a1"))
        await one.until("ack", id=await one.send("resign"))
        await one.until("ack", id=await one.send("rematch"))
        await two.send("rematch")
        frame = [await socket.until("rematch", seat=1) for socket in (one, two, watcher)]
    created = frame[0]["next"]
    visible = created if listed else ""
    assert created
    assert [event["next"] for event in frame] == [created, created, visible]
    async with websocket(server, path, eve) as watcher:
        await watcher.send("hello")
        assert (await watcher.until("rematch", seat=1))["next"] == visible
    for token, seen in ((ann, created), (bob, created), (eve, visible), (None, visible)):
        _, record, _ = server.http("GET", f"/api/v1/games/{game}", token=token)
        assert [e.get("next") for e in record["events"] if e["type"] == "rematch"] == [None, seen]
    _, export, _ = server.http("GET", f"/api/v1/games/{game}/export")
    assert (created in str(export)) == listed
    assert verify(msgspec.convert(export, p.Export), rules_for).id == game
