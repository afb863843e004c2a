"""How often the sequential test of `match --sprt` is wrong, and how long it takes: a simulation.

    python -m benchmarks.sprt [--runs 20000] [--bounds E0,E1] [--processes 2] [--quick]

Prints the Markdown table of docs/measurements/sprt.md. In each run A's true Elo is that of one
hypothesis, and pairs are drawn until the test accepts one. The two games of a pair are independent,
with half of the games drawn or none. The figures do not depend on the machine. ± is half of the
95 % interval.
"""

import argparse
import math
import os
import random
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from operator import add, mul

from zeitnot_engines.matches.standing import OUTCOMES, Z95, Sprt, score_of

from .searches import table

BOUNDS = ((0, 5), (0, 10), (0, 20), (0, 50), (0, 100))
SQUARES = [n * n for n in range(OUTCOMES)]
DRAWS = (0.0, 0.5)
MOST_ELO = 190  # half of the games drawn and the others won are 75 %, or 190.8 Elo
CHUNK = 500  # runs in one task
MOST_DRAWN = 200  # pairs at a time, which bounds the tables of `cumulated`
SIGMAS = 7  # a normal variable is so far off once in 10^11 times
HEAD = ("bounds", "draws", "H1 at E0", "pairs at E0", "H0 at E1", "pairs at E1")

Draw = Callable[[int], Sequence[int]]  # of a number of pairs, how many have each outcome
PairsToDraw = Callable[[Sprt, Sequence[int], float], int]  # as safe_pairs


@dataclass(frozen=True, slots=True)
class Cell:
    """Runs of one test at one true strength: A's Elo above B, and the share of drawn games."""

    test: Sprt
    elo: float
    draws: float

    def pair_outcomes(self) -> list[float]:
        """The probabilities of 0, ½, 1, 1½ and 2 points in a pair of independent games."""
        score = score_of(self.elo)
        won = score - self.draws / 2
        game = (1 - won - self.draws, self.draws, won)
        pair = [0.0] * OUTCOMES
        for i, first in enumerate(game):
            for j, second in enumerate(game):
                pair[i + j] += first * second
        return pair


@dataclass(frozen=True, slots=True)
class Tally:
    """The runs that accepted H1, all runs, and their pairs."""

    accepted: int
    runs: int
    pairs: int

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.accepted + other.accepted, self.runs + other.runs, self.pairs + other.pairs
        )


def tally(cell: Cell, runs: int, seed: int) -> Tally:
    """The result of `runs` runs. Equal seeds give equal runs."""
    draw = drawer(random.Random(f"{seed} {cell}"), cell.pair_outcomes())
    ends = [decide(cell.test, draw) for _ in range(runs)]
    return Tally(sum(h1 for h1, _ in ends), runs, sum(pairs for _, pairs in ends))


def drawer(rng: random.Random, outcomes: Sequence[float]) -> Draw:
    """Draws pairs with these probabilities: one binomial variable for each outcome but the last,
    given those before."""
    rests = [sum(outcomes[i:]) for i in range(len(outcomes))]
    shares = [min(p / rest, 1.0) for p, rest in zip(outcomes[:-1], rests, strict=False)]

    def draw(pairs: int) -> list[int]:
        counts = []
        for share in shares:
            count = bisect_right(cumulated(pairs, share), rng.random())
            counts.append(count)
            pairs -= count
        return [*counts, pairs]

    return draw


@cache
def cumulated(trials: int, share: float) -> list[float]:
    """The probabilities of at most 0, 1, ... and `trials` - 1 successes."""
    return [
        *accumulate(
            math.comb(trials, n) * share**n * (1 - share) ** (trials - n) for n in range(trials)
        )
    ]


def decide(test: Sprt, draw: Draw, pairs_to_draw: PairsToDraw | None = None) -> tuple[bool, int]:
    """Whether the test accepts H1, and after how many pairs, as if it checked after each.

    `pairs_to_draw`: how many pairs to draw before the next check; default: `safe_pairs`."""
    pairs_to_draw = pairs_to_draw or safe_pairs
    counts = [0] * OUTCOMES
    llr = 0.0
    while (verdict := test.verdict(llr)) is None:
        counts = [*map(add, counts, draw(pairs_to_draw(test, counts, llr)))]
        llr = test.llr(counts)
    return verdict == "H1", sum(counts)


def safe_pairs(test: Sprt, counts: Sequence[int], llr: float) -> int:
    """How many pairs to draw at once: the test accepts nothing before the last of them.

    One pair changes the ratio by about (s1 - s0) / (2 variance) at most, where s0 and s1 are the
    scores of the hypotheses. A tenth more pairs reduces the variance by a tenth at most. The rest
    of the 30 % is a reserve, because the ratio is not quite linear. Far from the bounds more pairs
    can be drawn, because random pairs move the ratio only by the square root of their number."""
    pairs = sum(counts)
    points = sum(map(mul, counts, range(OUTCOMES))) / 4
    squares = sum(map(mul, counts, SQUARES)) / 16
    if pairs < 10 or squares * pairs == points**2:
        return 1
    variance = squares / pairs - (points / pairs) ** 2
    gap = score_of(test.elo1) - score_of(test.elo0)
    distance = min(test.upper - llr, llr - test.lower)
    safe = 0.7 * distance * 2 * variance / gap
    if pairs >= MOST_DRAWN:
        safe = max(safe, variance * (distance / gap / SIGMAS) ** 2)
    return max(1, min(pairs // 10, MOST_DRAWN, int(safe)))


def rows(
    bounds: Iterable[tuple[float, float]], runs: int, processes: int, seed: int
) -> Iterator[Sequence[str]]:
    """A row for each pair of bounds and share of draws."""
    cells = [Cell(Sprt(*both), elo, draws) for both in bounds for draws in DRAWS for elo in both]
    sizes = [min(CHUNK, runs - start) for start in range(0, runs, CHUNK)]
    with ProcessPoolExecutor(processes) as pool:
        tasks = [
            [pool.submit(tally, cell, n, seed + i) for i, n in enumerate(sizes)] for cell in cells
        ]
        tallies = (sum((t.result() for t in chunk), Tally(0, 0, 0)) for chunk in tasks)
        for cell in cells[::2]:
            at_e0, at_e1 = next(tallies), next(tallies)
            yield (
                f"{cell.test.elo0:g} to {cell.test.elo1:g}",
                f"{100 * cell.draws:.0f} %",
                rate(at_e0.accepted, at_e0.runs),
                f"{at_e0.pairs / at_e0.runs:,.0f}",
                rate(at_e1.runs - at_e1.accepted, at_e1.runs),
                f"{at_e1.pairs / at_e1.runs:,.0f}",
            )


def rate(errors: int, runs: int) -> str:
    """The share of errors in percent."""
    share = errors / runs
    return f"{100 * share:.2f} % ± {100 * Z95 * math.sqrt(share * (1 - share) / runs):.2f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="bench-sprt")
    parser.add_argument("--runs", type=int, default=20_000, help="of each cell")
    parser.add_argument("--bounds", metavar="E0,E1", help="only these; default: five pairs")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="few runs of wide bounds")
    options = parser.parse_args(arguments)
    runs = 20 if options.quick else options.runs
    bounds: Sequence[tuple[float, float]] = ((50, 150),) if options.quick else BOUNDS
    if options.bounds:
        low, high = map(float, options.bounds.split(","))
        if not -MOST_ELO <= low < high <= MOST_ELO:
            parser.error(
                f"bounds must rise, from -{MOST_ELO} to {MOST_ELO}: half the games are drawn"
            )
        bounds = [(low, high)]
    table(HEAD, rows(bounds, runs, options.processes, options.seed))


if __name__ == "__main__":
    main()
