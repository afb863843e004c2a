"""`python -m benchmarks.trace`: the Python calls of a move, of a bot's turn and of a deal.

For the move and the deal a server runs in this process, with two players and a spectator on
sockets. Every call of a function of Zeitnot is counted, in the event loop's thread and in the
writer's, from the sending of the frame to the last answer; the work of unrelated tasks (heartbeats,
the lobby) is not. For the bot's turn a house bot plays in a room in memory with an engine that
answers immediately. The calls of the bot and of its client are counted, from the frame with the
opponent's move until the bot has moved and ponders again.

The smallest count of several is printed, because other work can only increase it.
`changes`: how often a call goes from one file to another.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from tests.clients.bot_rig import BOT, bot_rig
from tests.clients.fake_room import FakeRoom
from tests.security.local import Local, running
from tests.server.running_server import WebSocket, websocket

ROOT = Path(__file__).parents[1]
SERVER = ("server/zeitnot_server", "clients/zeitnot_protocol", "engines/zeitnot_engines")
BOT_FOLDERS = ("engines/zeitnot_engines", "clients/zeitnot_client", "clients/zeitnot_protocol")
BESIDE = (  # unrelated tasks and the fake room: neither they nor what they call is counted
    *("server/zeitnot_server/hosting/heartbeats.py", "server/zeitnot_server/hosting/retrying.py"),
    *("server/zeitnot_server/web/transport/input_watchdog.py", "tests/clients/fake_room.py"),
    "server/zeitnot_server/runqueue.py",  # read now and then, by whichever call comes first
)
UNCOUNTED = (  # not counted, but what they call is
    *("server/zeitnot_server/hosting/room/now.py", "server/zeitnot_server/limits/disk.py"),
    "server/zeitnot_server/lobby/service.py",
)
MOVES = (
    *("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"),
    *("e1g1", "f8e7", "f1e1", "b7b5", "a4b3", "d7d6", "c2c3", "e8g8"),
)
UNTRACED = 4  # moves, until every cache is filled
BOT_MOVES = 6
PAUSE_S = 0.05  # after the last answer: pings, the clock's timer
INDENT = 2


@dataclass(slots=True)
class Trace:
    """The calls, in their order in each thread."""

    calls: int = 0
    changes: int = 0
    files: set[str] = field(default_factory=set)
    by_function: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)  # each call, indented below its caller
    last: dict[int, str] = field(default_factory=dict)  # the file of the last call, by thread

    def add(self, file: str, function: str, depth: int) -> None:
        """Adds a call of one of our functions."""
        thread, name = threading.get_ident(), f"{file}:{function}"
        self.calls += 1
        self.files.add(file)
        self.by_function[name] += 1
        self.lines.append(" " * INDENT * depth + name)
        if self.last.get(thread, file) != file:
            self.changes += 1
        self.last[thread] = file

    def __str__(self) -> str:
        return f"{self.calls} calls in {len(self.files)} files, {self.changes} changes of file"


class Tracer:
    """Counts the calls of functions in these folders while `trace` is set."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.trace: Trace | None = None
        self._folders = tuple(f"{folder}/" for folder in folders)

    def __enter__(self) -> "Tracer":
        """Starts tracing in this thread and in threads that are started later."""
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event != "call" or self.trace is None:
            return
        file = _file(frame)
        if not file.startswith(self._folders) or file in UNCOUNTED:
            return
        callers = list(_callers(frame))
        if not any(caller in BESIDE for caller in (file, *callers)):
            depth = sum(caller.startswith(self._folders) for caller in callers)
            self.trace.add(file, frame.f_code.co_qualname, depth)

    async def record(self, work: Callable[[], Awaitable[object]]) -> Trace:
        """The calls while `work` is awaited, and in the next PAUSE_S seconds."""
        self.trace = trace = Trace()
        try:
            await work()
            await asyncio.sleep(PAUSE_S)
        finally:
            self.trace = None
        return trace


def _file(frame: FrameType) -> str:
    return frame.f_code.co_filename.removeprefix(f"{ROOT}/")


def _callers(frame: FrameType) -> Iterator[str]:
    """The files of the functions that wait for this one."""
    while (caller := frame.f_back) is not None:
        yield _file(caller)
        frame = caller


async def seated(stack: AsyncExitStack, local: Local, game: str) -> list[WebSocket]:
    """Opens sockets of two seated players and a spectator in a new game."""
    tokens = [await local.person() for _ in range(2)]
    body = {
        "game_type": game,
        "control": {"kind": "sudden_death", "base_ms": 300_000},
        "seats": [{"kind": "open"}, {"kind": "open"}],
    }
    id = (await local.post("games", body, tokens[0])).json["id"]
    sockets = []
    for token in (*tokens, None):
        opened = websocket(local, f"/ws/games/{id}", token)  # type: ignore[arg-type]
        sockets.append(await stack.enter_async_context(opened))
        await sockets[-1].send("hello")
        await sockets[-1].until("welcome")
    for seat, player in enumerate(sockets[:2]):
        await player.until("ack", id=await player.send("sit", seat=seat))
    return sockets


async def move_traces(tracer: Tracer, local: Local) -> list[Trace]:
    """A trace for each move of a game of chess."""
    async with AsyncExitStack() as stack:
        *players, spectator = await seated(stack, local, "chess")
        for player in players:
            await player.until("ack", id=await player.send("ready", salt="s"))
        traces = list[Trace]()

        async def play(ply: int, move: str) -> None:
            mover, other = players[ply % 2], players[1 - ply % 2]
            id = await mover.send("move", ply=ply, move=move)
            await mover.until("ack", id=id)
            await other.until("moved", ply=ply)
            await spectator.until("moved", ply=ply)

        for ply, move in enumerate(MOVES):
            traces.append(await tracer.record(partial(play, ply, move)))
        return traces[UNTRACED:]


async def deal_trace(tracer: Tracer, local: Local) -> Trace:
    """A trace of the last player's `ready`, which starts the game and has the cards dealt."""
    async with AsyncExitStack() as stack:
        first, last, spectator = await seated(stack, local, "holdem")
        await first.until("ack", id=await first.send("ready", salt="s"))

        async def deal() -> None:
            await last.send("ready", salt="s")
            for viewer in (first, last, spectator):
                await viewer.until("threw")

        return await tracer.record(deal)


async def bot_traces() -> list[Trace]:
    """A trace for each move of a house bot that plays chess."""
    room = FakeRoom("chess", seats=(None, BOT))
    traces = list[Trace]()
    with Tracer(BOT_FOLDERS) as tracer:
        async with bot_rig(room) as rig:
            await rig.start_game()

            async def answered(ply: int) -> None:
                await rig.wait_until(lambda: rig.is_pondering(ply + 2))

            for ply in range(0, 2 * BOT_MOVES, 2):
                await rig.wait_until(partial(rig.is_pondering, ply))
                move = rig.ann.session.state.legal[-1]
                rig.ann.session.move(move)
                traces.append(await tracer.record(partial(answered, ply)))
    return traces[1:]


async def server_traces(deals: int) -> tuple[list[Trace], list[Trace]]:
    """The traces of moves, and of a number of deals."""
    with Tracer(SERVER) as tracer, tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder)) as local:
            moves = await move_traces(tracer, local)
            return moves, [await deal_trace(tracer, local) for _ in range(deals)]


def fewest_calls(traces: Sequence[Trace]) -> Trace:
    """The trace with the fewest calls."""
    return min(traces, key=lambda trace: trace.calls)


async def main(arguments: Sequence[str]) -> int:
    """Prints the three traces; with --functions, how often each function is called."""
    parser = argparse.ArgumentParser(prog="trace", description=__doc__)
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="the N most called")
    parser.add_argument("--tree", action="store_true", help="each call, below its caller")
    parser.add_argument("--deals", type=int, default=5, help="games of Texas hold'em to start")
    options = parser.parse_args(arguments)
    moves, deals = await server_traces(options.deals)
    names = ("a move of chess", "a bot's turn at chess", "a start with a deal")
    for name, traces in zip(names, (moves, await bot_traces(), deals), strict=True):
        trace = fewest_calls(traces)
        print(f"{name}: {trace}")
        for function, times in trace.by_function.most_common(options.functions):
            print(f"    {times:4} {function}")
        if options.tree:
            print(*trace.lines, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
