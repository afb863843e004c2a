"""A bot that plays any legal move: the least that a bot has to do.

    zeitnot bot register Dicey          # prints a token
    ZEITNOT_TOKEN=zn_… python random_bot.py http://127.0.0.1:8080

It is then in the lobby, and anybody can start a game against it.
"""

import asyncio
import os
import random
import sys

from zeitnot_client import Client, Turn, run_bot, show_log


def choose(turn: Turn) -> str:
    """Called whenever it is our turn; answers one of the legal moves."""
    return random.choice(turn.legal)


async def play_everything(server: str, token: str, games: int | None) -> None:
    """Plays every game type of the server; stops after `games` games, None: never."""
    async with Client(server, token) as client:
        catalogue = await client.http.catalogue()
    plays = [game.id for game in catalogue.games]
    await run_bot(server, token, choose, plays, games=games)


if __name__ == "__main__":
    show_log()  # each game's end, and what goes wrong
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else None
    asyncio.run(play_everything(server, os.environ["ZEITNOT_TOKEN"], games))
