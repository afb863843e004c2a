"""`python -m tests.proof.interrupts.bots GAME:NAME…`: a server with bots' accounts, and guests who
play there, so that a bot which is interrupted has a game.

Prints the server's address, and then each bot's name and token. Ends with its input. A process of a
bot that was interrupted leaves its game, and the next one goes on with it: each one connects, takes
the game up, and is to move or waits for the guest, who takes its time to answer.

The forked commands must not have its modules, which take Python long to tear down.
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
LONGEST_PAUSE_S = 0.3  # of a guest before a move


async def play(url: str, game: str, name: str) -> None:
    """A guest: registers the bot, prints name and token, and plays games with it."""
    async with Client(url) as client:
        await client.http.session()
        registered = await client.http.register_bot(name)
        print(name, registered.token, flush=True)
        seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=name)]
        new = p.NewGame(game_type=game, control=CONTROL, seats=seats)
        while True:
            await _online(client, name)
            try:
                made = await client.http.create_game(new)
            except Refused as refused:
                if refused.code != "bot_offline":
                    raise
                continue  # it has just ended
            async for turn in client.play(made.id):
                await asyncio.sleep(random.uniform(0, LONGEST_PAUSE_S))
                await turn.move(random.choice(turn.legal))


async def _online(client: Client, name: str) -> None:
    """Returns when a process of this bot is in the lobby."""
    async with aclosing(client.lobby()) as messages:
        async for message in messages:
            if isinstance(message, p.Lobby) and name in {bot.name for bot in message.bots}:
                return


async def main(url: str, bots: list[str]) -> None:
    """Ends with standard input."""
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
