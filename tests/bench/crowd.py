"""What the house bot takes, and what it gives, when one guest plays sixty games with it at a time.

`python -m tests.bench.crowd` starts `zeitnot serve` with its bot on a new database. First one guest
plays one game alone: so many nodes a second does a search come to that has a core for itself. Then
another guest begins sixty games and answers every move at once. Printed are the memory of the bot's
process and, for each guest, how long a move of the bot was due to be thought about and how long it
was: its nodes, by what the lone search made in a second. Due is what the clock allows for a move,
times the share of the cores that falls to the guest and to the game.
"""

import argparse
import asyncio
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.exceptions import ZeitnotError
from zeitnot_engines.timing import budget

BOT = "Ponderer"


@dataclass
class Thought:
    """One search of the bot: what the clock allowed it, how long it took, its nodes."""

    wish_s: float
    wall_s: float
    nodes: int


@dataclass
class Guest:
    """Somebody who plays, and the ids of the games."""

    client: Client
    games: list[str] = field(default_factory=list)

    async def play(self, game: str, request: p.NewGame) -> None:
        """One game to its end: the first legal move, at once. Then the next one."""
        while True:
            async for turn in self.client.play(game):
                await turn.move(turn.legal[0])
            game = await self.invite(request)

    async def invite(self, request: p.NewGame) -> str:
        """A new game against the bot."""
        game = (await self.client.http.create_game(request)).id
        self.games.append(game)
        return game

    async def thoughts(self, since_ms: int) -> list[Thought]:
        """The bot's searches of moves that came after this instant, of games that have ended."""
        records = [await self.client.http.game(game) for game in self.games]
        return [t for record in records for t in _thoughts(record, since_ms)]

    async def resign(self, game: str) -> None:
        """So that the record shows what the bot thought."""
        room = self.client.room(game)
        with contextlib.suppress(ZeitnotError, TimeoutError):
            async with asyncio.timeout(20):
                async for _ in room:
                    if room.synced and room.state.phase == "finished":
                        break
                    if room.synced and not room.waiting_for(p.Resign):
                        await room.resign()
        await room.close()


def _thoughts(record: p.GameRecord, since_ms: int) -> list[Thought]:
    control, start_ms = record.game.control, record.game.control.base_ms
    remaining_ms, results = start_ms, []
    for event in record.events:
        if not isinstance(event, p.Moved) or not record.game.seats[event.seat].player:
            continue
        if not record.game.seats[event.seat].player.bot:
            continue
        wanted_s = budget(remaining_ms, control, event.ply).soft_ms / 1000
        remaining_ms = event.receipt.remaining_ms
        nodes = event.engine.nodes if event.engine else 0
        if event.at >= since_ms and nodes and event.ply > 1:  # the first turn is free
            results.append(Thought(wanted_s, event.receipt.elapsed_ms / 1000, nodes))
    return results


@contextlib.asynccontextmanager
async def served(folder: Path, games: int) -> AsyncIterator[tuple[str, int]]:
    """A server with its bot: address, and the id of the parent process."""
    command = [sys.executable, "-m", "zeitnot_server.cli", "serve", "--port", "0"]
    command += ["--db", str(folder / "crowd.db")]
    most = str(games + 1)
    variables = {"ZEITNOT_GAMES_PER_ACCOUNT_WITH_BOTS": most, "ZEITNOT_BOT_GAMES": most}
    environ = {**os.environ, **variables}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: ASYNC220  nothing else is going on
            command, stdout=subprocess.PIPE, stderr=log, env=environ
        )
    try:
        assert process.stdout is not None
        match = re.search(rb"(http://[\d.:]+)", process.stdout.readline())
        assert match, (folder / "log").read_text()
        yield match[1].decode(), process.pid
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


def bot_process(parent: int) -> int:
    """The id of the bot's process."""
    for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        if "zeitnot_server.cli\0bot" in Path(f"/proc/{child}/cmdline").read_text():
            return int(child)
    raise RuntimeError("no bot")


def rss_mb(process: int) -> float:
    """What it has in memory."""
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(match[1]) / 1024 if match else 0.0


async def guest(address: str, stack: contextlib.AsyncExitStack) -> Guest:
    """A new guest."""
    client = await stack.enter_async_context(Client(address))
    await client.http.session()
    return Guest(client)


async def measure(games: int, seconds: float, request: p.NewGame) -> None:
    """Runs it all and prints."""
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name:
        async with (
            served(Path(name), games) as (address, parent),
            contextlib.AsyncExitStack() as stack,
        ):
            ann, bob = await guest(address, stack), await guest(address, stack)
            await online(ann)
            bot = bot_process(parent)
            print(f"bot without a game: {rss_mb(bot):.0f} MB")
            alone = await lone(ann, seconds, request)
            print(f"one game alone: {alone / 1e6:.2f} million nodes a second")
            since = round(time.time() * 1000)
            tasks = [asyncio.create_task(_begin(bob, request)) for _ in range(games)]
            tasks.append(asyncio.create_task(_begin(ann, request)))
            most = 0.0
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                await asyncio.sleep(0.5)
                most = max(most, rss_mb(bot_process(parent)))
            print(f"bot with {games + 1} games: at most {most:.0f} MB")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for one, parts in ((ann, 1), (bob, games)):
                await asyncio.gather(*(one.resign(game) for game in one.games))
                thoughts = await one.thoughts(since)
                share = min(1.0, cores / 2 / parts)
                _print(f"guest of {parts:2} games", thoughts, share, alone)
        log = (Path(name) / "log").read_text()
        print(f"tracebacks: {log.count('Traceback')}")


async def online(one: Guest) -> None:
    """Until the bot has come."""
    while not (await one.client.http.catalogue()).bots:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0.1)


async def _begin(one: Guest, request: p.NewGame) -> None:
    await one.play(await one.invite(request), request)


async def lone(one: Guest, seconds: float, request: p.NewGame) -> float:
    """Nodes a second of a search that is alone."""
    task = asyncio.create_task(_begin(one, request))
    await asyncio.sleep(max(15.0, seconds / 2))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await one.resign(one.games[-1])
    thoughts = await one.thoughts(0)
    return sum(t.nodes for t in thoughts) / sum(t.wall_s for t in thoughts)


def _print(name: str, thoughts: list[Thought], share: float, alone: float) -> None:
    if not thoughts:
        print(f"{name}: no move")
        return
    due = mean(t.wish_s * share for t in thoughts)
    got = mean(t.nodes / alone for t in thoughts)
    wall = mean(t.wall_s for t in thoughts)
    least = min(t.nodes / alone for t in thoughts)
    print(
        f"{name}: {len(thoughts)} moves, thought due {due:.3f} s, got {got:.3f} s "
        f"(least {least:.3f} s), on the clock {wall:.2f} s, slowest "
        f"{max(t.wall_s for t in thoughts):.2f} s"
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--game", default="othello")
    parser.add_argument("--base", type=float, default=60.0, help="seconds on the clock")
    parser.add_argument("--increment", type=float, default=1.0, help="seconds a move")
    arguments = parser.parse_args()
    control = p.Control(
        kind="fischer",
        base_ms=round(arguments.base * 1000),
        increment_ms=round(arguments.increment * 1000),
    )
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=BOT)]
    request = p.NewGame(game_type=arguments.game, control=control, seats=seats)
    asyncio.run(measure(arguments.games, arguments.seconds, request))


if __name__ == "__main__":
    main()
