"""A game can be created, shown and played over the wire with every kind of control."""

import json
from typing import Any

import pytest

from zeitnot_client.controls import parse_seconds
from zeitnot_protocol import encode

from .running_server import Server, new_game, websocket

FORMS = (
    *("600", "180+2", "180+2,cap300", "180d2", "180b2", "30/move", "600+5x30", "600+25/300"),
    *(
        "180/hourglass",
        "40/5400+30:1800+30",
        "3days",
        "unlimited",
        "unlimited,max20",
        "unlimited,max40",
    ),
)

WITHOUT_FREE_TURNS = ("3days", "unlimited", "unlimited,max40")


def body(text: str) -> Any:
    return json.loads(encode(parse_seconds(text)))


@pytest.mark.parametrize("text", FORMS)
async def test_a_game_can_be_played_with_every_control(server: Server, text: str) -> None:
    ann, bob = server.person(), server.person()
    game = new_game(server, ann, control=body(text))
    path = f"/ws/games/{game}"
    async with websocket(server, path, ann) as first, websocket(server, path, bob) as second:
        for player in (first, second):
            await player.send("hello")
            assert (await player.until("welcome"))["room"]["control"] == body(text)
            await player.send("sit")
            await player.send("ready", salt="s")
        started = await second.until("started")
        has_free_turns = text not in WITHOUT_FREE_TURNS
        assert ("running" in started["clock"]) is not has_free_turns
        for ply, move in enumerate(("a1", "b1", "c1")):
            await (first, second)[ply % 2].send("move", ply=ply, move=move)
            moved = await second.until("moved", ply=ply)
            receipt, is_charged = moved["receipt"], not has_free_turns or ply > 1
            assert receipt.get("free", False) is not is_charged
            counted_ms = receipt["elapsed_ms"] - receipt["compensated_ms"]
            assert receipt["charged_ms"] == (counted_ms if is_charged else 0)
            assert moved["clock"]["remaining_ms"][ply % 2] == receipt["remaining_ms"]
            assert ("free_ms" in moved["clock"]) is (has_free_turns and ply == 0)
        assert moved["clock"]["running"] == 1
        await second.send("resign")
        await first.until("finished")
    _, record, _ = server.http("GET", f"/api/v1/games/{game}")
    assert record["game"]["control"] == body(text)


@pytest.mark.parametrize(
    "control",
    [
        {"kind": "byoyomi", "base_ms": 0, "periods": 0, "period_ms": 1},
        {"kind": "byoyomi", "base_ms": 0, "periods": 1},
        {"kind": "stages", "stages": [{"base_ms": 1000}, {"base_ms": 1000}]},
        {"kind": "correspondence", "days": 3, "base_ms": 5},
        {"kind": "sandglass", "base_ms": 5},
    ],
)
def test_an_invalid_control_is_refused(server: Server, control: Any) -> None:
    request = {
        "game_type": "tictactoe",
        "control": control,
        "seats": [{"kind": "me"}, {"kind": "open"}],
    }
    status, problem, _ = server.http("POST", "/api/v1/games", request, server.person())
    assert (status, problem["code"]) in ((400, "malformed"), (422, "bad_control"))
