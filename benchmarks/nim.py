"""Measures Grundy's game: how many nodes a table saves, and how fast nim-values are found.

    python -m benchmarks.nim

The first table counts the nodes of the whole tree, the different positions in it, and the nodes of
alpha-beta to the end of the game without a table and with one. The second part times finding the
values of heaps up to n by the definition, which takes n²/4 steps, and by the rare values, and
verifies that the values are equal.
"""

import statistics
import time

from zeitnot_engines._core import heap_values
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, load

HEAPS = (7, 10, 15, 20)
SMALL, LARGE = 2_000, 100_000
RUNS = 5


def positions(game: Game) -> int:
    """The different positions that can be reached, the start included."""
    seen, new = {game.start().text}, {game.start().text}
    while new:
        states = [game.parse(text) for text in new]
        new = {state.play(move).text for state in states for move in state.legal()} - seen
        seen |= new
    return len(seen)


def tree_nodes(game: Game) -> int:
    """All nodes of the game's tree, counted one by one."""
    total, depth = 0, 0
    while count := (game.start().perft(depth) if depth else 1):
        total, depth = total + count, depth + 1
    return total


def searched_nodes(game: Game, without: list[str]) -> int:
    """The nodes of alpha-beta until it has found the value."""
    engine = Engine(game, method="alphabeta", without=without)
    report = engine.search(game.start(), depth=60)
    assert report.exact
    return report.nodes


def by_definition(largest: int) -> list[int]:
    """The values of heaps of 0 to `largest`."""
    values: list[int] = []
    for heap in range(largest + 1):
        splits = {values[part] ^ values[heap - part] for part in range(1, (heap + 1) // 2)}
        values.append(next(value for value in range(heap + 1) if value not in splits))
    return values


def seconds(largest: int) -> float:
    started = time.perf_counter()
    heap_values("grundy", largest)
    return time.perf_counter() - started


def main() -> None:
    print("| heap | nodes of the tree | positions | alpha-beta without table | with table |")
    print("|---|---|---|---|---|")
    for heap in HEAPS:
        game = load("grundy", {"heap": heap})
        counts = (
            tree_nodes(game),
            positions(game),
            searched_nodes(game, ["table"]),
            searched_nodes(game, []),
        )
        print(f"| {heap} | {' | '.join(f'{count:,}' for count in counts)} |")
    started = time.perf_counter()
    assert by_definition(SMALL) == heap_values("grundy", SMALL)
    print(
        f"\nheaps to {SMALL:,} by the definition, in Python: {time.perf_counter() - started:.2f} s"
    )
    for largest in (SMALL, 10_000, LARGE):
        times = [seconds(largest) for _ in range(RUNS)]
        print(f"heaps to {largest:,} by the rare values: {statistics.median(times):.3f} s")


if __name__ == "__main__":
    main()
