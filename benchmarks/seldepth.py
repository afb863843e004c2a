"""Measures how far quiescence and extensions take a search to nine plies beyond its depth.

    python -m benchmarks.seldepth [COUNT]

Takes one position from each of COUNT (300) games of our engine against itself at two plies, after
eight random plies, and searches it to depth DEPTH with a fresh table. Prints the Markdown table of
docs/measurements/search.md: the distance of the deepest node from the root in plies, and the number
of positions with that distance. Equal code prints the same on any machine.
"""

import random
import statistics
import sys
from collections import Counter

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .searches import table

CHESS = load("chess")
DEPTH = 9


def position(seed: int, engine: Engine) -> History:
    """A position of one game, after ten to eighty plies."""
    rng = random.Random(seed)
    state = CHESS.start()
    target = rng.randint(10, 80)
    while state.ply < target:
        best = rng.choice(state.legal()) if state.ply < 8 else engine.search(state, depth=2).best
        after = state.play(best)
        if after.result is not None:
            return state
        state = after
    return state


def main(count: int = 300) -> None:
    """Prints the table."""
    players = Engine(CHESS, hash_mb=1)
    deepest = []
    for seed in range(count):
        state = position(seed, players)
        deepest.append(Engine(CHESS, hash_mb=16).search(state, depth=DEPTH).seldepth)
    rows = [
        [f"{low} to {low + 2}", str(number), f"{number / count:.0%}"]
        for low, number in sorted(Counter(3 * (d // 3) for d in deepest).items())
    ]
    print(f"Depth {DEPTH}, {count} positions: median {statistics.median(deepest):g} plies,")
    print(f"least {min(deepest)}, most {max(deepest)}.\n")
    table(["deepest node, plies", "positions", "share"], rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
