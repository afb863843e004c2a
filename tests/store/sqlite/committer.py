"""A process that plays many games and prints each acknowledged commit, until it is killed.

Run as `python -m tests.store.sqlite.committer DATABASE ROUND`. Prints `game seq` after each commit
that returned.
"""

import asyncio
import sys
from pathlib import Path

from zeitnot_server.store.sqlite.store import SqliteStore

from ..playing import Game, rules_for

GAMES = 8


async def play(store: SqliteStore, id: str, run: int) -> None:
    """Plays until killed."""
    game = await Game(store, id, run=run, heap=1_000_000).create()
    await game.start()
    while True:
        await game.move(after=1)
        print(id, game.room.seq, flush=True)
        store.heartbeats.beat(run, game.ms)


async def main(path: Path, number: str) -> None:
    store = await SqliteStore.open(path, rules_for)
    run = await store.runs.begin()
    await asyncio.gather(*(play(store, f"round{number}game{n}", run.number) for n in range(GAMES)))


asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
