"""`make bench-server`: the throughput of one core of server, and yardsticks of the same run.

The server runs on one core, the load generator on another. A figure of one machine says little, so
each is printed with its ratio to a yardstick measured in the same run. The yardsticks are an echo
server on pinned versions of uvicorn and websockets (echo.txt), driven by the same generator, and
the store's writer without a server. Ratios more than 5 % below the stored ones (ratios.json) are
listed at the end; `--store` stores those of this run.
docs/measurements/server.md has the method and the results.
"""

import argparse
import asyncio
import contextlib
import os
import platform
import statistics
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from . import ratios, rig
from .databases import NAMES, Database, opened
from .group_commit import commits_per_second
from .ratios import Row
from .rig import (
    SERVER_CORE,
    Load,
    Result,
    compile_load,
    fresh_games,
    open_many_files,
    pin,
    require_two_cores,
    zeitnot,
)
from .shares import Sampler

ROOMS = 500
PACED_ROOMS = 5000
PACE = 2000
SPECTATORS = 5000
WATCHERS = 1000


class Bench:
    """One benchmark: its load generator, its folder, and its options."""

    def __init__(
        self, folder: Path, options: argparse.Namespace, databases: Sequence[Database]
    ) -> None:
        self.databases = databases
        self.load = Load(compile_load())
        self.folder = folder
        self.runs: int = options.runs
        self.seconds: float = options.seconds
        self.paced: float = options.paced
        self.pace: int = options.pace
        self.scale: float = options.scale

    def rooms(self, count: int) -> int:
        """`count` scaled by --scale, at least 2."""
        return max(2, int(count * self.scale))

    # ── yardsticks ─────────────────────────────────────────────────────────────────────────────

    def echo(self) -> Result:
        """Messages through the echo server."""
        return rig.echo(self.load, seconds=self.seconds, sockets=2 * self.rooms(ROOMS))

    def group_commit(self, database: Database) -> float:
        """Commits a second through only the store's writer, on the server's core."""
        place = database.new()
        before = os.sched_getaffinity(0)
        pin(SERVER_CORE)
        try:
            return asyncio.run(commits_per_second(place, self.folder, self.rooms(ROOMS)))
        finally:
            os.sched_setaffinity(0, before)
            database.drop(place)

    # ── the server ─────────────────────────────────────────────────────────────────────────────

    def play(self, rooms: int, database: Database | None = None, **options: Any) -> Result:
        """One run of games on a new database; see `rig.play`."""
        database = database or self.databases[0]
        place, plan = fresh_games(database, self.folder, rooms)
        figures = rig.play(self.load, database, self.folder, place, plan=plan, **options)
        database.drop(place)
        return figures

    def throughput(self) -> Iterator[Row]:
        """Moves as fast as acknowledgements arrive, compared with both yardsticks. In each run the
        databases follow one another."""
        echoes: list[Result] = []
        found = {database.name: _Found() for database in self.databases}
        for _ in range(self.runs):
            echoes.append(self.echo())
            for database in self.databases:
                figures = found[database.name]
                figures.commits.append(self.group_commit(database))
                watched = {"watchers": self.rooms(WATCHERS), "changes": "yes"}
                for results, load_options in (
                    (figures.inside, {"rematch": "no"}),
                    (figures.watched, {"rematch": "no", **watched}),
                    (figures.whole, {"rematch": "yes"}),
                ):
                    results.append(
                        self.play(self.rooms(ROOMS), database, seconds=self.seconds, **load_options)
                    )
        echo, core = _median(echoes, "rate"), _median(echoes, "core")
        yield ratios.YARDSTICK[0], f"{echo:,.0f} /s", "", "1.00"
        yield "  per second of its processor", f"{core:,.0f}", "", "1.00"
        for name, figures in found.items():
            if len(found) > 1:
                yield name, "", "", ""
            yield from figures.rows(echo, core)
        if len(found) > 1:
            yield from _ratios(*found.values())

    def steady(self) -> Iterator[Row]:
        """Many rooms at a given rate, for minutes."""
        rooms, pace = self.rooms(PACED_ROOMS), max(20, int(self.pace * self.scale))
        for database in self.databases:
            if len(self.databases) > 1:
                yield database.name, "", "", ""
            yield from self._steady(rooms, pace, database)

    def _steady(self, rooms: int, pace: int, database: Database) -> Iterator[Row]:
        figures = self.play(rooms, database, seconds=self.paced, rate=pace)
        rss = figures["rss"]
        settled = rss[len(rss) // 5]
        yield f"{2 * rooms:,} sockets, {pace:,} moves/s asked", f"{figures['rate']:,.0f} /s", "", ""
        goals = {"p50": "≤ 2 ms", "p99": "≤ 15 ms", "p999": "≤ 50 ms"}
        opening = f"{figures['opening']:.1f} s, {figures['opening_cpu']:.1f} s of its processor"
        yield "  until all were seated, at all stages of games", opening, "", ""
        yield from percentiles("  acknowledgement", figures["ack_ms"], goals)
        yield from percentiles("  charged-time error", figures["charge_ms"], {"p99": "≤ 10 ms"})
        memory = f"{max(rss):.0f} MiB; {settled:.0f} after a fifth, {rss[-1]:.0f} at the end"
        yield "  memory, at most", memory, "≤ 600 MiB, flat", ""
        yield "  games ended, errors", f"{figures['ended']:,}, {figures['errors']}", "", ""

    def lobby(self) -> Iterator[Row]:
        """The cost of many lobby sockets while many rooms play, compared with the same load without
        them."""
        rooms, pace = self.rooms(PACED_ROOMS), max(20, int(self.pace * self.scale))
        watchers, seconds = self.rooms(WATCHERS), min(self.paced, 10 * self.seconds)
        baseline = self.play(rooms, seconds=seconds, rate=pace)
        yield f"{2 * rooms:,} players, {pace:,} moves/s", f"{baseline['rate']:,.0f} /s", "", ""
        yield "  share of one processor", f"{100 * baseline['busy']:.0f} %", "", ""
        for name, changes in (("changes", "yes"), ("all of it each time", "no")):
            figures = self.play(
                rooms, seconds=seconds, rate=pace, watchers=watchers, changes=changes
            )
            yield (
                f"and {watchers:,} in the lobby, sent {name}",
                f"{figures['rate']:,.0f} /s",
                "",
                "",
            )
            cost = 100 * (figures["busy"] - baseline["busy"])
            yield "  additional share of one processor", f"{cost:.0f} %", "≤ 10 %", ""
            yield from percentiles(
                "  delay of the event loop", figures["held_ms"], {"max": "≤ 20 ms"}
            )
            yield from percentiles("  acknowledgement", figures["ack_ms"], "")
            messages = f"{figures['lobby_frames']:,} frames, {figures['lobby_bytes'] / 1e6:,.0f} MB"
            yield "  sent to the lobby, and errors", f"{messages}, {figures['errors']}", "", ""

    def shares(self) -> Iterator[Row]:
        """The server's time by part, at full load. Sampling slows it down a little."""
        for database in self.databases:
            yield database.name, "", "", ""
            for part, share in self._shares(database):
                yield part, f"{100 * share:.0f} %", "", ""

    def _shares(self, database: Database) -> list[tuple[str, float]]:
        place, plan = fresh_games(database, self.folder, self.rooms(ROOMS))
        samplers: list[Sampler] = []
        with zeitnot(place, self.folder) as server:

            def sample() -> None:
                if not samplers:
                    file = self.folder / "stacks"
                    samplers.append(Sampler(server.pid, self.seconds - 1, file))

            options = {"plan": plan, "seconds": self.seconds, "rematch": "yes"}
            self.load.run("play", server.port, sample=sample, **options)
            found = samplers[0].shares()
        database.drop(place)
        return found

    def broadcast(self) -> Iterator[Row]:
        """One game with thousands of spectators."""
        place, plan = fresh_games(self.databases[0], self.folder, 2)
        spectators = self.rooms(SPECTATORS)
        with zeitnot(place, self.folder) as server:
            figures = self.load.run(
                "broadcast",
                server.port,
                plan=plan,
                seconds=min(self.paced, 4 * self.seconds),
                rate=2,
                sockets=spectators,
            )
        yield f"{figures['moves']} moves with {spectators:,} spectators", "", "", ""
        yield from percentiles("  delay of the event loop", figures["held_ms"], {"max": "≤ 20 ms"})
        yield from percentiles("  the same before the first move", figures["idle_ms"], "")
        yield from percentiles("  until all spectators have it", figures["reach_ms"], "")


@dataclass
class _Found:
    """The figures of the runs on one database. `inside`: without rematches, so few games end;
    `watched`: the same with sockets in the lobby; `whole`: with ends and rematches."""

    commits: list[float] = field(default_factory=list)
    inside: list[Result] = field(default_factory=list)
    watched: list[Result] = field(default_factory=list)
    whole: list[Result] = field(default_factory=list)

    def rows(self, echo: float, core: float) -> Iterator[Row]:
        """`echo`: the echo server's messages a second; `core`: its messages per CPU second."""
        commit = statistics.median(self.commits)
        yield "yardstick: writer alone, commits", f"{commit:,.0f} /s", "", f"{commit / echo:.3f}"
        for name, goal, results in (
            ("moves, inside games", "5,000, then 8,000 and 10,000; 0.11, aim 0.13", self.inside),
            ("the same, and 1,000 in the lobby", "", self.watched),
            ("moves, with ends, books and rematches", "", self.whole),
        ):
            rate, used = _median(results, "rate"), _median(results, "core")
            yield name, f"{rate:,.0f} /s", goal, f"{rate / echo:.3f}"
            yield "  per second of its processor", f"{used:,.0f}", "", f"{used / core:.3f}"
            if (other := _median(results, "other_cores")) > 0:
                yield "  of the database's processors a move", f"{1e6 * other:,.0f} µs", "", ""
            yield "  written to disk a move", f"{_median(results, 'written'):,.0f} bytes", "", ""
            yield from percentiles("  acknowledgement", results[-1]["ack_ms"], "")
            yield "  errors", f"{sum(r['errors'] for r in results)}", "0", ""
        share = pair_by_pair(self.watched, self.inside)
        yield "lobby watched, to unwatched", share, "≥ 0.95", ""


def _ratios(first: _Found, second: _Found) -> Iterator[Row]:
    """The second database's rate as a share of the first's, by pairs of runs that followed each
    other."""
    for name, of_second, of_first in (
        ("moves, inside games", second.inside, first.inside),
        ("moves, with ends, books and rematches", second.whole, first.whole),
    ):
        yield f"PostgreSQL to SQLite: {name}", pair_by_pair(of_second, of_first), "≥ 0.50", ""


def pair_by_pair(results: list[Result], compared_to: list[Result], key: str = "rate") -> str:
    """The median and range of the ratios of runs that followed each other."""
    found = [a[key] / b[key] for a, b in zip(results, compared_to, strict=True)]
    return f"{statistics.median(found):.2f} ({min(found):.2f} to {max(found):.2f})"


def _median(results: list[Result], key: str) -> float:
    return statistics.median(result[key] for result in results)


def percentiles(name: str, figures: dict[str, float], goals: dict[str, str] | str) -> Iterator[Row]:
    """A row with all percentiles."""
    values = "  ".join(f"{k} {v:.1f}" for k, v in figures.items())
    goal = goals if isinstance(goals, str) else ", ".join(f"{k} {v}" for k, v in goals.items())
    yield name, f"{values} ms", goal, ""


def table(rows: list[Row]) -> Table:
    """The table of all rows."""
    table_ = Table(title=f"One core of server, one of load; medians of the runs\n{interpreter()}")
    for heading in ("what", "found", "goal", "to the echo"):
        table_.add_column(heading)
    for row in rows:
        table_.add_row(*row)
    return table_


def interpreter() -> str:
    """Python's version and how it was built, since without profile-guided optimisation a move costs
    11 to 16 % more. Debian's Python has it, though its flags do not say so."""
    arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
    flags = [flag for flag in ("--enable-optimizations", "--with-lto") if flag in arguments]
    built = f"built with {' and '.join(flags)}" if flags else "no flag for optimisation by profiles"
    return f"{platform.python_implementation()} {platform.python_version()}, {built}"


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench-server", description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each run")
    parser.add_argument("--pace", type=int, default=PACE, help="the given rate, moves a second")
    parser.add_argument("--paced", type=float, default=300.0, help="seconds at a given rate")
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of rooms")
    parser.add_argument(
        "--db",
        choices=[*NAMES, "both"],
        default="sqlite",
        help="both: one after the other; broadcast and lobby use only the first",
    )
    parser.add_argument("--store", action="store_true", help="store the ratios of this run")
    parser.add_argument("--only", choices=["throughput", "shares", "steady", "broadcast", "lobby"])
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> None:
    """Runs the chosen benchmarks and prints the table."""
    options = _options(arguments)
    require_two_cores("bench-server")
    open_many_files()
    names = NAMES if options.db == "both" else (options.db,)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        databases = [stack.enter_context(opened(name, Path(folder))) for name in names]
        bench = Bench(Path(folder), options, databases)
        parts: dict[str, Callable[[], Iterator[Row]]] = {
            "throughput": bench.throughput,
            "shares": bench.shares,
            "steady": bench.steady,
            "broadcast": bench.broadcast,
            "lobby": bench.lobby,
        }
        rows: list[Row] = []
        for name, part in parts.items():
            if options.only == name or (options.only is None and name != "shares"):
                print(f"bench-server: {name}", file=sys.stderr, flush=True)
                rows += part()
    Console(width=120).print(table(rows))
    found = ratios.of_rows(rows)
    for sentence in ratios.slower(found, ratios.read()):
        print(sentence)
    if options.store:
        ratios.store(found)


if __name__ == "__main__":
    main(sys.argv[1:])
