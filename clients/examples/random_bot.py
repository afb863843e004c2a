"""A bot that plays random legal moves: the simplest possible bot.

    zeitnot bot register Dicey          # prints a token
    ZEITNOT_TOKEN=zn_… python random_bot.py http://127.0.0.1:8080

Then it is in the lobby, and anybody can start a game against it.
"""

import asyncio
import os
import random
import sys

from zeitnot_client import Client, Turn, run_bot, show_log


def choose(turn: Turn) -> str:
    """Called at each of our turns; returns one of the legal moves."""
    return random.choice(turn.legal)


async def play_everything(server: str, token: str, games: int | None) -> None:
    """Plays every kind of game that the server has, and stops after `games` games (None: never)."""
    async with Client(server, token) as client:
        catalogue = await client.http.catalogue()
    plays = [game.id for game in catalogue.games]
    await run_bot(server, token, choose, plays, games=games)


if __name__ == "__main__":
    show_log()  # each game's end, and all problems
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else None
    asyncio.run(play_everything(server, os.environ["ZEITNOT_TOKEN"], games))
