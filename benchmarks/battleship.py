"""How many shots the engine (method `density`), its levels and random shots need for a fleet.

    python -m benchmarks.battleship [--fleets N] [--touching no]

All shoot at the same random fleets, which they do not see; every fleet is equally likely. Printed
are the mean number of shots until all five ships are sunk, with half its 95 % interval, and the
time a shot takes.
"""

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, History, load
from zeitnot_engines.levels import FULL, Level, levels_of

GAME = "battleship"
SEED = 20_261_126
Shoot = Callable[[History], str]


@dataclass(frozen=True)
class Sinking:
    """The shots that each fleet took, and the seconds of one shot."""

    shots: list[int]
    seconds: float

    def __str__(self) -> str:
        error = 1.96 * statistics.stdev(self.shots) / math.sqrt(len(self.shots))
        mean = statistics.fmean(self.shots)
        return f"{mean:.2f} ± {error:.2f} | {min(self.shots)} to {max(self.shots)}"


def fleets(game: Game, count: int) -> Iterator[History]:
    """Yields setups in which seat 0 is to shoot. All fleets are equally likely: one with
    overlapping ships is drawn again completely."""
    rng = random.Random(SEED)
    for _ in range(count):
        yield _with_fleet(_with_fleet(game.start(), rng), rng)


def _with_fleet(state: History, rng: random.Random) -> History:
    while True:
        after = state
        for _ in range(5):
            legal = set(after.legal())
            size = int(next(iter(legal))[-1])
            cells = 10 * (11 - size)
            direction, at = rng.choice("hv"), rng.randrange(cells)
            along, across = at % (11 - size), at // (11 - size)
            column, row = (along, across) if direction == "h" else (across, along)
            move = f"{'ABCDEFGHIJ'[column]}{row + 1}{direction}{size}"
            if move not in legal:
                break
            after = after.play(move)
        else:
            return after


def sink(state: History, shoot: Shoot) -> int:
    """The number of shots that seat 0 needs. Seat 1 shoots first at water and then at ships; it has
    one shot less, so it never sinks the last ship."""
    fleet = state.text[:100]
    ships_first = sorted(range(100), key=lambda at: fleet[at] == ".")
    cells = [f"{'ABCDEFGHIJ'[at % 10]}{at // 10 + 1}" for at in ships_first]
    shots = 0
    while True:
        state = state.play(shoot(state))
        shots += 1
        if state.result is not None:
            return shots
        state = state.play(cells.pop())


def by_level(game: Game, level: Level, rng: random.Random) -> Shoot:
    """Shots of the house bot with this level."""
    engine = Engine(game)

    def shoot(state: History) -> str:
        if rng.random() < level.blunder_rate:
            return rng.choice(state.legal())
        best = engine.search(state, nodes=level.nodes).best
        assert best is not None
        return best

    return shoot


def measure(game: Game, count: int, shoot: Shoot) -> Sinking:
    """Sinks `count` fleets."""
    started = time.perf_counter()
    shots = [sink(state, shoot) for state in fleets(game, count)]
    return Sinking(shots, (time.perf_counter() - started) / sum(shots))


def main() -> None:
    """Prints a row for each method."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fleets", type=int, default=1_000)
    parser.add_argument("--touching", choices=("yes", "no"), default="yes")
    parser.add_argument("--only", choices=("full",), help="only full strength")
    args = parser.parse_args()
    game, rng = load(GAME, {"touching": args.touching}), random.Random(SEED)
    rows: dict[str, Shoot] = {"full strength": by_level(game, FULL, rng)}
    if args.only is None:
        rows["at random"] = lambda state: rng.choice(state.legal())
        for number, level in levels_of(GAME).items():
            rows[f"level {number}"] = by_level(game, level, rng)
    print("| | shots | from | ms a shot |\n|---|---|---|---|")
    for name, shoot in rows.items():
        found = measure(game, args.fleets, shoot)
        print(f"| {name} | {found} | {1_000 * found.seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
