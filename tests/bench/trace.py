"""`python -m tests.bench.trace`: the Python calls of the server for one move, and for a deal.

A server runs in this process, with two players and a spectator on sockets. Every call of a function
of ours is counted, in the event loop's thread and in the writer's, from the frame that is sent to
the last answer that is received; not the calls of tasks that run beside it (heartbeats, the lobby).
The least of several moves is printed: what is counted too often is always something that came
between. `changes`: how often a call goes from one file to another.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from ..security.local import Local, running
from ..server.running_server import WebSocket, websocket

ROOT = Path(__file__).parents[2]
OURS = tuple(
    f"{ROOT / folder}/"
    for folder in ("server/zeitnot_server", "clients/zeitnot_protocol", "engines/zeitnot_engines")
)
BESIDE = ("hosting/heartbeats.py", "hosting/now.py", "lobby/service.py", "limits/disk.py")
MOVES = (
    *("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"),
    *("e1g1", "f8e7", "f1e1", "b7b5", "a4b3", "d7d6", "c2c3", "e8g8"),
)
UNTRACED = 4  # moves, until every cache is filled
PAUSE_S = 0.05  # after the last answer: pings, the clock's timer


@dataclass(slots=True)
class Trace:
    """The calls, in their order in each thread."""

    calls: int = 0
    changes: int = 0
    files: set[str] = field(default_factory=set)
    by_function: Counter[str] = field(default_factory=Counter)
    last: dict[int, str] = field(default_factory=dict)  # the file of the last call, by thread

    def add(self, code: CodeType) -> None:
        """One call of a function of ours."""
        file, thread = code.co_filename, threading.get_ident()
        self.calls += 1
        self.files.add(file)
        self.by_function[f"{file.removeprefix(f'{ROOT}/')}:{code.co_qualname}"] += 1
        if self.last.get(thread, file) != file:
            self.changes += 1
        self.last[thread] = file

    def __str__(self) -> str:
        return f"{self.calls} calls in {len(self.files)} files, {self.changes} changes of file"


class Tracer:
    """Counts while `trace` is set."""

    def __init__(self) -> None:
        self.trace: Trace | None = None

    def install(self) -> None:
        """In this thread, and in those that are started from now on."""
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def _profile(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and self.trace is not None:
            code = frame.f_code
            if code.co_filename.startswith(OURS) and not code.co_filename.endswith(BESIDE):
                self.trace.add(code)

    async def of(self, work: Callable[[], Awaitable[object]]) -> Trace:
        """The calls while `work` is awaited, and soon after."""
        self.trace = trace = Trace()
        try:
            await work()
            await asyncio.sleep(PAUSE_S)
        finally:
            self.trace = None
        return trace


async def seated(stack: AsyncExitStack, local: Local, game: str) -> list[WebSocket]:
    """Two players who have sat down, and a spectator, in a new game."""
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
    """One for each move of a game of chess."""
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
            traces.append(await tracer.of(partial(play, ply, move)))
        return traces[UNTRACED:]


async def deal_trace(tracer: Tracer, local: Local) -> Trace:
    """The last player becomes ready: the game starts, and cards are dealt."""
    async with AsyncExitStack() as stack:
        first, last, spectator = await seated(stack, local, "holdem")
        await first.until("ack", id=await first.send("ready", salt="s"))

        async def deal() -> None:
            await last.send("ready", salt="s")
            for viewer in (first, last, spectator):
                await viewer.until("threw")

        return await tracer.of(deal)


async def main(words: Sequence[str]) -> int:
    """Prints both traces; with --functions, what is called how often."""
    parser = argparse.ArgumentParser(prog="trace", description=__doc__)
    parser.add_argument("--functions", type=int, default=0, metavar="N", help="the N most called")
    parser.add_argument("--deals", type=int, default=5, help="games of Texas hold'em to begin")
    options = parser.parse_args(words)
    tracer = Tracer()
    tracer.install()
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder)) as local:
            moves = await move_traces(tracer, local)
            deals = [await deal_trace(tracer, local) for _ in range(options.deals)]
    for name, traces in (("a move of chess", moves), ("a start with a deal", deals)):
        least = min(traces, key=lambda trace: trace.calls)
        print(f"{name}: {least}")
        for function, times in least.by_function.most_common(options.functions):
            print(f"    {times:4} {function}")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
