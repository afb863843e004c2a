"""`python -m tests.proof.interrupts.bots GAME:NAME…`: a server with accounts of bots, and a guest
that plays each bot, so that a bot that is interrupted has a game.

Prints the server's address, and then each bot's name and token. Ends when its input ends. When a
process of a bot is interrupted, the next process continues its game.

This is a separate program because the forked commands must not import its modules, whose teardown
takes long.
"""

import asyncio
import random
import sys
import tempfile
from contextlib import aclosing
from pathlib import Path

import zeitnot_protocol as p
from zeitnot_client import Client, Refused

from ...server.running_server import Server

CONTROL = p.Control(kind="fischer", base_ms=600_000, increment_ms=1_000)
MAX_PAUSE_S = 0.3  # of a guest before a move


async def play(url: str, game: str, name: str) -> None:
    """Registers a bot as a guest, prints its name and token, and plays games with it."""
    async with Client(url) as client:
        await client.http.session()
        registered = await client.http.register_bot(name)
        print(name, registered.token, flush=True)
        seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=name)]
        request = p.NewGame(game_type=game, control=CONTROL, seats=seats)
        while True:
            await _wait_until_online(client, name)
            try:
                game_link = await client.http.create_game(request)
            except Refused as refused:
                if refused.code != "bot_offline":
                    raise
                continue  # the bot's process has just ended
            async for turn in client.play(game_link.id):
                await asyncio.sleep(random.uniform(0, MAX_PAUSE_S))
                await turn.move(random.choice(turn.legal))


async def _wait_until_online(client: Client, name: str) -> None:
    """Waits until a process of this bot is in the lobby."""
    async with aclosing(client.lobby()) as messages:
        async for message in messages:
            if isinstance(message, p.Lobby) and name in {bot.name for bot in message.bots}:
                return


async def main(url: str, bots: list[str]) -> None:
    """Plays until standard input ends."""
    playing = []
    for bot in bots:
        game, _, name = bot.partition(":")
        playing.append(asyncio.create_task(play(url, game, name)))
    reading = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    done, _ = await asyncio.wait({reading, *playing}, return_when=asyncio.FIRST_COMPLETED)
    for task in (*playing, reading):
        task.cancel()
    for task in done:
        task.result()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--no-bots")
        print(f"http://{server.host}", flush=True)
        asyncio.run(main(f"http://{server.host}", sys.argv[1:]))
        server.stop()
