"""Measures how well the response time of a house bot reveals the kind of its move, with busy cores.

The bot plays eight games at a time against one guest, and two games in which it always thinks. The
players, queue, engines and times are real, and the rooms are in memory. Prints for each game the
number and median time of the moves of each kind, the greatest Youden's J of two kinds (see
`youden`), and a verdict.

    python -m tests.proof.timing [--games whist leduc] [--moves 1000] [--level 2] [--seed 1]
"""

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections.abc import Sequence

from .house import RealHouse
from .youden import worst_youden

GAMES = ("whist", "leduc", "holdem", "kuhn", "blindtictactoe", "battleship", "kriegspiel")
MAX_YOUDEN = 0.08  # with 1,000 moves of each kind, chance exceeds it in 0.3 % of cases


def line(game: str, moves: int, level: int | None, seed: int) -> tuple[bool, str]:
    """Measures a game; returns whether it passes, and its line of output."""
    started = time.monotonic()
    house = RealHouse(game, level, moves, seed=seed)
    asyncio.run(house.run())
    times = house.times()
    kinds = ", ".join(
        f"{len(of_kind)} {kind} {1000 * statistics.median(of_kind):.0f} ms"
        for kind, of_kind in sorted(times.items())
    )
    worst, pair = worst_youden(times)
    passed = worst <= MAX_YOUDEN
    return passed, (
        f"{game}, level {level or 'full'}, seed {seed}: {kinds}; J {worst:.3f} ({pair}); "
        f"{time.monotonic() - started:.0f} s, load {os.getloadavg()[0]:.1f}: "
        f"{'passed' if passed else 'FAILED'}"
    )


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if the times of a game reveal too much."""
    parser = argparse.ArgumentParser(prog="timing", description=__doc__)
    parser.add_argument("--games", nargs="*", choices=GAMES, default=GAMES)
    parser.add_argument("--moves", type=int, default=1_000, help="of each kind")
    parser.add_argument("--level", type=int, default=2, help="0: full strength, in whist only")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    failed = 0
    for game in options.games:
        passed, text = line(game, options.moves, options.level or None, options.seed)
        print(text, flush=True)
        failed += not passed
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
