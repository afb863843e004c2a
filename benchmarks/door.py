"""`make bench-door`: how long the server takes to admit 10,000 players, and to readmit 1,000.

The server runs on one core, the load generator on another. Each of 5,000 games gets two sockets,
opened 24 at a time; each sends hello, sit and ready, which makes two commits a socket. Then the
server is restarted, and the players of 500 of these running games reconnect at the same moment.
Printed are the time until every game has sent `turn`, the server's processor time, and the growth
of its resident memory.
"""

import argparse
import contextlib
import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .databases import Database, opened
from .rig import (
    Load,
    ServerProcess,
    compile_load,
    fresh_games,
    open_many_files,
    require_two_cores,
    zeitnot,
)

ROOMS = 5000
BACK = 500  # rooms whose players reconnect


@dataclass(frozen=True)
class Opening:
    """The cost of admitting these sockets. `rss_kb`: the growth of the server's memory."""

    sockets: int
    seconds: float
    cpu_seconds: float
    rss_kb: float

    def __str__(self) -> str:
        return (
            f"{self.sockets:,} sockets admitted in {self.seconds:.2f} s, "
            f"{1e6 * self.cpu_seconds / self.sockets:,.0f} µs of the server's processor and "
            f"{self.rss_kb / self.sockets:.1f} kB for each"
        )


def admit_and_readmit(
    load: Load, database: Database, folder: Path, rooms: int, back: int
) -> Iterator[tuple[str, Opening]]:
    """Admits all players, restarts the server, and readmits those of `back` rooms."""
    place, plan = fresh_games(database, folder, rooms)
    with zeitnot(place, folder) as server:
        yield "in", _opening(load, server, plan, rooms)
    readmitted = folder / "back.plan"
    readmitted.write_text("".join(plan.read_text().splitlines(keepends=True)[:back]))
    with zeitnot(place, folder) as server:
        yield "back", _opening(load, server, readmitted, back, burst=2 * back)
    database.drop(place)


def _opening(
    load: Load, server: ServerProcess, plan: Path, rooms: int, burst: int | None = None
) -> Opening:
    cpu, rss = [server.cpu_seconds()], [server.rss_mib()]

    def sample() -> None:
        cpu.append(server.cpu_seconds())
        rss.append(server.rss_mib())

    options = {} if burst is None else {"at-once": burst}
    figures = load.run("play", server.port, sample, plan=plan, seconds=0.1, **options)
    return Opening(2 * rooms, figures["opening"], cpu[1] - cpu[0], 1024 * (rss[1] - rss[0]))


def main(arguments: list[str]) -> None:
    """Runs the benchmark from the command line."""
    parser = argparse.ArgumentParser(prog="door", description=__doc__)
    parser.add_argument("--rooms", type=int, default=ROOMS)
    parser.add_argument("--back", type=int, default=BACK, help="rooms whose players reconnect")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args(arguments)
    require_two_cores("door")
    open_many_files()
    load = Load(compile_load())
    found: dict[str, list[float]] = {"in": [], "back": []}
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        database = stack.enter_context(opened("sqlite", Path(name)))
        for _ in range(options.runs):
            back = min(options.back, options.rooms)
            for kind, opening in admit_and_readmit(load, database, Path(name), options.rooms, back):
                found[kind].append(opening.seconds)
                print(f"door: {kind}: {opening}", flush=True)
    for kind, seconds in found.items():
        print(f"door: {kind}: median {statistics.median(seconds):.2f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
