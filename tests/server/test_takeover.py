"""Several `zeitnot bot` processes of one account on a real server: when one is killed, another
continues its game on the same clock."""

import asyncio
import contextlib
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import zeitnot_protocol as p
from zeitnot_client import Client
from zeitnot_client.room import Room
from zeitnot_server.rooms.lag import BOT_MAX_MS, UNPROVEN_MAX_MS

from ..with_parent import WITH_PARENT
from .running_server import WAIT_S, Server

NAME = "Fleet"
MINUTES = p.Control(kind="fischer", base_ms=120_000, increment_ms=1_000)
ROUNDED_MS = 2  # two instants are rounded, each by up to 1 ms


class BotProcess:
    """One `zeitnot bot` with this token, whose log goes to a file."""

    def __init__(self, server: Server, token: str, log: Path, *options: str) -> None:
        self.log = log
        command = [*WITH_PARENT, sys.executable, "-m", "zeitnot_server.cli", "bot", *options]
        command += ["--server", f"http://{server.host}", "--memory", "128", "--no-book"]
        with log.open("wb") as out:
            environ = {**os.environ, "ZEITNOT_TOKEN": token}
            self.process = subprocess.Popen(command, stderr=out, env=environ)

    def plays(self, game: str) -> bool:
        """Whether the process has begun to play this game."""
        return f"game {game}" in self.log.read_text()

    def end(self, number: signal.Signals) -> None:
        """Sends a signal and waits until the process has ended."""
        self.process.send_signal(number)
        self.process.wait(WAIT_S)


async def online(client: Client, most_games: int) -> None:
    """Returns when the lobby shows the bot with this limit, which is the sum of its processes."""
    async with contextlib.aclosing(client.lobby()) as lobby:
        async for message in lobby:
            if isinstance(message, p.Lobby) and any(
                bot.name == NAME and bot.most_games == most_games for bot in message.bots
            ):
                return


@contextlib.asynccontextmanager
async def fleet(folder: Path) -> AsyncIterator[tuple[Server, Client, str]]:
    """A server without bots, a guest, and the token of a bot."""
    server = Server(folder, "--no-bots")
    try:
        async with Client(f"http://{server.host}") as ann:
            await ann.http.session("Ann")
            registered = await ann.http.register_bot(NAME)
            yield server, ann, registered.token
    finally:
        assert server.stop() == 0
    assert "Traceback" not in server.log.read_text()


async def new_game(ann: Client, game_type: str, **settings: int | str | bool) -> str:
    seats = [p.SeatRequest(kind="me"), p.SeatRequest(kind="bot", name=NAME, level=1)]
    request = p.NewGame(game_type=game_type, settings=settings, control=MINUTES, seats=seats)
    return (await ann.http.create_game(request)).id


def events(room: Room) -> list[p.RoomEvent]:
    return list(room.state.record)


async def test_other_processes_finish_the_game_of_a_killed_one(tmp_path: Path) -> None:
    """The first process is killed while its clock runs, the second is stopped by SIGTERM."""
    async with asyncio.timeout(WAIT_S), fleet(tmp_path) as (server, ann, token):

        def start(number: int) -> BotProcess:
            options = "--games", "othello", "--max-games", str(10**number)
            return BotProcess(server, token, tmp_path / f"bot{number}.log", *options)

        bots = [start(0)]
        try:
            await online(ann, 1)
            game = await new_game(ann, "othello", size=6)
            room = ann.room(game)
            async for turn in room.turns():
                if turn.ply == 4:
                    assert bots[0].plays(game)
                    bots[0].process.send_signal(signal.SIGSTOP)
                if turn.ply == 8:
                    assert bots[1].plays(game)
                    bots.append(start(2))
                    await online(ann, 110)
                    bots[1].end(signal.SIGTERM)
                await turn.move(turn.legal[0])
                if turn.ply == 4:
                    since = time.monotonic()
                    bots.append(start(1))
                    await online(ann, 11)
                    stopped_ms = int((time.monotonic() - since) * 1000)
                    bots[0].end(signal.SIGKILL)
            assert bots[2].plays(game)
            record = await ann.http.game(game)
        finally:
            for bot in bots:
                bot.end(signal.SIGKILL)
    check_record(record, stopped_ms)


def check_record(record: p.GameRecord, stopped_ms: int) -> None:
    """The game ended on the board, each ply was played once, and all time that passed was charged:
    at ply 5 also the time in which the first process was stopped and the second one started."""
    end = record.events[-1]
    assert isinstance(end, p.Finished)
    assert end.reason == "rules"
    assert not any(isinstance(event, p.Paused | p.Resumed) for event in record.events)
    moves = [event for event in record.events if isinstance(event, p.Moved)]
    assert [move.ply for move in moves] == list(range(len(moves)))
    assert len(moves) > 10
    # The server's clock omits its waits for a processor (`AdjustedClock`).
    assert moves[5].receipt.elapsed_ms >= stopped_ms / 2
    for before, move in itertools.pairwise(moves[2:]):
        previous_ms, current_ms = (
            before.clock.remaining_ms[move.seat],
            move.clock.remaining_ms[move.seat],
        )
        assert previous_ms is not None
        assert current_ms is not None
        receipt, passed_ms = move.receipt, max(0, move.at - before.at)  # stamps may be 10 ms early
        assert receipt.elapsed_ms <= passed_ms + ROUNDED_MS
        charged_ms = receipt.elapsed_ms - receipt.compensated_ms
        assert receipt.charged_ms == charged_ms == previous_ms + 1_000 - current_ms
        assert 0 <= receipt.compensated_ms <= (BOT_MAX_MS if move.seat == 1 else UNPROVEN_MAX_MS)
