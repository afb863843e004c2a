"""A full game of each kind over a real socket against the house bot, with its record verified.

The client uses only `websockets`: it knows no rules and plays random moves of those that it
receives.
"""

import asyncio
import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import zeitnot_protocol as p
from zeitnot_engines.games import NAMES, load
from zeitnot_server.books import is_informative
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.verify import Invalid, verify

from .running_server import Server, WebSocket, websocket

CONTROL = {"kind": "fischer", "base_ms": 60_000, "increment_ms": 1_000}
MAX_MOVES = 40
"""Moves after which the person resigns a game with hidden information: each reply takes 0.2 s."""
WITH_DICE = [name for name in NAMES if load(name).start().due is not None]
# The bot ponders in every game, except in those that it solves at once, and in those with hidden
# information.
SOLVED_AT_ONCE = ("tictactoe", "niujiaoqi")
PONDERED = [name for name in NAMES if name not in SOLVED_AT_ONCE and not load(name).hides]


async def bot_online(server: Server) -> str:
    """The house bot's name, once it is in the lobby."""
    async with websocket(server, "/ws/lobby") as lobby:
        await lobby.send("watch")
        while True:
            message = await lobby.until("lobby")
            if message["bots"]:
                return str(message["bots"][0]["name"])


async def play(person: WebSocket, ponders: bool, moves: int | None = None) -> dict[str, Any]:
    """Plays random moves to the end, or `moves` of them and resigns. Returns the finished event.
    `ponders`: delays one move until the bot has sent that it ponders."""
    rng = random.Random(3)
    await person.send("hello")
    await person.until("welcome")
    await person.until("ack", id=await person.send("sit"))
    await person.send("ready", salt="mine")
    while True:
        message = await person.next()
        match message["type"]:
            case "turn" if moves == 0:
                await person.send("resign")
            case "turn":
                if ponders and message["ply"] > 0:
                    await person.until("info", mode="pondering")
                    ponders = False
                move = rng.choice(message["legal"])
                await person.send("move", ply=message["ply"], move=move)
                moves = None if moves is None else moves - 1
            case "error":
                raise AssertionError(message)
            case "finished":
                return message


@pytest.mark.parametrize("game", NAMES)
async def test_a_full_game_against_the_house_bot(server_with_bots: Server, game: str) -> None:
    server = server_with_bots
    bot = await bot_online(server)
    token = server.person()
    body = {
        "game_type": game,
        "control": CONTROL,
        "seats": [{"kind": "me"}, {"kind": "bot", "name": bot, "level": 2}],
    }
    status, link, _ = server.http("POST", "/api/v1/games", body, token)
    assert status == 201, link
    async with websocket(server, link["ws"], token) as person:
        max_moves = MAX_MOVES if load(game).hides else None
        end = await play(person, game in PONDERED, max_moves)
    assert end["reason"] in ("rules", "repetition") or (max_moves and end["reason"] == "resign")
    _, record, _ = server.http("GET", f"/api/v1/games/{link['id']}")
    moves = [event for event in record["events"] if event["type"] == "moved"]
    assert record["game"]["state"] == "finished"
    assert record["game"]["moves"] == len(moves)
    assert all(move["receipt"]["charged_ms"] >= 0 for move in moves)
    assert any(event["type"] == "threw" for event in record["events"]) == (game in WITH_DICE)
    by_bot = [move for move in moves if move["seat"] == 1]
    assert all("engine" in move for move in by_bot)
    if game in PONDERED:
        verify_ponder_reports(by_bot)
    verify_export(server, link["id"])
    if is_informative(end["reason"], len(moves)) and not load(game).hides:
        await wait_until_in_book(server, game)


def verify_ponder_reports(moves: list[dict[str, Any]]) -> None:
    """The moves of the bot contain reports of its pondering."""
    reports = [move["engine"]["ponder"] for move in moves if move["engine"].get("ponder")]
    assert reports, "no move of the bot has a ponder report"
    assert any(report["nodes"] > 0 for report in reports)
    assert all(set(report) == {"hit", "nodes", "depth_gain"} for report in reports)


async def test_a_backgammon_match_with_the_cube(server_with_bots: Server) -> None:
    """Several games in one room, each throw after the cube's decision; the export verifies."""
    server = server_with_bots
    token = server.person()
    body = {
        "game_type": "backgammon",
        "settings": {"match": "3", "cube": "on"},
        "control": CONTROL,
        "seats": [{"kind": "me"}, {"kind": "bot", "name": await bot_online(server), "level": 2}],
    }
    status, link, _ = server.http("POST", "/api/v1/games", body, token)
    assert status == 201, link
    async with websocket(server, link["ws"], token) as person:
        end = await play(person, ponders=False)
    assert end["reason"] == "rules"
    _, record, _ = server.http("GET", f"/api/v1/games/{link['id']}")
    events = [event for event in record["events"] if event["type"] in ("moved", "threw")]
    actions = [event.get("move", "") for event in events]
    assert {"roll", "double"} & set(actions)
    after_cube = {after for before, after in pairwise(actions) if before in ("roll", "take")}
    assert after_cube == {""}, "a throw follows the decision about the cube"
    verify_export(server, link["id"])


def verify_export(server: Server, game: str) -> None:
    """The export verifies, but not with another seed. `tests/commands/test_verify.py` tests the
    command."""
    _, answer, _ = server.http("GET", f"/api/v1/games/{game}/export")
    assert verify(msgspec.convert(answer, p.Export), rules_for).id == game
    with pytest.raises(Invalid, match="seed"):
        verify(msgspec.convert({**answer, "seed": "00" * 32}, p.Export), rules_for)


async def wait_until_in_book(server: Server, game: str) -> None:
    """Polls until the server's book has the game's first move, which is added after the end."""
    for _ in range(1200):
        _, page, _ = server.http("GET", f"/api/v1/books/server/{game}")
        if page["moves"] or game in WITH_DICE:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the game is not in the book")
