"""`make perft`: paths counted to the last depth that anybody has published, some billions.

Without its deepest counts the same is in the tests of each game.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from zeitnot_engines.games import History, load

VALUES = Path(__file__).parents[1] / "data/values.json"


def published(values: dict[str, Any]) -> Iterator[tuple[History, list[int]]]:
    """Positions, and how many paths of 1, 2, … plies each has."""
    for game in ("chess", "xiangqi"):
        for position in values[game]["positions"]:
            yield load(game).parse(position["fen"]), position["nodes"]
    for game in ("othello", "ewn"):
        yield load(game).start(), values[game]["positions"][0]["nodes"]
    yield load("othello", {"size": 6}).start(), values["othello"]["six_by_six"]
    yield load("tictactoe").start(), values["tictactoe"]["nodes"]


def count(values: dict[str, Any], most: int) -> int:
    """Counts and prints each position's deepest number up to `most` paths; how many are wrong."""
    wrong = 0
    for start, nodes in published(values):
        depth = max(i for i, n in enumerate(nodes, 1) if n <= most or i == 1)
        begun, found = time.process_time(), start.perft(depth)
        seconds = time.process_time() - begun
        verdict = "" if found == nodes[depth - 1] else f"  WRONG: it is {nodes[depth - 1]}"
        print(
            f"{start.game.name} {depth}: {found} in {seconds:.1f} s  {start.text}{verdict}",
            flush=True,
        )
        wrong += bool(verdict)
    return wrong


def main(words: Sequence[str]) -> int:
    """1 if a count is wrong."""
    parser = argparse.ArgumentParser(prog="perft", description=__doc__)
    parser.add_argument("--most", type=int, default=10**10, help="paths of one position")
    most = parser.parse_args(words).most
    return int(count(json.loads(VALUES.read_text(encoding="utf-8")), most) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
