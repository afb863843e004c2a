"""`make bench-server`: the throughput of one core of server, and yardsticks of the same run.

The server runs on one core, the load generator on another. A figure of one machine says little, so
each is printed with its ratio to a yardstick measured in the same run: an echo on the same uvicorn
and websockets, driven by the same generator, and the store's writer alone.
docs/measurements/server.md has the method and the results.
"""

import argparse
import asyncio
import os
import resource
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from .group_commit import commits_per_second
from .rig import (
    CORES,
    SERVER_CORE,
    Load,
    Result,
    compile_load,
    echo_server,
    fresh_games,
    pin,
    zeitnot,
)
from .shares import Sampler

Row = tuple[str, str, str, str]
ROOMS = 500
PACED_ROOMS = 5000
PACE = 2000
SPECTATORS = 5000
WATCHERS = 1000


class Bench:
    """One benchmark: its load generator, its folder, and its options."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.load = Load(compile_load(folder))
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
        cpu: list[float] = []
        with echo_server() as server:
            figures = self.load.run(
                "echo",
                server.port,
                sample=lambda: cpu.append(server.cpu_seconds()),
                seconds=self.seconds,
                sockets=2 * self.rooms(ROOMS),
            )
        figures["rate"] = figures["messages"] / figures["seconds"]
        figures["core"] = figures["messages"] / max(0.01, cpu[-1] - cpu[0])
        return figures

    def group_commit(self) -> float:
        """Commits a second through the store's writer alone, on the server's core."""
        before = os.sched_getaffinity(0)
        pin(SERVER_CORE)
        try:
            database = self.folder / "yardstick.db"
            return asyncio.run(commits_per_second(database, self.rooms(ROOMS)))
        finally:
            os.sched_setaffinity(0, before)
            for file in self.folder.glob("yardstick.db*"):
                file.unlink()

    # ── the server ─────────────────────────────────────────────────────────────────────────────

    def play(self, rooms: int, **options: Any) -> Result:
        """One run of games: its figures, and the processor time and memory of the server."""
        database, plan = fresh_games(self.folder, rooms)
        cpu: list[float] = []
        rss: list[float] = []
        with zeitnot(database) as server:
            started = server.cpu_seconds()

            def sample() -> None:
                cpu.append(server.cpu_seconds())
                rss.append(server.rss_mib())

            figures = self.load.run("play", server.port, sample=sample, plan=plan, **options)
        for file in self.folder.glob(f"{database.stem}.*"):
            file.unlink()
        figures["rate"] = figures["moves"] / figures["seconds"]
        figures["core"] = figures["moves"] / max(0.01, cpu[-1] - cpu[0])
        figures["opening_cpu"] = cpu[0] - started
        figures["busy"] = (cpu[-1] - cpu[0]) / figures["seconds"]
        figures["rss"] = rss
        return figures

    def throughput(self) -> Iterator[Row]:
        """Moves as fast as acknowledgements arrive, compared with both yardsticks."""
        echoes, commits, inside, whole_games = [], [], [], []
        for _ in range(self.runs):
            echoes.append(self.echo())
            commits.append(self.group_commit())
            inside.append(self.play(self.rooms(ROOMS), seconds=self.seconds, rematch="no"))
            whole_games.append(self.play(self.rooms(ROOMS), seconds=self.seconds, rematch="yes"))
        echo, core = _median(echoes, "rate"), _median(echoes, "core")
        commit = statistics.median(commits)
        yield "yardstick: echo, messages", f"{echo:,.0f} /s", "", "1.00"
        yield "  per second of its processor", f"{core:,.0f}", "", "1.00"
        yield "yardstick: writer alone, commits", f"{commit:,.0f} /s", "", f"{commit / echo:.2f}"
        for name, goal, results in (
            ("moves, inside games", "5,000, then 8,000 and 10,000", inside),
            ("moves, with ends, books and rematches", "", whole_games),
        ):
            rate, used = _median(results, "rate"), _median(results, "core")
            yield name, f"{rate:,.0f} /s", goal, f"{rate / echo:.2f}"
            yield "  per second of its processor", f"{used:,.0f}", "", f"{used / core:.2f}"
            yield from _percentiles("  acknowledgement", results[-1]["ack_ms"], "")
            yield "  errors", f"{sum(r['errors'] for r in results)}", "0", ""

    def steady(self) -> Iterator[Row]:
        """Many rooms at a given rate, for minutes."""
        rooms, pace = self.rooms(PACED_ROOMS), max(20, int(self.pace * self.scale))
        figures = self.play(rooms, seconds=self.paced, rate=pace)
        rss = figures["rss"]
        settled = rss[len(rss) // 5]
        yield f"{2 * rooms:,} sockets, {pace:,} moves/s asked", f"{figures['rate']:,.0f} /s", "", ""
        goals = {"p50": "≤ 2 ms", "p99": "≤ 15 ms", "p999": "≤ 50 ms"}
        opening = f"{figures['opening']:.1f} s, {figures['opening_cpu']:.1f} s of its processor"
        yield "  until all were in, at all stages of their games", opening, "", ""
        yield from _percentiles("  acknowledgement", figures["ack_ms"], goals)
        yield from _percentiles("  charged-time error", figures["charge_ms"], {"p99": "≤ 10 ms"})
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
        yield "  of one processor", f"{100 * baseline['busy']:.0f} %", "", ""
        for name, changes in (("changes", "yes"), ("all of it each time", "no")):
            figures = self.play(
                rooms, seconds=seconds, rate=pace, watchers=watchers, changes=changes
            )
            yield (
                f"and {watchers:,} in the lobby, told {name}",
                f"{figures['rate']:,.0f} /s",
                "",
                "",
            )
            cost = 100 * (figures["busy"] - baseline["busy"])
            yield "  of one processor more", f"{cost:.0f} %", "≤ 10 %", ""
            yield from _percentiles("  the loop held", figures["held_ms"], {"max": "≤ 20 ms"})
            yield from _percentiles("  acknowledgement", figures["ack_ms"], "")
            messages = f"{figures['lobby_frames']:,} frames, {figures['lobby_bytes'] / 1e6:,.0f} MB"
            yield "  told, and errors", f"{messages}, {figures['errors']}", "", ""

    def shares(self) -> Iterator[Row]:
        """The server's time by part, at full load. Sampling slows it down a little."""
        database, plan = fresh_games(self.folder, self.rooms(ROOMS))
        samplers: list[Sampler] = []
        with zeitnot(database) as server:

            def sample() -> None:
                if not samplers:
                    file = self.folder / "stacks"
                    samplers.append(Sampler(server.pid, self.seconds - 1, file))

            self.load.run(
                "play", server.port, sample=sample, plan=plan, seconds=self.seconds, rematch="yes"
            )
            for part, share in samplers[0].shares():
                yield part, f"{100 * share:.0f} %", "", ""

    def broadcast(self) -> Iterator[Row]:
        """One game with thousands of spectators."""
        database, plan = fresh_games(self.folder, 2)
        spectators = self.rooms(SPECTATORS)
        with zeitnot(database) as server:
            figures = self.load.run(
                "broadcast",
                server.port,
                plan=plan,
                seconds=min(self.paced, 4 * self.seconds),
                rate=2,
                sockets=spectators,
            )
        yield f"{figures['moves']} moves before {spectators:,} spectators", "", "", ""
        yield from _percentiles("  the loop held", figures["held_ms"], {"max": "≤ 20 ms"})
        yield from _percentiles("  the same while nobody moves", figures["idle_ms"], "")
        yield from _percentiles("  until the last has it", figures["reach_ms"], "")


def _median(results: list[Result], key: str) -> float:
    return statistics.median(result[key] for result in results)


def _percentiles(
    name: str, figures: dict[str, float], goals: dict[str, str] | str
) -> Iterator[Row]:
    values = "  ".join(f"{k} {v:.1f}" for k, v in figures.items())
    goal = goals if isinstance(goals, str) else ", ".join(f"{k} {v}" for k, v in goals.items())
    yield name, f"{values} ms", goal, ""


def table(rows: list[Row]) -> Table:
    """The table of all rows."""
    table_ = Table(title="One core of server, one of load; medians of the runs")
    for heading in ("what", "found", "goal", "to the echo"):
        table_.add_column(heading)
    for row in rows:
        table_.add_row(*row)
    return table_


def _options(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench-server", description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6.0, help="of each run")
    parser.add_argument("--pace", type=int, default=PACE, help="the given rate, moves a second")
    parser.add_argument("--paced", type=float, default=300.0, help="seconds at a given rate")
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of rooms")
    parser.add_argument("--only", choices=["throughput", "shares", "steady", "broadcast", "lobby"])
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    """Runs the chosen benchmarks and prints the table."""
    options = _options(words)
    if len(CORES) < 2:
        sys.exit("bench-server: two cores are needed, one for the server and one for the load")
    _, max_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max_files, max_files))
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options)
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


if __name__ == "__main__":
    main(sys.argv[1:])
