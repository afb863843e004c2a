"""`make bench-restart`: the time of a start with 10,000 open games, and of a commit while the event
loop is busy.

Start: from the start of the process to the answer of /readyz, then the first connection to random
games: each has to be loaded from the log, and its events sent.
Commit: one move at a time, while the event loop computes in slices of 5 ms. After every statement
the writer's thread has to get the interpreter's lock back, which depends on the switch interval;
the caller is resumed two iterations of the loop later, which take 5 ms each here.
"""

import asyncio
import functools
import json
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

import zeitnot_protocol as p
from tests.proof.killtest.server import Server
from tests.store.playing import Game, rules_for
from tests.store.sqlite.many import copy_game
from zeitnot_server.app import SWITCH_SECONDS
from zeitnot_server.hosting import native
from zeitnot_server.rooms.room import Actor, Now
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.store import Commit
from zeitnot_server.store.sql.base.now import wall_ms
from zeitnot_server.store.sqlite.store import SqliteStore
from zeitnot_server.store.sqlite.writer import Writer

from .rig import bare_room

GAMES = 10_000
SAMPLED_GAMES = 200
COMMITS = 500
SLICE_S = 0.005
PLIES = 30
PEOPLE = [Actor("ann1", "Ann"), Actor("bob2", "Bob")]


async def start(folder: Path, *, in_tail: bool) -> None:
    """Prints how long the server takes until it is ready and to load games. `in_tail`: all games
    have just begun, so that their 50,000 rows are the tail of the log, which a start reads."""
    game = await othello_game(folder / "zeitnot.db", 0 if in_tail else PLIES)
    copying = functools.partial(copy_game, in_tail=in_tail)
    await asyncio.to_thread(copying, folder / "zeitnot.db", game, GAMES)
    server = Server(folder)
    try:
        await asyncio.sleep(2)  # so that its imports are not measured: see `python -X importtime`
        began = time.perf_counter()
        server.start()
        url = f"http://127.0.0.1:{server.port}/readyz"
        await asyncio.to_thread(lambda: urllib.request.urlopen(url, timeout=60).read())
        ready = time.perf_counter() - began
        numbers = random.sample(range(1, GAMES + 1), SAMPLED_GAMES)
        elapsed = sorted([await connect_to(server, f"{game}x{number}") for number in numbers])
        where = "all in the tail" if in_tail else f"of {PLIES} moves"
        print(f"restart: {GAMES} open games, {where}: ready after {1000 * ready:.0f} ms")
        print(
            f"restart: first contact with {SAMPLED_GAMES} of them, one by one: median"
            f" {1000 * elapsed[SAMPLED_GAMES // 2]:.1f} ms, worst {1000 * elapsed[-1]:.1f} ms"
        )
    finally:
        server.close()


async def othello_game(database: Path, plies: int) -> str:
    """Stores a game of othello with `plies` plies, and returns its id."""
    store = await SqliteStore.open(database, native.rules_for)
    run = await store.runs.begin()
    room, rng = bare_room(), random.Random(1)
    await store.log.commit(Commit(room, created=(room,)))
    commands: list[tuple[Actor, p.RoomIn]] = [
        (player, make)
        for player in PEOPLE
        for make in (p.Sit(game=room.id, id="sit"), p.Ready(game=room.id, id="ready", salt="s"))
    ]
    while commands:
        player, command = commands.pop(0)
        result = step(room, command, player, Now(run.number, 0, wall_ms()))
        await store.log.commit(Commit(result.room, result.entries))
        room = result.room
        if not commands and room.ply < plies and room.turn is not None:
            move = rng.choice(list(room.game_setup.rules.legal(room.state)))
            created = p.Move(game=room.id, id=f"m{room.ply}", ply=room.ply, move=move)
            commands.append((PEOPLE[room.turn], created))
    await store.close()
    return room.id


async def connect_to(server: Server, game: str) -> float:
    """Seconds from connecting to the last event of the catch-up."""
    began = time.perf_counter()
    url = f"ws://127.0.0.1:{server.port}/ws/games/{game}"
    async with connect(url, subprotocols=["zeitnot.v1"], compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "game": game, "since": 0}))
        target = json.loads(await socket.recv())["seq"]
        while json.loads(await socket.recv()).get("seq") != target:
            pass
        return time.perf_counter() - began


async def commits(folder: Path, switch_s: float) -> None:
    """Prints the time of a commit while the event loop is always busy."""
    sys.setswitchinterval(switch_s)
    transactions_ms: list[float] = []
    Writer._transaction = record_duration(Writer._transaction, transactions_ms)  # type: ignore[method-assign]
    store = await SqliteStore.open(folder / f"busy{switch_s}.db", rules_for)
    game = await (await Game(store, heap=1_000_000).create()).start()
    busy = asyncio.create_task(compute())
    elapsed = []
    for _ in range(COMMITS):
        began = time.perf_counter()
        await game.move(after=0)
        elapsed.append(1000 * (time.perf_counter() - began))
    busy.cancel()
    await asyncio.gather(busy, return_exceptions=True)
    await store.close()
    print(
        f"commit beside a busy loop, switch interval {1000 * switch_s:g} ms: to the caller"
        f" {quantiles(elapsed)}; the transaction alone {quantiles(transactions_ms)}"
    )


def record_duration(work: Callable[..., Any], durations: list[float]) -> Callable[..., Any]:
    """The same function, which appends its duration in milliseconds to the list."""

    @functools.wraps(work)
    def timed(*args: Any) -> Any:
        began = time.perf_counter()
        try:
            return work(*args)
        finally:
            durations.append(1000 * (time.perf_counter() - began))

    return timed


def quantiles(durations: list[float]) -> str:
    """Median and p99."""
    ordered = sorted(durations)
    count = len(ordered)
    return f"median {ordered[count // 2]:.1f} ms, p99 {ordered[count * 99 // 100]:.1f} ms"


async def compute() -> None:
    """Blocks the event loop for SLICE_S at a time."""
    while True:
        until = time.perf_counter() + SLICE_S
        while time.perf_counter() < until:
            sum(range(200))
        await asyncio.sleep(0)


async def main() -> None:
    """Runs both measurements."""
    with tempfile.TemporaryDirectory(prefix="restart-") as folder:
        for in_tail in (False, True):
            place = Path(folder) / f"{in_tail}"
            await asyncio.to_thread(place.mkdir)
            await start(place, in_tail=in_tail)
        for switch_s in (SWITCH_SECONDS, 0.005):
            await commits(Path(folder), switch_s)


if __name__ == "__main__":
    asyncio.run(main())
