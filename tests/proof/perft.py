"""`make perft`: counts the move paths from each position, to its deepest published depth.

A count may reach billions; the tests count to smaller depths.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence

from zeitnot_engines.games import History

from ..games.facts import published_counts


def count(positions: Iterable[tuple[History, Sequence[int]]], max_paths: int) -> int:
    """Checks and prints each position's deepest count up to `max_paths`; returns how many are
    wrong."""
    wrong = 0
    for start, counts in positions:
        depth = max(i for i, paths in enumerate(counts, 1) if paths <= max_paths or i == 1)
        started, result = time.process_time(), start.perft(depth)
        seconds = time.process_time() - started
        verdict = "" if result == counts[depth - 1] else f"  WRONG: it is {counts[depth - 1]}"
        print(
            f"{start.game.name} {depth}: {result} in {seconds:.1f} s  {start.text}{verdict}",
            flush=True,
        )
        wrong += bool(verdict)
    return wrong


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if a count is wrong."""
    parser = argparse.ArgumentParser(prog="perft", description=__doc__)
    parser.add_argument("--most", type=int, default=10**10, help="paths of one position")
    max_paths = parser.parse_args(arguments).most
    return int(count(published_counts(), max_paths) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
