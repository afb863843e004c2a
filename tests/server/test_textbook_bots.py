"""`zeitnot serve` with the textbook opponents: they are listed with their lessons, and play."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zeitnot_client import Client

from .lobby_bots import game_against
from .running_server import Server, new_game

LESSONS = {
    "Ponderer": None,
    "alphabeta-4": "alphabeta",
    "ewn-table-5": "chance",
    "minimax-2": "minimax",
    "uct-1000": "uct",
}


@pytest.fixture
def bots_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, "--bot-games", "4")
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text(), server.log.read_text()


def bots_of(server: Server) -> list[dict[str, Any]]:
    """The bots online, once all of them are."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        bots: list[dict[str, Any]] = server.http("GET", "/api/v1/catalogue")[1]["bots"]
        if len(bots) >= len(LESSONS):
            return bots
        time.sleep(0.1)
    raise AssertionError(server.log.read_text())


@pytest.mark.whole
async def test_they_are_listed_with_their_lessons_and_play(bots_server: Server) -> None:
    bots = await asyncio.to_thread(bots_of, bots_server)
    assert {bot["name"]: bot.get("lesson") for bot in bots} == LESSONS
    assert all(bot["house"] for bot in bots)
    token = bots_server.person()
    async with Client(f"http://{bots_server.host}", token) as client:
        for bot, game_type in (("minimax-2", "tictactoe"), ("ewn-table-5", "ewn")):
            game = new_game(bots_server, token, **game_against(bot, game_type=game_type))
            async with asyncio.timeout(120):
                async for turn in client.play(game):
                    await turn.move(turn.legal[0])
            _, stored, _ = bots_server.http("GET", f"/api/v1/games/{game}", None, token)
            assert stored["game"]["state"] == "finished", stored
    for name in ("minimax-2", "Ponderer"):
        arguments = ("admin", "new-token", name, "--db", str(bots_server.db))
        command = [sys.executable, "-m", "zeitnot_server.cli", *arguments]
        refused = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)
        assert refused.returncode == 2
        assert f"{name} is the server's own" in refused.stderr
