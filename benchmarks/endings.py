"""Measures how much a tablebase speeds up searches of EinStein.

    python -m benchmarks.endings DIR [COUNT]

DIR is a folder of `zeitnot tablebase`. Takes COUNT (10) positions of random games, before a throw,
for each number of stones, and searches them with the tablebase and without, until the value is
proved or MAX_NODES are visited. Prints the Markdown table of docs/measurements/endings.md. If a
position is proved both ways, the two values must agree to 1e-9. Times are user CPU
seconds; the first look-up in a table also waits for the disk, which they do not show.
"""

import os
import random
import statistics
import sys
from collections.abc import Iterator, Sequence

from zeitnot_engines._core import Tablebase
from zeitnot_engines.engine import Engine, Report
from zeitnot_engines.games import History, load

from .searches import table

EWN = load("ewn")
MAX_NODES = 5_000_000
HASH_MB = 64
SIZES = ((2, 2), (3, 2), (3, 3), (4, 3), (4, 4))


def stones(state: History) -> tuple[int, int]:
    """The number of stones of each side, the larger first."""
    cells = [cell != "0" for cell in state.text.split()[2:]]
    fewer, more = sorted((sum(cells[:6]), sum(cells[6:])))
    return more, fewer


def positions(size: tuple[int, int], count: int) -> list[History]:
    """The first position of this size from each of `count` random games."""
    rng, results = random.Random(str(size)), []
    while len(results) < count:
        state = EWN.start()
        while state.result is None and not (state.due and stones(state) == size):
            state = state.throw([rng.randint(1, 6)])
            state = state.play(rng.choice(state.legal()))
        if state.result is None:
            results.append(state)
    return results


def measure_search(state: History, tablebase: Tablebase | None) -> tuple[Report, float]:
    """The report of a search with an empty table, and its user CPU seconds."""
    engine = Engine(EWN, hash_mb=HASH_MB, tablebase=tablebase)
    started = os.times().user
    report = engine.search(state, nodes=MAX_NODES)
    return report, os.times().user - started


def rows(tablebase: Tablebase, count: int) -> Iterator[Sequence[str]]:
    """A row for each number of stones."""
    for size in SIZES:
        columns = []
        results = [
            [measure_search(state, used) for used in (tablebase, None)]
            for state in positions(size, count)
        ]
        for index in (0, 1):  # with the tablebase, without it
            proved = sum(pair[index][0].exact for pair in results)
            nodes = statistics.median(pair[index][0].nodes for pair in results)
            seconds = statistics.median(pair[index][1] for pair in results)
            columns += [f"{proved} of {count}", f"{nodes:,.0f}", f"{seconds:.3f} s"]
        differences = [
            abs(with_tables.value - without.value)
            for (with_tables, _), (without, _) in results
            if with_tables.exact and without.exact
        ]
        assert all(error < 1e-9 for error in differences), differences
        yield f"{size[0]} and {size[1]}", *columns, f"{max(differences):.1e}" if differences else ""


def main() -> None:
    """Prints the table."""
    tablebase = Tablebase("ewn", sys.argv[1])
    head = [
        "stones",
        "proved",
        "nodes",
        "user CPU",
        "proved without",
        "nodes",
        "user CPU",
        "difference",
    ]
    table(head, rows(tablebase, int(sys.argv[2]) if len(sys.argv) > 2 else 10))


if __name__ == "__main__":
    main()
