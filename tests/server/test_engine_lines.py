"""Before the end of a game, an engine's lines only reach its own seat, over every channel."""

import json
from typing import Any

from .running_server import Server, WebSocket, new_game, websocket

PV = "c3 b3"
THOUGHT = {"mode": "thinking", "depth": 7, "nodes": 321, "nps": 4, "value": 0.12345, "pv": PV}
REPORT = {
    "depth": 7,
    "nodes": 321,
    "value": 0.12345,
    "unit": "pawns",
    "pv": PV,
    "lines": [{"move": "c3", "value": 0.12345, "pv": PV}],
    "ponder": {"hit": True, "nodes": 54321, "depth_gain": 3},
}
SECRETS = (PV, "0.12345", "54321", "pawns")


def has_engine_lines(found: Any) -> bool:
    """Whether a message or a text contains the engine's lines."""
    text = found if isinstance(found, str) else json.dumps(found)
    return any(secret in text for secret in SECRETS)


def bot(server: Server, name: str) -> str:
    """The token of a new bot."""
    status, created, _ = server.http("POST", "/api/v1/bots", {"name": name})
    assert status == 201, created
    return str(created["token"])


async def begin(*players: WebSocket) -> None:
    """Seats the players and starts the game."""
    for player in players:
        await player.send("hello")
        await player.send("sit")
        await player.send("ready", salt="s")
    for player in players:
        await player.until("started")


async def think_and_move(thinker: WebSocket, *others: WebSocket) -> None:
    """The engine sends `info`, then a move with a report. Returns when all have the move."""
    await thinker.send("info", ply=0, **THOUGHT)
    await thinker.send("move", ply=0, move="b2", engine=REPORT)
    for socket in (thinker, *others):
        await socket.until("moved")


def read_over_http(server: Server, game: str, token: str | None) -> str:
    """All HTTP responses about a game, as one text."""
    paths = (f"/api/v1/games/{game}", f"/api/v1/games/{game}/export", "/api/v1/games")
    return json.dumps([server.http("GET", path, token=token)[1] for path in paths])


async def messages_after_joining(
    server: Server, game: str, token: str | None
) -> list[dict[str, Any]]:
    """The messages for a client that has no events yet."""
    async with websocket(server, f"/ws/games/{game}", token) as newcomer:
        await newcomer.send("hello", since=0)
        await newcomer.until("presence")
        return newcomer.received


async def test_engine_lines_reach_only_the_engines_seat_before_the_end(server: Server) -> None:
    engine, ann = bot(server, "quiet"), server.person()
    game = new_game(server, engine)
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, engine) as thinker,
        websocket(server, path, engine) as second_socket,
        websocket(server, path, ann) as opponent,
        websocket(server, path) as watcher,
    ):
        for other in (watcher, second_socket):
            await other.send("hello")
            await other.until("welcome")
        await begin(thinker, opponent)
        await think_and_move(thinker, second_socket, opponent, watcher)

        for other in (opponent, watcher):
            assert not has_engine_lines(other.received)
            messages = [m for m in other.received if m["type"] == "info"]
            assert messages == [
                {"type": "info", "game": game, "ply": 0, "mode": "thinking", "depth": 7, "seat": 0}
            ]
            assert "engine" not in next(m for m in other.received if m["type"] == "moved")
        for engine_socket in (thinker, second_socket):
            moved = next(m for m in engine_socket.received if m["type"] == "moved")
            assert moved["engine"] == REPORT
        assert any(m["type"] == "info" and m["pv"] == PV for m in second_socket.received)

        assert not has_engine_lines(await messages_after_joining(server, game, ann))
        assert not has_engine_lines(await messages_after_joining(server, game, None))
        assert has_engine_lines(await messages_after_joining(server, game, engine))
        assert not has_engine_lines(read_over_http(server, game, ann))
        assert not has_engine_lines(read_over_http(server, game, None))
        record = server.http("GET", f"/api/v1/games/{game}", token=engine)[1]
        assert has_engine_lines(record)

        await opponent.send("resign")
        await watcher.until("finished")
    for token in (ann, None):
        assert has_engine_lines(await messages_after_joining(server, game, token))
        for suffix in ("", "/export"):
            events = server.http("GET", f"/api/v1/games/{game}{suffix}", token=token)[1]["events"]
            assert next(e for e in events if e["type"] == "moved")["engine"] == REPORT


async def test_spectators_get_engine_lines_if_the_setup_allows_it(server: Server) -> None:
    first, second = bot(server, "open-a"), bot(server, "open-b")
    game = new_game(server, first, setup={"engine_lines": "spectators"})
    path = f"/ws/games/{game}"
    async with (
        websocket(server, path, first) as thinker,
        websocket(server, path, second) as opponent,
        websocket(server, path) as watcher,
    ):
        await watcher.send("hello")
        assert (await watcher.until("welcome"))["room"]["setup"]["engine_lines"] == "spectators"
        await begin(thinker, opponent)
        await think_and_move(thinker, opponent, watcher)
        assert not has_engine_lines(opponent.received)
        assert [m["pv"] for m in watcher.received if m["type"] == "info"] == [PV]
        assert has_engine_lines(await messages_after_joining(server, game, None))
        assert not has_engine_lines(await messages_after_joining(server, game, second))
        assert has_engine_lines(read_over_http(server, game, None))
        assert not has_engine_lines(server.http("GET", f"/api/v1/games/{game}", token=second)[1])


async def test_people_cannot_play_if_spectators_get_engine_lines(server: Server) -> None:
    engine, ann = bot(server, "open-c"), server.person()
    game = new_game(server, engine, setup={"engine_lines": "spectators"})
    async with websocket(server, f"/ws/games/{game}", ann) as person:
        await person.send("hello")
        await person.send("sit")
        assert (await person.until("error"))["code"] == "bots_only"


def test_people_cannot_create_games_with_lines_for_spectators(server: Server) -> None:
    request = {
        "game_type": "tictactoe",
        "control": {"kind": "unlimited"},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "setup": {"engine_lines": "spectators"},
    }
    status, problem, _ = server.http("POST", "/api/v1/games", request, server.person())
    assert (status, problem["code"]) == (422, "bad_setup")
