"""EinStein würfelt nicht! over a real socket with each `setup`, on its tournament control."""

import pytest

from .running_server import Server, websocket
from .test_whole_games import bot_online, play, verify_export

TOURNAMENT = {"kind": "per_move", "time_ms": 30_000}


def first_control(server: Server) -> dict[str, object]:
    """The first control that the catalogue offers."""
    _, catalogue, _ = server.http("GET", "/api/v1/catalogue")
    (game,) = [game for game in catalogue["games"] if game["id"] == "ewn"]
    control: dict[str, object] = game["controls"][0]
    return control


@pytest.mark.parametrize("setup", ["default", "random", "free"])
async def test_every_setup_is_played_on_the_tournament_control(
    server_with_bots: Server, setup: str
) -> None:
    server = server_with_bots
    bot, token = await bot_online(server), server.person()
    control = first_control(server)
    assert {name: value for name, value in control.items() if value is not None} == TOURNAMENT
    body = {
        "game_type": "ewn",
        "settings": {"setup": setup},
        "control": control,
        "seats": [{"kind": "me"}, {"kind": "bot", "name": bot, "level": 2}],
    }
    status, link, _ = server.http("POST", "/api/v1/games", body, token)
    assert status == 201, link
    async with websocket(server, link["ws"], token) as person:
        end = await play(person, ponders=False)
    assert end["reason"] == "rules"
    _, record, _ = server.http("GET", f"/api/v1/games/{link['id']}")
    throws = [event for event in record["events"] if event["type"] == "threw"]
    moves = [event["move"] for event in record["events"] if event["type"] == "moved"]
    arranged = [sorted(move) for move in moves if "-" not in move]
    all_pieces = [list("123456")] * 2
    assert arranged == (all_pieces if setup == "free" else [])
    shuffles = [sorted(throw["values"]) for throw in throws if len(throw["values"]) == 6]
    assert shuffles == ([list(range(6))] * 2 if setup == "random" else [])
    assert len(throws) - len(shuffles) == len(moves) - len(arranged)
    verify_export(server, link["id"])
