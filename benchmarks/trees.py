"""Measures what textbooks say about alpha-beta: the leaves that it visits in uniform trees, and the
cost of iterative deepening there and in our games.

    python -m benchmarks.trees [--only leaves|deepening|games] [--quick]

Prints the Markdown tables of docs/measurements/game-trees.md. The searches are the core's, in
uniform trees (benchmarks/uniform_trees.py) with no heuristics but those that a row names. Counts
do not depend on the machine. ± is half the 95 % interval.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import linear_regression, mean

from zeitnot_engines.commands.solve import solvable_games
from zeitnot_engines.engine import Engine, Report
from zeitnot_engines.games import NAMES, Game, History, load, methods_of

from .searches import table
from .uniform_trees import (
    UniformSearch,
    best_order_leaves,
    random_order_exponent,
    search_all,
)

Z95 = 1.96
DEEPENING_METHODS = ("alphabeta", "chance")


@dataclass(frozen=True)
class Size:
    """How much to measure."""

    # The depths, from and to, for each branching factor. Their number is odd: the counts in best
    # order differ between odd and even depths, which would tilt a fit.
    trees: dict[int, tuple[int, int]]
    seeds: int
    deepening: tuple[tuple[int, int], ...]  # branching factor and depth
    positions: int  # of each game
    nodes: int  # for each search of a game


FULL = Size(
    trees={2: (8, 18), 4: (5, 9), 10: (2, 6), 20: (2, 4), 30: (2, 4)},
    seeds=20,
    deepening=((4, 8), (10, 5), (30, 4)),
    positions=5,
    nodes=200_000,
)
QUICK = Size(trees={2: (2, 4)}, seeds=2, deepening=((4, 3),), positions=1, nodes=2_000)


@dataclass(frozen=True, slots=True)
class Slope:
    """A regression's slope, with half its 95 % interval."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f}"


def slope_of(points: Sequence[tuple[float, float]]) -> Slope:
    """The least-squares slope of at least three points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    slope, intercept = linear_regression(xs, ys)
    residual = sum((y - intercept - slope * x) ** 2 for x, y in points) / (len(points) - 2)
    centre = mean(xs)
    return Slope(slope, Z95 * math.sqrt(residual / sum((x - centre) ** 2 for x in xs)))


@dataclass(frozen=True)
class Ordering:
    """How the children are ordered, and the textbooks' figures for this order: the number of leaves
    if it is exact, and the exponent e of b^(e m)."""

    name: str
    order: str
    heuristics: tuple[str, ...] = ("alphabeta",)
    leaves: Callable[[int, int], int] | None = None
    exponent: str = ""


ORDERINGS = (
    Ordering("minimax", "random", (), pow, "1"),
    Ordering("best first", "best", leaves=best_order_leaves, exponent="1/2"),
    Ordering("random", "random", exponent="3/4"),
    Ordering("random, with PVS", "random", ("alphabeta", "pvs")),
    Ordering("worst first", "worst", exponent="1"),
    Ordering("adverse values", "adverse", leaves=pow, exponent="1"),
)


def leaf_rows(size: Size) -> Iterator[Sequence[str]]:
    """A row for each branching factor and order."""
    for branching, (first, last) in size.trees.items():
        for ordering in ORDERINGS:
            yield leaf_row(ordering, branching, range(first, last + 1), size.seeds)


def leaf_row(ordering: Ordering, branching: int, depths: range, seeds: int) -> Sequence[str]:
    """The mean of the leaves at the largest depth, and the exponent e of leaves = c b^(e m), fitted
    over all depths and trees. If the count depends only on the shape, one tree is enough."""
    searches = [
        UniformSearch(branching, depth, ordering.order, seed, heuristics=ordering.heuristics)
        for depth in depths
        for seed in range(1, 2 if ordering.leaves else seeds + 1)
    ]
    leaves = [counts.leaves[-1] for counts in search_all(searches)]
    deepest = [n for s, n in zip(searches, leaves, strict=True) if s.depth == depths[-1]]
    points = [(s.depth, math.log(n, branching)) for s, n in zip(searches, leaves, strict=True)]
    formula = f"{ordering.leaves(branching, depths[-1]):,}" if ordering.leaves else ""
    textbook = ordering.exponent
    if ordering.order == "random" and ordering.heuristics:
        textbook = f"{textbook or '3/4'}, limit {random_order_exponent(branching):.3f}"
    return (
        str(branching),
        f"{depths[0]} to {depths[-1]}",
        ordering.name,
        f"{mean(deepest):,.0f}",
        formula,
        str(slope_of(points)),
        textbook,
    )


DEEPENING: tuple[tuple[str, UniformSearch], ...] = (
    ("minimax", UniformSearch(2, 1, heuristics=())),
    ("best first", UniformSearch(2, 1, "best", informed=True)),
    ("random", UniformSearch(2, 1)),
    ("random, table", UniformSearch(2, 1, heuristics=("alphabeta", "table"))),
    (
        "random, table, perfect evaluation",
        UniformSearch(2, 1, informed=True, heuristics=("alphabeta", "table")),
    ),
)


def deepening_rows(size: Size) -> Iterator[Sequence[str]]:
    """A row for each kind of search and tree."""
    for branching, depth in size.deepening:
        for name, kind in DEEPENING:
            every, last, direct = deepening_nodes(kind, branching, depth, size.seeds)
            yield (
                str(branching), str(depth), name, f"{last:,.0f}", percent(every / last),
                percent(branching / (branching - 1)), f"{every / direct:.2f}",
            )  # fmt: skip


def deepening_nodes(
    kind: UniformSearch, branching: int, depth: int, seeds: int
) -> tuple[float, float, float]:
    """Mean nodes of all iterations, of the last one, and of a search directly to that depth."""
    searches = [
        UniformSearch(branching, depth, kind.order, seed, kind.informed, kind.heuristics, first)
        for first in (1, depth)
        for seed in range(1, seeds + 1)
    ]
    counts = search_all(searches)
    deepened, direct = counts[:seeds], counts[seeds:]
    return (
        mean(sum(count.nodes) for count in deepened),
        mean(count.nodes[-1] for count in deepened),
        mean(count.nodes[-1] for count in direct),
    )


def percent(ratio: float) -> str:
    """The excess of a ratio over 1, in percent."""
    return f"{100 * (ratio - 1):.1f} %"


def game_rows(size: Size) -> Iterator[Sequence[str]]:
    """A row for each game that a deepening search plays, with the table and without. Games so small
    that a search soon has all of them are left out."""
    small = solvable_games()
    for name in (name for name in NAMES if name not in small):
        method = next((method for method in methods_of(name) if method in DEEPENING_METHODS), None)
        if method is None:
            continue
        game = load(name)
        positions = list(random_positions(game, size.positions))
        for label, without in (("", []), (", without table", ["table"])):
            runs = [iterations(state, method, without, size.nodes) for state in positions]
            runs = [run for run in runs if len(run) >= 3]
            if runs:
                yield game_row(name + label, runs)


def game_row(label: str, runs: Sequence[Sequence[int]]) -> Sequence[str]:
    """The depths reached, the nodes of the last iterations, their growth, and the overhead.

    The growth is the geometric mean of the last two steps, since odd and even depths differ."""
    last = sum(run[-1] for run in runs)
    growth = math.exp(mean(math.log(run[-1] / run[-3]) / 2 for run in runs))
    series = percent(growth / (growth - 1)) if growth > 1 else ""
    depths = sorted(len(run) for run in runs)
    span = f"{depths[0]}" if depths[0] == depths[-1] else f"{depths[0]} to {depths[-1]}"
    overhead = percent(sum(map(sum, runs)) / last)
    return label, span, f"{last:,}", f"{growth:.2f}", overhead, series


def iterations(state: History, method: str, without: Sequence[str], nodes: int) -> list[int]:
    """The nodes of each completed iteration of a search that stops at `nodes`."""
    reports: list[Report] = []
    engine = Engine(state.game, method=method, without=without, hash_mb=64)
    engine.search(state, nodes=nodes, on_report=reports.append)
    totals = [0, *(report.nodes for report in reports)]
    return [after - before for before, after in pairwise(totals)]


def random_positions(game: Game, count: int) -> Iterator[History]:
    """The start, and unfinished positions with a choice after up to 20 random moves and throws."""
    rng = random.Random(game.name)
    state = game.start()
    while state.due:
        state = state.throw(rng.choice(state.outcomes())[0])
    yield state
    found = 1
    while found < count:
        state = game.start()
        for _ in range(rng.randrange(1, 20)):
            if state.result is None:
                state = random_step(state, rng)
        if state.result is None and len(state.legal()) > 1:
            found += 1
            yield state


def random_step(state: History, rng: random.Random) -> History:
    """A random move or throw."""
    if state.due:
        return state.throw(rng.choice(state.outcomes())[0])
    return state.play(rng.choice(state.legal()))


TABLES: dict[str, tuple[tuple[str, ...], Callable[[Size], Iterator[Sequence[str]]]]] = {
    "leaves": (
        ("b", "m", "order", "leaves at the last m", "exactly", "exponent", "textbooks"),
        leaf_rows,
    ),
    "deepening": (
        ("b", "depth", "search", "nodes of the last", "overhead", "1/(b−1)", "all / depth alone"),
        deepening_rows,
    ),
    "games": (
        ("game", "depths", "nodes of the last", "growth a ply", "overhead", "1/(growth−1)"),
        game_rows,
    ),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the requested tables."""
    parser = argparse.ArgumentParser(description=__doc__, prog="bench-trees")
    parser.add_argument("--only", choices=TABLES, help="one table; default: all")
    parser.add_argument("--quick", action="store_true", help="tiny trees, as the tests do")
    options = parser.parse_args(arguments)
    for name, (head, rows) in TABLES.items():
        if options.only in (None, name):
            print(f"### {name}\n")
            table(head, rows(QUICK if options.quick else FULL))


if __name__ == "__main__":
    main()
