"""Measures the memory and thinking time of the house bot while a guest plays sixty games with it.

`python -m benchmarks.crowd` starts `zeitnot serve` with its bot on a new database. First one guest
plays a single game, from which the nodes a second of a search on its own core are known. Then
another guest begins sixty games and answers every move immediately. The benchmark prints the memory
of the bot's process and, for each guest, the expected and the actual thinking time of the bot.
Expected: what the clock allows for a move, times the guest's and the game's share of the cores.
Actual: the move's nodes divided by the nodes a second of the single game.
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
class BotSearch:
    """One search of the bot: the time that the clock allowed, the time it took, its nodes."""

    allowed_s: float
    wall_s: float
    nodes: int


@dataclass
class Guest:
    """A guest's client, and the ids of the guest's games."""

    client: Client
    games: list[str] = field(default_factory=list)

    async def play(self, game: str, request: p.NewGame) -> None:
        """Plays one game after another, always the first legal move immediately."""
        while True:
            async for turn in self.client.play(game):
                await turn.move(turn.legal[0])
            game = await self.invite(request)

    async def invite(self, request: p.NewGame) -> str:
        """Starts a game against the bot, and returns its id."""
        game = (await self.client.http.create_game(request)).id
        self.games.append(game)
        return game

    async def searches(self, since_ms: int) -> list[BotSearch]:
        """The bot's searches for moves after this instant, in finished games."""
        records = [await self.client.http.game(game) for game in self.games]
        return [t for record in records for t in _searches_of(record, since_ms)]

    async def resign(self, game: str) -> None:
        """Ends the game: only the record of a finished game shows the bot's reports."""
        room = self.client.room(game)
        with contextlib.suppress(ZeitnotError, TimeoutError):
            async with asyncio.timeout(20):
                async for _ in room:
                    if room.synced and room.state.phase == "finished":
                        break
                    if room.synced and not room.waiting_for(p.Resign):
                        await room.resign()
        await room.close()


def _searches_of(record: p.GameRecord, since_ms: int) -> list[BotSearch]:
    control = record.game.control
    remaining_ms, results = control.base_ms, []
    for event in record.events:
        if not isinstance(event, p.Moved) or not record.game.seats[event.seat].player:
            continue
        if not record.game.seats[event.seat].player.bot:
            continue
        allowed_s = budget(remaining_ms, control, event.ply).soft_ms / 1000
        remaining_ms = event.receipt.remaining_ms
        nodes = event.engine.nodes if event.engine else 0
        if event.at >= since_ms and nodes and event.ply > 1:  # the first turn is free
            results.append(BotSearch(allowed_s, event.receipt.elapsed_ms / 1000, nodes))
    return results


@contextlib.asynccontextmanager
async def start_server(folder: Path, games: int) -> AsyncIterator[tuple[str, int]]:
    """Starts a server with its bot; yields the address and the id of the parent process."""
    command = [sys.executable, "-m", "zeitnot_server.cli", "serve", "--port", "0"]
    command += ["--db", str(folder / "crowd.db")]
    max_games = str(games + 1)
    variables = {"ZEITNOT_GAMES_PER_ACCOUNT_WITH_BOTS": max_games, "ZEITNOT_BOT_GAMES": max_games}
    environ = {**os.environ, **variables}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: ASYNC220  nothing else runs in this loop
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
    """The resident memory of a process, in MiB."""
    match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(match[1]) / 1024 if match else 0.0


async def create_guest(address: str, stack: contextlib.AsyncExitStack) -> Guest:
    """Creates a guest."""
    client = await stack.enter_async_context(Client(address))
    await client.http.session()
    return Guest(client)


async def measure(games: int, seconds: float, request: p.NewGame) -> None:
    """Runs the benchmark and prints its results."""
    cores = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as name:
        async with (
            start_server(Path(name), games) as (address, parent),
            contextlib.AsyncExitStack() as stack,
        ):
            ann, bob = await create_guest(address, stack), await create_guest(address, stack)
            await wait_for_bot(ann)
            bot = bot_process(parent)
            print(f"bot without a game: {rss_mb(bot):.0f} MB")
            single_game_rate = await measure_single_game_rate(ann, seconds, request)
            print(f"a single game: {single_game_rate / 1e6:.2f} million nodes a second")
            since_ms = round(time.time() * 1000)
            tasks = [asyncio.create_task(_play_games(bob, request)) for _ in range(games)]
            tasks.append(asyncio.create_task(_play_games(ann, request)))
            max_rss_mb = 0.0
            deadline = time.monotonic() + seconds
            while time.monotonic() < deadline:
                await asyncio.sleep(0.5)
                max_rss_mb = max(max_rss_mb, rss_mb(bot_process(parent)))
            print(f"bot with {games + 1} games: at most {max_rss_mb:.0f} MB")
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for player, count in ((ann, 1), (bob, games)):
                await asyncio.gather(*(player.resign(game) for game in player.games))
                searches = await player.searches(since_ms)
                share = min(1.0, cores / 2 / count)
                _print_searches(f"guest of {count:2} games", searches, share, single_game_rate)
        log = (Path(name) / "log").read_text()
        print(f"tracebacks: {log.count('Traceback')}")


async def wait_for_bot(guest: Guest) -> None:
    """Returns when the bot is in the catalogue."""
    while not (await guest.client.http.catalogue()).bots:  # noqa: ASYNC110  there is no event for it
        await asyncio.sleep(0.1)


async def _play_games(guest: Guest, request: p.NewGame) -> None:
    await guest.play(await guest.invite(request), request)


async def measure_single_game_rate(guest: Guest, seconds: float, request: p.NewGame) -> float:
    """Nodes a second of the bot's searches while it plays a single game."""
    task = asyncio.create_task(_play_games(guest, request))
    await asyncio.sleep(max(15.0, seconds / 2))
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await guest.resign(guest.games[-1])
    searches = await guest.searches(0)
    return sum(t.nodes for t in searches) / sum(t.wall_s for t in searches)


def _print_searches(
    name: str, searches: list[BotSearch], share: float, single_game_rate: float
) -> None:
    if not searches:
        print(f"{name}: no move")
        return
    expected_s = mean(t.allowed_s * share for t in searches)
    actual_s = mean(t.nodes / single_game_rate for t in searches)
    wall_s = mean(t.wall_s for t in searches)
    min_s = min(t.nodes / single_game_rate for t in searches)
    print(
        f"{name}: {len(searches)} moves, expected {expected_s:.3f} s, thought {actual_s:.3f} s "
        f"(least {min_s:.3f} s), on the clock {wall_s:.2f} s, slowest "
        f"{max(t.wall_s for t in searches):.2f} s"
    )


def main() -> None:
    """Runs the benchmark from the command line."""
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
