"""A bot that runs on an older SDK: `python -S old_bot.py WHEEL SITE-PACKAGES URL TOKEN GAME...`.

Reads each game to its last event, prints how many could be read, then plays as a bot until it is
killed. `-S` and the explicit paths make sure that the present SDK is not imported.
"""

import asyncio
import json
import sys

sys.path[:0] = sys.argv[1:3]

import zeitnot_client  # noqa: E402
from zeitnot_client.bot import run_bot  # noqa: E402
from zeitnot_client.client import Client  # noqa: E402
from zeitnot_client.session import Synced  # noqa: E402

GAME_TYPES = ["niujiaoqi", "backgammon", "chess"]


async def count_readable(url: str, token: str, games: list[str]) -> int:
    """Counts the games that this version can read up to their last event."""
    count = 0
    async with Client(url, token) as client:
        for game in games:
            room = client.room(game)
            async for session_event in room:
                if isinstance(session_event, Synced):
                    count += 1
                    await room.close()
    return count


async def main() -> None:
    url, token, *games = sys.argv[3:]
    readable = await count_readable(url, token, games)
    print(json.dumps({"file": zeitnot_client.__file__, "readable": readable}), flush=True)
    await run_bot(url, token, lambda turn: turn.legal[0], GAME_TYPES)


asyncio.run(main())
