"""`make bench-scale`: moves a second of one SQLite process, and of one, two and four nodes on one
PostgreSQL database, measured in turn.

Each server has the same number of rooms, its own load generator and, if there are enough
processors, its own processors. Every commit waits for the disk. With fewer than sixteen processors
everything is measured as well, but no claim is made. docs/why/scale.md has the results.
"""

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from ..databases import Database, opened
from ..rig import CORES, compile_load, open_many_files
from . import report
from .layout import Layout, layout
from .run import Configuration, Figures, Options, machine, room_kib, run


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench-scale", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each run")
    parser.add_argument("--rooms", type=int, default=500, help="of each server")
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 4], help="16 at most")
    parser.add_argument("--idle", type=int, default=2000, help="rooms whose memory is measured")
    parser.add_argument("--balanced", action="store_true", help="through HAProxy")
    options = parser.parse_args(arguments)
    smallest = min(options.rounds, options.rooms, *options.nodes)
    if smallest < 1 or options.seconds <= 0 or options.idle < 0 or max(options.nodes) > 16:
        parser.error("numbers are positive (--idle 0: none), and nodes at most 16")
    return options


@contextlib.contextmanager
def _databases(folder: Path, cores: Layout) -> Iterator[tuple[Database, Database]]:
    """SQLite and PostgreSQL, whose processes stay on the database's processors."""
    with contextlib.ExitStack() as stack:
        sqlite = stack.enter_context(opened("sqlite", folder))
        os.sched_setaffinity(0, cores.database)
        try:
            postgresql = stack.enter_context(opened("postgresql", folder))
        finally:
            os.sched_setaffinity(0, CORES)
        yield sqlite, postgresql


def _rounds(
    configurations: Sequence[Configuration], options: Options, rounds: int, say: Console
) -> dict[str, list[Figures]]:
    """Runs all configurations in turn, in reverse order in every other round, so that a drift of
    the machine's speed cancels out."""
    found: dict[str, list[Figures]] = {configuration.name: [] for configuration in configurations}
    for number in range(rounds):
        order = configurations if number % 2 == 0 else configurations[::-1]
        for configuration in order:
            figures = run(configuration, options)
            found[configuration.name].append(figures)
            what = f"round {number + 1}, {configuration.name}: {figures.rate:,.0f} moves/s"
            say.print(f"{what} ({machine()})")
    return found


def main(arguments: Sequence[str]) -> None:
    """Measures, and prints the table."""
    args, say = _options(arguments), Console(width=150, highlight=False)
    open_many_files()
    cores = layout(CORES, max(args.nodes))
    with tempfile.TemporaryDirectory() as name, _databases(Path(name), cores) as databases:
        folder = Path(name)
        options = Options(compile_load(), folder, cores, args.rooms, args.seconds, args.balanced)
        sqlite, postgresql = databases
        one = Configuration(sqlite, 1)
        nodes = [Configuration(postgresql, count) for count in sorted({*args.nodes})]
        found = _rounds([one, *nodes], options, args.rounds, say)
        title = f"{args.rounds} rounds of {args.seconds:g} s, {args.rooms} rooms a server"
        say.print(report.table(found, title))
        say.print(f"{machine()}; {cores}.")
        if args.idle:
            kib = room_kib(Configuration(postgresql, 1), options, args.idle)
            say.print(f"A room of a node with its two players: {kib:,.1f} KiB.")
        last = nodes[-1]
        runs = found[one.name], found[last.name]
        say.print(report.verdict(*runs, last.nodes, cores, len(CORES)))


if __name__ == "__main__":
    main(sys.argv[1:])
