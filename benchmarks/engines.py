"""`make bench-engines`: speed of rules and searches, compared with engines made for one game.

The yardsticks are Debian's: Stockfish for chess, Fairy-Stockfish for xiangqi. Each run measures
everything once, a yardstick right before what is compared with it, because the speed of a machine
changes from minute to minute; the printed values are medians of the runs. Every count
and every exact score is checked. Searches use one thread.
"""

import argparse
import os
import shutil
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table

from zeitnot_client.drivers.process import Process
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import estimate_ownership, load

from .chances import measure_search, reference_nodes

PATH = f"{os.environ['PATH']}:/usr/games"
PATIENCE_S = 600.0
# FFO 40 to 42: position, side, the exact difference of discs (empties to the winner).
FFO = (
    ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    ("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    ("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
)
PERFT = {
    "chess": (1, 20, 400, 8902, 197281, 4865609, 119060324),
    "xiangqi": (1, 44, 1920, 79666, 3290240, 133312995),
    "othello": (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571056, 212258216),
    # From ply 10 on counted by distinct positions, each with the number of paths to it.
    "connect4": (
        *(1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572),
        *(268031646, 1844590828, 12418296244),
    ),
    "checkers": (
        *(1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128),
        388623673,
    ),
}


class ProgramMissing(Exception):
    """A yardstick is not installed."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much to measure: perft depths, number of endings, seconds of a search, playouts of Go,
    and for EinStein the timed depth and the depth that is compared with reference
    expectiminimax."""

    chess: int = 6
    xiangqi: int = 5
    othello: int = 11
    endings: int = 3
    seconds: float = 5.0
    ewn: int = 7
    ewn_plain: int = 6
    connect4: int = 12
    playouts: int = 40_000
    checkers: int = 11


@dataclass(slots=True)
class Measurements:
    """The figures of each run, by name."""

    runs: list[dict[str, float]] = field(default_factory=list)

    def median(self, name: str) -> float:
        return statistics.median(run[name] for run in self.runs)

    def ratio(self, above: str, below: str) -> float:
        """The median of the runs' ratios."""
        return statistics.median(run[above] / run[below] for run in self.runs)


# ── measuring ──────────────────────────────────────────────────────────────────────────────────


def seconds(work: Callable[[], Any]) -> float:
    """The wall time of a call."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def uci_perft(command: str, depth: int, count: int, *options: str) -> float:
    """Seconds of `go perft` in a running engine. Raises ProgramMissing."""
    program = shutil.which(command, path=PATH)
    if program is None:
        raise ProgramMissing(f"{command} is not installed")
    process = Process([program])
    try:
        process.send([*options, "position startpos", "isready"])
        _wait(process, "readyok")
        started = time.perf_counter()
        process.send([f"go perft {depth}"])
        words = _wait(process, "Nodes searched").split()
        elapsed = time.perf_counter() - started
    finally:
        process.close(["quit"])
    if int(words[-1]) != count:
        raise AssertionError(f"{command} counts {words[-1]} paths, not {count}")
    return elapsed


def _wait(process: Process, start: str) -> str:
    deadline = time.monotonic() + PATIENCE_S
    while (line := process.receive(deadline - time.monotonic())) is not None:
        if line.startswith(start):
            return line
    raise AssertionError(f"no {start} within {PATIENCE_S:.0f} s")


def our_perft(name: str, depth: int) -> float:
    """Seconds for all paths from the start."""
    state = load(name).start()
    started = time.perf_counter()
    count = state.perft(depth)
    elapsed = time.perf_counter() - started
    if count != PERFT[name][depth]:
        raise AssertionError(f"{name}: {count} paths, not {PERFT[name][depth]}")
    return elapsed


def our_endings(count: int) -> float:
    """Seconds to solve this many endings exactly, each with an empty table."""
    game, elapsed = load("othello"), 0.0
    for text, score in FFO[:count]:
        engine, state = Engine(game, hash_mb=64), game.parse(text)
        started = time.perf_counter()
        report = engine.search(state)
        elapsed += time.perf_counter() - started
        if not report.exact or report.value != score:
            raise AssertionError(f"{text}: {report.value}, exact {report.exact}, not {score}")
    return elapsed


def our_playouts(count: int) -> float:
    """Seconds of playouts of Go with patterns, from an empty 9 by 9 board. Each is scored point by
    point, as for an ownership estimate."""
    start = load("go").start()
    estimate_ownership(start, 100)  # tables that the first playout makes
    return seconds(lambda: estimate_ownership(start, count))


def our_search(name: str, limit_s: float) -> tuple[float, float]:
    """Nodes a second and the depth reached from the start position."""
    game = load(name)
    report = Engine(game, hash_mb=64).search(game.start(), ms=round(1000 * limit_s))
    return report.nodes / report.seconds, report.depth


def run(size: Size) -> dict[str, float]:
    """Measures everything once. Raises ProgramMissing."""
    results: dict[str, float] = {}
    count = PERFT["chess"][size.chess]
    results["stockfish perft s"] = uci_perft("stockfish", size.chess, count)
    results["chess perft s"] = our_perft("chess", size.chess)
    results["othello perft s"] = our_perft("othello", size.othello)
    results["connect4 perft s"] = our_perft("connect4", size.connect4)
    results["checkers perft s"] = our_perft("checkers", size.checkers)
    results["go playouts s"] = our_playouts(size.playouts)
    results["endings s"] = our_endings(size.endings)
    variant = "setoption name UCI_Variant value xiangqi"
    count = PERFT["xiangqi"][size.xiangqi]
    results["fairy perft s"] = uci_perft("fairy-stockfish", size.xiangqi, count, "uci", variant)
    results["xiangqi perft s"] = our_perft("xiangqi", size.xiangqi)
    for name in ("chess", "xiangqi"):
        results[f"{name} nps"], results[f"{name} depth"] = our_search(name, size.seconds)
    results["ewn nodes"] = measure_search(size.ewn_plain, hash_mb=64)[0].nodes
    results["ewn plain nodes"] = reference_nodes(size.ewn_plain)
    results["ewn CPU s"] = measure_search(size.ewn, hash_mb=256)[1]
    return results


# ── printing ───────────────────────────────────────────────────────────────────────────────────


Row = tuple[str, str, str, str, str]
"""What is measured, the figure, its ratio to the yardstick, the required and the desired figure."""


def rows_of_perft(figures: Measurements, size: Size) -> Iterator[Row]:
    """Paths per second of other games, compared with Stockfish's in chess."""
    for name, depth, goals in (
        ("connect4", size.connect4, ("1", "")),
        ("checkers", size.checkers, ("0.35", "0.5")),
    ):
        paths, seconds = PERFT[name][depth], figures.median(f"{name} perft s")
        faster = figures.ratio("stockfish perft s", f"{name} perft s")
        faster *= paths / PERFT["chess"][size.chess]
        rate = f"{paths / seconds / 1e6:.1f} M/s"
        yield f"{name} perft {depth}, rate", rate, f"{faster:.2f}", *goals


def rows_of_rules(figures: Measurements, size: Size) -> Iterator[Row]:
    """Counting paths, and Othello's endings."""
    chess, xiangqi = PERFT["chess"][size.chess], PERFT["xiangqi"][size.xiangqi]
    othello = PERFT["othello"][size.othello]

    def rate(paths: int, name: str) -> str:
        return f"{paths / figures.median(name) / 1e6:.1f} M/s"

    def ratio(above: str, below: str) -> str:
        return f"{figures.ratio(above, below):.2f}"

    yield f"yardstick: Stockfish, perft {size.chess}", rate(chess, "stockfish perft s"), "", "", ""
    yield (
        f"chess perft {size.chess}, rate",
        rate(chess, "chess perft s"),
        ratio("stockfish perft s", "chess perft s"),
        "0.5",
        "1",
    )
    yield (
        f"othello perft {size.othello}, time",
        rate(othello, "othello perft s"),
        ratio("othello perft s", "stockfish perft s"),
        "at most 1.5",
        "1",
    )
    yield from rows_of_perft(figures, size)
    rate_of_playouts = size.playouts / figures.median("go playouts s")
    yield (
        "go 9x9, playouts with patterns, rate",
        f"{rate_of_playouts / 1000:.1f} k/s",
        f"{figures.ratio('stockfish perft s', 'go playouts s') * size.playouts / chess * 1e6:.0f} "
        "for a million paths",
        "20 k/s",
        "",
    )
    yield (
        f"othello, {size.endings} exact endings (FFO 40 to 42), time",
        f"{figures.median('endings s'):.2f} s",
        ratio("endings s", "stockfish perft s"),
        "at most 10",
        "4",
    )
    yardstick = rate(xiangqi, "fairy perft s")
    yield f"yardstick: Fairy-Stockfish, perft {size.xiangqi}", yardstick, "", "", ""
    yield (
        f"xiangqi perft {size.xiangqi}, rate",
        rate(xiangqi, "xiangqi perft s"),
        ratio("fairy perft s", "xiangqi perft s"),
        "4",
        "8",
    )


def rows_of_searches(figures: Measurements, size: Size) -> Iterator[Row]:
    """Nodes a second of alpha-beta, and EinStein's nodes and time."""
    for name, least, aim in (
        ("chess", "1.5 M/s, depth 14", "depth 18"),
        ("xiangqi", "1.5 M/s", "4 M/s"),
    ):
        speed = f"{figures.median(f'{name} nps') / 1e6:.2f} M/s"
        depth = f"depth {figures.median(f'{name} depth'):.0f}"
        yield (
            f"{name} search, {size.seconds:g} s from the start",
            f"{speed}, {depth}",
            "",
            least,
            aim,
        )
    yield (
        f"ewn, nodes to depth {size.ewn_plain}, all iterations",
        f"{figures.median('ewn nodes') / 1e6:.2f} M",
        f"{figures.ratio('ewn nodes', 'ewn plain nodes'):.2f}",
        "at most 0.10",
        "",
    )
    cpu = f"{figures.median('ewn CPU s'):.2f} s"
    yield f"ewn, user CPU to depth {size.ewn}", cpu, "", "at most 2 s", ""


def rows(figures: Measurements, size: Size) -> Iterator[Row]:
    """All rows of the table."""
    yield from rows_of_rules(figures, size)
    yield from rows_of_searches(figures, size)


def render(figures: Measurements, size: Size) -> Table:
    """The table to print."""
    table = Table(title=f"One thread; medians of {len(figures.runs)} runs")
    for heading in ("what", "found", "to its yardstick", "at least", "aim"):
        table.add_column(heading)
    for row in rows(figures, size):
        table.add_row(*row)
    return table


def main(arguments: list[str]) -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="bench-engines", description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(
        "--quick", action="store_true", help="a small run that checks that all works"
    )
    options = parser.parse_args(arguments)
    size = Size(4, 3, 8, 1, 0.2, 4, 4, 8, 200) if options.quick else Size()
    figures = Measurements()
    try:
        for number in range(options.runs):
            figures.runs.append(run(size))
            print(f"run {number + 1} of {options.runs}", file=sys.stderr, flush=True)
    except ProgramMissing as missing:
        print(f"bench-engines: {missing}", file=sys.stderr)
        return 2
    Console(width=None if sys.stdout.isatty() else 120).print(render(figures, size))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
