"""Chinese checkers' searches against simple bots, plain UCT, OpenSpiel, and one another.

    python -m benchmarks.chinesecheckers greedy      two seats, against the greedy bot
    python -m benchmarks.chinesecheckers three       three seats, against two greedy bots
    python -m benchmarks.chinesecheckers uct         against our plain UCT of 1,000 simulations
    python -m benchmarks.chinesecheckers openspiel   against OpenSpiel's MCTS of 1,000 simulations
    python -m benchmarks.chinesecheckers methods     the methods against one another (--seats)
    python -m benchmarks.chinesecheckers levels      a level against seats of the next lower one
    python -m benchmarks.chinesecheckers speed       playouts a second of one thread

Every game begins with a random move of each seat. `--nodes` limits the searches of a move,
so that results do not depend on the machine's load; `--ms` limits their time instead. Prints rows
of a Markdown table for docs/measurements/chinesecheckers.md, and the score so far on stderr.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from tests.games.chinesecheckers.greedy import Greedy
from tests.games.chinesecheckers.open_spiel_player import OpenSpielPlayer
from zeitnot_engines._core import mcts_parts
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, History, load
from zeitnot_engines.levels import levels_of

from .levels import interval

Player = Callable[[History, Sequence[str]], str]
"""Chooses a move in a position; the second argument is the moves that led to it."""
GAME = "chinesecheckers"
METHODS = ("paranoid", "maxn", "mcts")
SIMULATIONS = 1000


class Searching:
    """A player by a search method. Records the seconds and depth of each move."""

    def __init__(
        self, game: Game, method: str, limits: Mapping[str, int], **options: object
    ) -> None:
        self._engine = Engine(game, method=method, **options)
        self._limits = dict(limits)
        self.seconds: list[float] = []
        self.depths: list[int] = []

    def __call__(self, state: History, moves: Sequence[str]) -> str:
        report = self._engine.search(state, **self._limits)
        self.seconds.append(report.seconds)
        self.depths.append(report.depth)
        assert report.best is not None
        return report.best


def play(game: Game, players: Sequence[Player], rng: random.Random) -> History:
    """The end of a game; each seat's first move is random."""
    state, moves = game.start(), list[str]()
    while state.result is None:
        is_opening = state.ply < game.seats
        player = players[state.turn]
        moves.append(rng.choice(state.legal()) if is_opening else player(state, moves))
        state = state.play(moves[-1])
    return state


def scores_of(end: History) -> tuple[float, ...]:
    assert end.result is not None
    return tuple(end.result[0])


def against(
    seats: int, games: int, seed: int, tested: Player, other: Callable[[random.Random], Player]
) -> tuple[list[float], int]:
    """The score of `tested` in each game, and how many games it won outright; its seat rotates."""
    game, scores, first = load(GAME, {"seats": seats}), list[float](), 0
    for number in range(games):
        rng, seat = random.Random(seed + number // seats), number % seats
        players = [tested if i == seat else other(rng) for i in range(seats)]
        result = scores_of(play(game, players, rng))
        scores.append(result[seat])
        first += result[seat] == 1
        print(f"{sum(scores):g} of {len(scores)}, first {first}", file=sys.stderr)
    return scores, first


def row(name: str, games: int, share: float) -> str:
    """A line of the table: a share of the games with its 95 % interval."""
    low, high = interval(share, games)
    return f"| {name} | {games} | {100 * share:.1f} %, {100 * low:.0f} to {100 * high:.0f} % |"


def match(kind: str, method: str, games: int, seed: int, limits: Mapping[str, int]) -> None:
    """One method against one kind of bot."""
    seats = 3 if kind == "three" else 2
    game = load(GAME, {"seats": seats})
    tested = Searching(game, method, limits)
    without_heuristics = {"without": sorted(mcts_parts())}

    def other(rng: random.Random) -> Player:
        if kind == "uct":
            seeded = {**without_heuristics, "seed": rng.randrange(1 << 30)}
            return Searching(game, "mcts", {"nodes": SIMULATIONS}, **seeded)
        if kind == "openspiel":
            return OpenSpielPlayer(SIMULATIONS, rng.randrange(1 << 30))
        return Greedy(seats, rng)

    scores, first = against(seats, games, seed, tested, other)
    share = first / games if seats > 2 else statistics.mean(scores)
    print(row(f"{method} against {kind}, {_text(limits)}", games, share))
    print(
        f"a move: depth {statistics.mean(tested.depths):.1f}, "
        f"{statistics.mean(tested.seconds):.3f} s, median {statistics.median(tested.seconds):.3f} s"
    )


def _text(limits: Mapping[str, int]) -> str:
    return ", ".join(f"{value:,} {name}" for name, value in limits.items())


def methods(
    among: Sequence[str], seats: int, games: int, seed: int, limits: Mapping[str, int]
) -> None:
    """Mean scores of these methods; every seat has one, and they rotate over the seats."""
    game = load(GAME, {"seats": seats})
    found: dict[str, list[float]] = {method: [] for method in among}
    for number in range(games):
        names = [among[(seat + number) % len(among)] for seat in range(seats)]
        players = [Searching(game, name, limits) for name in names]
        end = play(game, players, random.Random(seed + number))
        for name, score in zip(names, scores_of(end), strict=True):
            found[name].append(score)
        means = {name: f"{statistics.mean(some or [0]):.3f}" for name, some in found.items()}
        print(number + 1, means, file=sys.stderr)
    for name, some in found.items():
        half = 1.96 * statistics.stdev(some) / len(some) ** 0.5
        print(f"| {seats} | {name} | {len(some)} | {statistics.mean(some):.3f} ± {half:.3f} |")


class LevelPlayer:
    """A level of the bots, with its depth, nodes and blunder rate."""

    def __init__(self, game: Game, number: int, rng: random.Random) -> None:
        self._level, self._rng = levels_of(GAME)[number], rng
        self._engine = Engine(game)

    def __call__(self, state: History, moves: Sequence[str]) -> str:
        if self._rng.random() < self._level.blunder_rate:
            return self._rng.choice(state.legal())
        limits = {"depth": self._level.depth, "nodes": self._level.nodes}
        report = self._engine.search(state, **{key: n for key, n in limits.items() if n})
        assert report.best is not None
        return report.best


def levels(seats: int, games: int, seed: int, numbers: Sequence[int]) -> None:
    """Mean scores of a seat of one level among seats of the next lower one; equal ones have 0.5."""
    game = load(GAME, {"seats": seats})
    for number in numbers:
        tested = LevelPlayer(game, number, random.Random(seed))
        scores, first = against(
            seats, games, seed, tested, lambda rng, n=number: LevelPlayer(game, n - 1, rng)
        )
        mean = statistics.mean(scores)
        print(f"{row(f'{seats} seats, {number} over {number - 1}', games, mean)} first {first}")


def speed() -> None:
    """Playouts a second of the processor's time, from positions of the middle game."""
    for seats in (2, 3, 6):
        game, rng = load(GAME, {"seats": seats}), random.Random(1)
        state, greedy = game.start(), Greedy(seats, rng)
        while state.ply < 12 * seats:
            state = state.play(greedy(state, ()))
        engine, rates = Engine(game, method="mcts"), list[float]()
        for _ in range(5):
            engine.clear()
            started = time.process_time()
            nodes = engine.search(state, nodes=5_000).nodes
            rates.append(nodes / (time.process_time() - started))
        print(f"{seats} seats: {statistics.median(rates):,.0f} playouts a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    kinds = ("greedy", "three", "uct", "openspiel", "methods", "levels", "speed")
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("--method", default="paranoid", choices=METHODS)
    parser.add_argument("--among", nargs="+", default=METHODS, choices=METHODS, help="of methods")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=2, help="of levels and methods")
    parser.add_argument("--lowest", type=int, default=2, help="level, over the next lower one")
    parser.add_argument("--highest", type=int, default=5, help="level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--ms", type=int)
    args = parser.parse_args()
    limits = {"ms": args.ms} if args.ms else {"nodes": args.nodes}
    if args.kind == "speed":
        speed()
    elif args.kind == "levels":
        levels(args.seats, args.games, args.seed, range(args.lowest, args.highest + 1))
    elif args.kind == "methods":
        methods(args.among, args.seats, args.games, args.seed, limits)
    else:
        match(args.kind, args.method, args.games, args.seed, limits)


if __name__ == "__main__":
    main()
