"""A bot for GAME that plays a legal move at random. Write your own idea into `choose`.

    COMMANDS

The server's page /rules describes the game's positions and moves.
"""

import asyncio
import os
import random
import sys

from zeitnot_client import Turn, ZeitnotError, run_bot, show_log


def choose(turn: Turn) -> str:
    """Called when it is this bot's turn in the position `turn.position`: returns one of
    `turn.legal`. `turn.remaining_ms` is the time left."""
    return random.choice(turn.legal)


if __name__ == "__main__":
    show_log()  # each game's end, and what goes wrong
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080"
    token = os.environ.get("ZEITNOT_TOKEN")
    if not token:
        raise SystemExit("set ZEITNOT_TOKEN to the bot's token; `register` above prints one")
    try:
        asyncio.run(run_bot(server, token, choose, ["GAME"]))
    except ZeitnotError as error:
        raise SystemExit(str(error)) from None
    except KeyboardInterrupt:
        print("stopped; the next start resumes the games")
