"""A bot's process, and a guest who challenges it on a real server."""

import contextlib
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import zeitnot_protocol as p
from zeitnot_client import Client

from ..with_parent import WITH_PARENT

PER_MOVE = p.Control(kind="per_move", time_ms=30_000)
WAIT_S = 120


@contextlib.contextmanager
def running(command: str, folder: Path, token: str) -> Iterator[Path]:
    """Runs a bot with this token in a folder; yields its log."""
    log = folder / "bot.log"
    environment = {
        **os.environ,
        "ZEITNOT_TOKEN": token,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    with log.open("w") as stderr:
        process = subprocess.Popen(
            [*WITH_PARENT, "bash", "-c", f"exec {command}"],
            cwd=folder,
            env=environment,
            stderr=stderr,
        )
    try:
        yield log
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(WAIT_S)


async def game_against(url: str, bot: str, game: str) -> p.GameRecord:
    """Waits for the bot, plays random moves against it, and returns the record of the game."""
    rng, seats = random.Random(3), [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=bot)]
    async with Client(url) as client:
        await client.http.session("Ann")
        await _until_online(client, bot)
        new_game = p.NewGame(game_type=game, control=PER_MOVE, seats=seats)
        link = await client.http.create_game(new_game)
        async for turn in client.play(link.id):
            await turn.move(rng.choice(turn.legal))
        return await client.http.game(link.id)


async def _until_online(client: Client, bot: str) -> None:
    async for message in client.lobby():
        if isinstance(message, p.Lobby) and bot in [known.name for known in message.bots]:
            return
