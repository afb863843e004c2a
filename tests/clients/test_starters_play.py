"""A starter bot in each language is compiled and run by the commands that it names, and plays a
whole game on a server."""

import asyncio
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.starters import DEFAULT_SERVER_TEXT, LANGUAGES, Starter, starter

from ..server.running_server import Server
from .guest import WAIT_S, game_against, running

BOT = f"{sys.executable} -c 'from zeitnot_client.commands.programs import bot; bot()'"
# Games with a board to set up, dice, hidden cards and many seats' views.
GAMES = {"python": "battleship", "cpp": "othello", "java": "ewn", "js": "leduc"}


def test_every_language_plays() -> None:
    assert GAMES.keys() == LANGUAGES.keys()


def write(made: Starter, folder: Path) -> None:
    """Writes and compiles a starter, or skips the test."""
    compiler = shlex.split(made.build or made.run)[0]
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    (folder / made.file).write_text(made.text)
    if made.build:
        subprocess.run(made.build, shell=True, check=True, cwd=folder, timeout=WAIT_S)


@pytest.mark.parametrize(("language", "game"), GAMES.items())
async def test_a_starter_plays_a_whole_game(
    language: str, game: str, shared_server: Server, tmp_path: Path
) -> None:
    made, url = starter(game, language, BOT, windows=False), f"http://{shared_server.host}"
    write(made, tmp_path)
    async with Client(url) as client:
        token = (await client.http.register_bot(f"starter-{language}")).token
    command = made.run.replace(DEFAULT_SERVER_TEXT, url)
    with running(command, tmp_path, token) as log:
        async with asyncio.timeout(WAIT_S):
            record = await game_against(url, f"starter-{language}", game)
    assert (record.game.state, record.game.reason) == ("finished", "rules")
    assert [e for e in record.events if isinstance(e, p.Moved) and e.seat == 1]
    text = log.read_text()
    assert " ERROR " not in text
    assert " WARNING " not in text
