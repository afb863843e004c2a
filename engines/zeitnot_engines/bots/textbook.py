"""The textbook opponents beside the house bot, in its process and on its cores.

Each has its own account.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from zeitnot_client.client import Client
from zeitnot_client.exceptions import ZeitnotError

from ..interfaces import EngineLike, GameLike
from ..opponents import MAX_MS, OPPONENTS, Opponent, opponent_token
from .house import EngineBackend, House, Options
from .limited import LimitedEngine
from .memory import raise_shortage

logger = logging.getLogger("zeitnot.bot")


class TextbookBackend(EngineBackend):
    """The engines of one textbook opponent."""

    def __init__(self, opponent: Opponent) -> None:
        super().__init__(methods=dict.fromkeys(opponent.games, opponent.method))
        self._opponent = opponent

    def engine(self, game: GameLike, hash_mb: int, threads: int) -> EngineLike:
        """A new engine, without a table; its random playouts differ from game to game."""
        from ..engine import Engine

        opponent = self._opponent
        engine = Engine(
            cast(Any, game),
            hash_mb=1,
            method=opponent.method,
            evaluation=opponent.evaluation,
            seed=random.getrandbits(63),
        )
        return LimitedEngine(engine, depth=opponent.depth, nodes=opponent.nodes, max_ms=MAX_MS)


def textbook_options(opponent: Opponent, house: Options) -> Options:
    """How an opponent plays beside a house bot with these options: no table, pondering or book."""
    games = tuple(game for game in opponent.games if game in house.games)
    searching = replace(house, games=games, hash_mb=1, threads=1, ponder=False)
    return replace(searching, book=False, levels=0, name=opponent.name)


async def run_with_opponents(
    house: House,
    options: Options,
    url: str,
    token: str,
    shortage: Callable[[BaseException], None] = raise_shortage,
) -> None:
    """Runs the house bot and, once it is online, the textbook opponents, until the house bot ends.
    An opponent that the server refuses is logged and missing. `shortage`: as for House. Raises what
    the house bot raises."""

    async def run(opponent: Opponent, own: Options) -> None:
        async with Client(url, opponent_token(token, opponent.name)) as client:
            backend = TextbookBackend(opponent)
            bot = House(client, own, backend, shortage, queue=house.search_queue)
            await house.online.wait()
            await _run_logged(bot, opponent.name)

    playing = [(each, textbook_options(each, options)) for each in OPPONENTS]
    tasks = [asyncio.create_task(run(each, own)) for each, own in playing if own.games]
    try:
        await house.run()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _run_logged(bot: House, name: str) -> None:
    try:
        await bot.run()
    except ZeitnotError as refused:
        logger.warning("%s does not play: %s", name, refused)
    except Exception:
        logger.exception("%s has ended", name)
