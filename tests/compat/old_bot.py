"""Run by an older SDK: `python -S old_bot.py WHEEL SITE-PACKAGES URL TOKEN GAME...`.

Watches every game named, says so, then plays as a bot for as long as it is let live. `-S` and the
paths keep today's SDK out.
"""

import asyncio
import json
import sys

sys.path[:0] = sys.argv[1:3]

import zeitnot_client  # noqa: E402
from zeitnot_client.bot import run_bot  # noqa: E402
from zeitnot_client.client import Client  # noqa: E402
from zeitnot_client.session import Synced  # noqa: E402

PLAYS = ["niujiaoqi", "backgammon", "chess"]


async def watch(url: str, token: str, games: list[str]) -> int:
    """How many games this version can read to the end of what there is."""
    watched = 0
    async with Client(url, token) as client:
        for game in games:
            room = client.room(game)
            async for happening in room:
                if isinstance(happening, Synced):
                    watched += 1
                    await room.close()
    return watched


async def main() -> None:
    url, token, *games = sys.argv[3:]
    watched = await watch(url, token, games)
    print(json.dumps({"file": zeitnot_client.__file__, "watched": watched}), flush=True)
    await run_bot(url, token, lambda turn: turn.legal[0], PLAYS)


asyncio.run(main())
