"""Games from a position, over the wire: created, shown, played, and their export verified."""

from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import Invalid, verify

from ..each import each
from .running_server import Server, new_game, websocket
from .test_whole_games import bot_online, play, verify_export

ENDGAME = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
SETUP = {"position": ENDGAME, "moves": ["e2e4"]}
CHECKMATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
FULL_SETUP = {
    **SETUP,
    "clock_starts": "first_move",
    "first_move_ms": 30_000,
    "engine_lines": "own",
    "rated": False,
    "series": None,
    "answer_ms": None,
    "bots_fill": False,
}
AFTER_SETUP = "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"


async def test_a_game_from_a_position_is_played_and_verified(server: Server) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "chess", setup=SETUP)
    _, before, _ = server.http("GET", f"/api/v1/games/{game}")
    assert before["game"]["position"] == AFTER_SETUP
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as white, websocket(server, path, bob) as black:
        for player in (white, black):
            await player.send("hello")
            assert (await player.until("welcome"))["room"]["setup"] == FULL_SETUP
            await player.send("sit")
            await player.send("ready", salt="s")
        started = await black.until("started")
        assert (started["position"], started["turn"]) == (AFTER_SETUP, 1)
        assert "e8e7" in (await black.until("turn", ply=0))["legal"]
        await black.send("move", ply=0, move="e8e7")
        await white.until("moved")
        await white.send("takeback", action="ask")  # moves of the setup belong to no player
        assert (await white.until("error"))["code"] == "no_takeback"
        await white.send("resign")
        await black.until("finished")
    _, raw, _ = server.http("GET", f"/api/v1/games/{game}/export")
    export = msgspec.convert(raw, p.Export)
    assert verify(export, rules_for).id == game
    changed = msgspec.structs.replace(export, setup=p.Setup(position=ENDGAME, moves=("e2e3",)))
    with pytest.raises(Invalid):
        verify(changed, rules_for)


async def test_a_random_start(server: Server) -> None:
    """Chess960: the lobby shows no position before the start, and the rematch has another one."""
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, "chess", settings={"start": 960})
    _, before, _ = server.http("GET", f"/api/v1/games/{game}")
    usual = before["game"]["position"]
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as white, websocket(server, path, bob) as black:
        for player in (white, black):
            await player.send("hello")
            assert (await player.until("welcome"))["room"]["settings"] == {"start": 960}
            await player.send("sit")
            await player.send("ready", salt="s")
        started = await black.until("started")
        assert started["position"] != usual
        legal = (await white.until("turn", ply=0))["legal"]
        await white.send("move", ply=0, move=legal[0])
        await black.until("moved")
        await black.send("resign")
        await white.until("finished")
    _, raw, _ = server.http("GET", f"/api/v1/games/{game}/export")
    export = msgspec.convert(raw, p.Export)
    assert verify(export, rules_for).id == game
    _, text, _ = server.http("GET", f"/api/v1/games/{game}/export?format=pgn")
    assert '[Variant "Chess960"]' in text
    assert started["position"] in text


async def test_the_house_bot_plays_from_a_random_start(server_with_bots: Server) -> None:
    server = server_with_bots
    body = {
        "game_type": "chess",
        "settings": {"start": 960},
        "control": {"kind": "fischer", "base_ms": 60_000, "increment_ms": 1_000},
        "seats": [{"kind": "me"}, {"kind": "bot", "name": await bot_online(server), "level": 2}],
    }
    token = server.person()
    status, link, _ = server.http("POST", "/api/v1/games", body, token)
    assert status == 201, link
    async with websocket(server, link["ws"], token) as person:
        end = await play(person, ponders=False, moves=3)
    assert end["reason"] in ("resign", "rules")
    verify_export(server, link["id"])


@each(
    ("setup", "status", "code"),
    [
        ({"position": "nonsense"}, 422, "bad_setup"),
        ({"moves": ["e2e5"]}, 422, "bad_setup"),
        ({"position": CHECKMATE}, 422, "bad_setup"),
        ({"rated": True}, 422, "not_rated"),
        ({"position": "x" * 1025}, 400, "malformed"),
        ({"position": "♚"}, 400, "malformed"),
        ({"position": ""}, 400, "malformed"),
        ({"moves": ["e2e4"] * 401}, 400, "malformed"),
        ({"moves": "e2e4"}, 400, "malformed"),
        ({"clock_starts": "never"}, 400, "malformed"),
        ({"engine_lines": "all"}, 400, "malformed"),
        ({"first_move_ms": 20_000}, 422, "bad_setup"),  # there is no clock
        ({"first_move_ms": 9_999}, 400, "malformed"),
        ({"first_move_ms": 600_001}, 400, "malformed"),
        ({"first_move_ms": "30"}, 400, "malformed"),
        ([], 400, "malformed"),
        (None, 400, "malformed"),
    ],
)
def test_invalid_setups_create_no_game(server: Server, setup: Any, status: int, code: str) -> None:
    request = {
        "game_type": "chess",
        "control": {"kind": "unlimited"},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "setup": setup,
    }
    person = server.person()
    actual_status, problem, _ = server.http("POST", "/api/v1/games", request, person)
    assert (actual_status, problem["code"]) == (status, code)
    assert problem["detail"]
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(
    ("tree", "settings", "moves"),
    [
        ("max(min(3,12),min(2,4))", {}, ["0", "1"]),
        ("A([p]B(1,0),[p]B(0,1))", {}, ["1", "1"]),
        ("A(B(C(126,423),C(612,741)),111)", {"lesson": "three_seats"}, ["0", "1", "0"]),
    ],
    ids=["two seats", "hidden", "three seats"],
)
async def test_a_custom_tree_is_played_and_verified(
    server: Server, tree: str, settings: dict[str, str], moves: list[str]
) -> None:
    """It is played, watched, recorded and verified like the tree of a lesson."""
    people = [server.person() for _ in moves]
    open_seats = [{"kind": "open"}] * (len(moves) - 1)
    game = new_game(
        server,
        people[0],
        "tree",
        setup={"position": tree},
        settings=settings,
        seats=[{"kind": "me"}, *open_seats],
    )
    path = f"/ws/games/{game}"
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(websocket(server, path, token)) for token in people
        ]
        watcher = await stack.enter_async_context(websocket(server, path))
        await watcher.send("hello")
        assert (await watcher.until("welcome"))["room"]["setup"]["position"] == tree
        for player in players:
            await player.send("hello")
            await player.until("welcome")
            await player.send("sit")
            await player.until("seated")
            await player.send("ready", salt="s")
        assert (await watcher.until("started"))["position"] == tree
        for ply, move in enumerate(moves):
            turn = await players[ply].until("turn", ply=ply)
            assert move in turn["legal"]
            await players[ply].send("move", ply=ply, move=move)
        seen = [await watcher.until("moved") for _ in moves]
        assert (await watcher.until("finished"))["word"] == "leaf"
    hidden = "[" in tree
    assert seen[0]["position"] == f"{tree} {'?' if hidden else moves[0]}"
    assert seen[-1]["position"] == f"{tree} {''.join(moves)}"
    _, raw, _ = server.http("GET", f"/api/v1/games/{game}/export")
    export = msgspec.convert(raw, p.Export)
    assert verify(export, rules_for).id == game
    assert [event.move for event in export.events if isinstance(event, p.Moved)] == moves


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        ("max(3,", "ends"),
        ("max(3, 12)", "blanks"),
        ("A(B(C(1,2)))", "C is for"),
        ("5", "would be over"),
    ],
)
def test_an_unplayable_tree_is_refused_with_a_reason(
    server: Server, tree: str, reason: str
) -> None:
    request = {
        "game_type": "tree",
        "control": {"kind": "unlimited"},
        "seats": [{"kind": "me"}, {"kind": "open"}],
        "setup": {"position": tree},
    }
    status, problem, _ = server.http("POST", "/api/v1/games", request, server.person())
    assert (status, problem["code"]) == (422, "bad_setup")
    assert reason in problem["detail"]
