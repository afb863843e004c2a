"""`make secrecy`: compares pairs of games that differ only in what a viewer may not know, for every
game with hidden information. Prints the first pair that the viewer could distinguish."""

import argparse
import sys
from collections.abc import Sequence

from .comparing import differences
from .pairs import HIDING_GAMES, pairs

RECORDS_EVERY = 10  # of this many pairs, one has its database records compared, which is slow


def main(arguments: Sequence[str]) -> int:
    """Returns 1 if something leaked."""
    parser = argparse.ArgumentParser(prog="secrecy", description=__doc__)
    parser.add_argument("--pairs", type=int, default=1_000, help="for each game")
    parser.add_argument("--games", nargs="*", choices=HIDING_GAMES, default=HIDING_GAMES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    for game in options.games:
        for number, pair in enumerate(pairs(game, options.pairs, options.seed)):
            if leaks := differences(pair, with_records=number % RECORDS_EVERY == 0):
                print(f"{game}: {', '.join(leaks)} of these two differ: {pair}")
                return 1
        print(f"{game}: {options.pairs} pairs, no difference", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
