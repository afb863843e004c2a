"""Measures how long players wait for admission while others flood the server from their address.

`python -m benchmarks.shared_address` starts `zeitnot serve` on a new database. Pairs of guests
begin games and lose their connections. Then another process sends cheap requests over many
connections from this machine's address in its network, opens idle ones, and connects again whenever
it is refused. During this flood all players connect again from the same address, once each. It
prints how many were admitted, and how long the slowest waited for the answer to its handshake.
"""

import argparse
import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

from tests.security.raw import RawConnection, connected, frame, request, upgrade
from tests.server.running_server import Server, new_game

WARM_UP_S = 3.0  # of the flood, before the players connect
GET = request("/api/v1/accounts/nobody")


class Player(NamedTuple):
    """A guest with a seat in a running game."""

    token: str
    game: str


def own_address() -> str:
    """This machine's address in its network; no packet is sent. Raises OSError if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("198.51.100.1", 9))
        address: str = probe.getsockname()[0]
    if address.startswith("127."):
        raise OSError("this machine has only a loopback address")
    return address


async def begin(server: Server) -> list[Player]:
    """Starts a game of two guests, who then disconnect."""
    tokens = [server.person(), server.person()]
    game = new_game(server, tokens[0], listed=False)
    async with contextlib.AsyncExitStack() as stack:
        sockets = list[RawConnection]()
        for token in tokens:
            connection = await stack.enter_async_context(connected(server.host))
            assert (await connection.ask(upgrade(f"/ws/games/{game}", token))).status == 101
            sockets.append(connection)
            for message in (
                {"type": "hello"},
                {"type": "sit", "id": "s"},
                {"type": "ready", "id": "r", "salt": "ab"},
            ):
                await connection.send(frame(json.dumps({"game": game, **message})))
        for connection in sockets:
            await connection.message("started")
    return [Player(token, game) for token in tokens]


async def enter(host: str, player: Player) -> tuple[int, float]:
    """Makes a handshake; returns its status, and the seconds since the connection."""
    began = time.perf_counter()
    async with connected(host) as connection:
        answer = await connection.ask(upgrade(f"/ws/games/{player.game}", player.token))
        return answer.status, time.perf_counter() - began


async def flood(host: str, connections: int, idle: int) -> None:
    """Sends requests over each connection until standard input is closed. Prints a line when the
    first has been refused, and the statuses at the end."""
    statuses: Counter[int] = Counter()
    refused = asyncio.Event()

    async def ask() -> None:
        while True:
            with contextlib.suppress(OSError, EOFError, ValueError):
                async with connected(host) as connection:
                    while True:
                        answer = await connection.ask(GET)
                        statuses[answer.status] += 1
                        if answer.status == 429:
                            refused.set()

    async def hold() -> None:
        while True:
            with contextlib.suppress(OSError, EOFError):
                async with connected(host) as connection:
                    await connection.read_to_end()
            await asyncio.sleep(0.01)

    tasks = [asyncio.create_task(ask()) for _ in range(connections)]
    tasks += [asyncio.create_task(hold()) for _ in range(idle)]
    await refused.wait()
    print("refused", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(json.dumps(statuses), flush=True)
    os._exit(0)  # with hundreds of connections open


@contextlib.asynccontextmanager
async def flooded(host: str, connections: int, idle: int) -> AsyncIterator[None]:
    """Runs a process that floods the server; begins when it has been refused at least once."""
    options = ["--flood", host, "--connections", f"{connections}", "--idle", f"{idle}"]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.shared_address", *options),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        await process.stdout.readline()
        await asyncio.sleep(WARM_UP_S)
        yield
    finally:
        # With None asyncio would leave its input open (Python before 3.12).
        statuses, _ = await process.communicate(b"")
        print(f"the others' requests, by status: {statuses.decode().strip()}")


async def measure(folder: Path, players: int, connections: int, idle: int) -> bool:
    """Runs the benchmark; returns whether all players were admitted."""
    server = Server(folder, "--no-bots", "--host", "0.0.0.0")
    try:
        port = server.host.partition(":")[2]
        local, host = f"127.0.0.1:{port}", f"{own_address()}:{port}"
        server.host = local
        seated = [player for _ in range(players // 2) for player in await begin(server)]
        async with flooded(host, connections, idle):
            found = await asyncio.gather(*(enter(host, player) for player in seated))
    finally:
        server.stop()
    statuses, times = Counter(status for status, _ in found), [seconds for _, seconds in found]
    print(
        f"{connections} connections with requests and {idle} idle ones, {len(seated)} players:"
        f" {statuses[101]} admitted, the slowest after {1000 * max(times):.0f} ms"
    )
    print(f"the players' handshakes, by status: {json.dumps(statuses)}")
    return statuses[101] == len(seated)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--connections", type=int, default=150)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--players", type=int, default=28)
    parser.add_argument("--flood", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.flood:
        asyncio.run(flood(args.flood, args.connections, args.idle))
        return
    with tempfile.TemporaryDirectory() as folder:
        ok = asyncio.run(measure(Path(folder), args.players, args.connections, args.idle))
    sys.exit(0 if ok else 1)


if __name__ == "__main__":
    main()
