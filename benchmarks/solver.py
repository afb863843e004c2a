"""Measures the solver: processor time for single positions, each with an empty table.

    python -m benchmarks.solver connect4 --plies 12 --positions 300
    python -m benchmarks.solver connect4 44444 -

Prints the median, the 90th percentile and the longest time for positions reached by random play,
the same in every run; or the time for each given position (`-` is the start).
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator

from zeitnot_engines._core import Solver
from zeitnot_engines.games import Game, History, load


def random_positions(game: Game, plies: int, count: int) -> Iterator[History]:
    """Unfinished positions after `plies` random moves."""
    rng = random.Random(plies)
    while count > 0:
        state = game.start()
        while state.ply < plies and not state.result:
            state = state.play(rng.choice(state.legal()))
        if not state.result:
            count -= 1
            yield state


def measure(state: History, hash_mb: int) -> tuple[float, int]:
    """Seconds of processor time, and nodes."""
    solver = Solver(state.game, hash_mb=hash_mb)
    started = time.process_time()
    solved = solver.solve(state)
    assert solved is not None
    return time.process_time() - started, solved.nodes


def main(arguments: list[str]) -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(prog="bench-solver", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("position", nargs="*", help="positions to measure, one by one")
    parser.add_argument("--plies", type=int, default=12)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--hash", type=int, default=64, help="MB")
    options = parser.parse_args(arguments)
    game = load(options.game)
    for text in options.position:
        elapsed, nodes = measure(game.parse(text), options.hash)
        print(f"{text}: {elapsed:.2f} s, {nodes / 1e6:.1f} M nodes", flush=True)
    if options.position:
        return 0
    states = random_positions(game, options.plies, options.positions)
    times = sorted(measure(state, options.hash)[0] for state in states)
    print(
        f"{len(times)} positions of {options.plies} plies: median {statistics.median(times):.3f} s,"
        f" 90 % within {times[len(times) * 9 // 10]:.3f} s, worst {times[-1]:.3f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
