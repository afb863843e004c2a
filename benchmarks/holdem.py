"""The blueprint of hold'em against simple players, in duplicate deals.

    python -m benchmarks.holdem [--deals N] [--weights FILE] [--first SEED]
    python -m benchmarks.holdem --levels BOARDS

A deal is the cards of both seats and the board. Each is played twice against each opponent, with
the same cards and the seats exchanged, so that the luck of the cards falls on both; what remains is
the luck of the decisions. Prints a Markdown table for docs/measurements/holdem.md: chips a hand
with the 95 % interval of the mean over deals. The blinds are 1 and 2 chips. With `--levels` each
level of the bots plays the next lower one, by exact sums over all hands on BOARDS boards.
"""

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from zeitnot_engines._core import Weights, holdem_duplicates, holdem_level_duel
from zeitnot_engines.commands.progress import track
from zeitnot_engines.levels import levels_of
from zeitnot_engines.weights_files import package_weights, weights_in

from .holdem_opponents import opponents

Z95 = 1.96
CHUNK = 100
HEAD = "| opponent | deals | chips a hand, 95 % interval | above |\n|---|---|---|---|"

LEVELS_HEAD = "| level | boards | chips a hand, 95 % interval | above |\n|---|---|---|---|"


def mean_and_half_width(won: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    mean = math.fsum(won) / len(won)
    variance = math.fsum((chips - mean) ** 2 for chips in won) / (len(won) - 1)
    return mean, Z95 * math.sqrt(variance / len(won))


def play(weights: Weights, first: int, deals: int) -> dict[str, list[float]]:
    """What the blueprint won a hand in each deal, by opponent. Ctrl-C ends it: the deals so far."""
    players = opponents()
    won: dict[str, list[float]] = {name: [] for name in players}
    starts = range(first, first + deals, CHUNK)
    with suppress(KeyboardInterrupt):
        for start in track(starts, len(starts), f"holdem: {deals} deals"):
            count = min(CHUNK, first + deals - start)
            chunk = holdem_duplicates(weights, list(players.values()), start, count)
            for name, part in zip(players, chunk, strict=True):
                won[name] += part
    return won


def rows(won: dict[str, list[float]]) -> Iterable[str]:
    """The lines of the table."""
    for name, chips in won.items():
        if len(chips) < 2:
            continue
        mean, half_width = mean_and_half_width(chips)
        above = "yes" if mean > half_width else "no"
        yield f"| {name} | {len(chips)} | {mean:+.3f} ± {half_width:.3f} | {above} |"


def level_rows(weights: Weights, boards: int) -> Iterable[str]:
    """The lines of the table of levels."""
    rates = {number: level.blunder_rate for number, level in levels_of("holdem").items()}
    for number in list(rates)[1:]:
        mean, error = holdem_level_duel(weights, rates[number], rates[number - 1], boards)
        above = "yes" if mean > Z95 * error else "no"
        result = f"{mean:+.3f} ± {Z95 * error:.3f}"
        yield f"| {number} over {number - 1} | {boards} | {result} | {above} |"


def main(arguments: Sequence[str]) -> int:
    """Prints the table; returns the exit status."""
    parser = argparse.ArgumentParser(prog="holdem", description=__doc__)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=1, help="the first deal's seed")
    parser.add_argument("--weights", type=Path, help="a blueprint; else the package's")
    parser.add_argument("--levels", type=int, metavar="BOARDS", help="measure the levels instead")
    options = parser.parse_args(arguments)
    weights_file = options.weights
    weights = (
        package_weights("holdem") if weights_file is None else weights_in(weights_file, "holdem")
    )
    assert weights is not None
    if options.levels is not None:
        print(LEVELS_HEAD, *level_rows(weights, options.levels), sep="\n", flush=True)
        return 0
    if options.deals < 2:
        parser.error("An interval takes two deals or more.")
    print(HEAD, flush=True)
    for row in rows(play(weights, options.first, options.deals)):
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
