"""How fast small games with hidden information are solved, and what the bots' levels concede.

    python -m benchmarks.strategies [--seconds S]

Prints four tables for docs/measurements/hidden.md. They show the exploitability of CFR+ by
iterations and seconds, including the time to build the tree; of external sampling; of the levels,
which mix random moves into the equilibrium; and of Leduc when its subgames after the first round
are re-solved.
"""

import argparse

from zeitnot_engines._core import GameTree, RegretMinimiser, Strategy, games_with_small_tree
from zeitnot_engines.games import History, Value, load
from zeitnot_engines.levels import levels_of
from zeitnot_engines.minimising import Goal, Minimisation, Point

SETTINGS: dict[str, list[dict[str, Value]]] = {
    "leduc": [{}, {"bets": "nolimit"}, {"bets": "nolimit", "stack": 20}]
}
TARGETS = (0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001, 0.00003, 0.00001)
LEVELS_FROM = 0.0001  # the exploitability of the equilibrium for the levels


def curve(points: list[Point]) -> list[Point]:
    """The first point at or below each of the TARGETS for the exploitability."""
    firsts = (next((p for p in points if p.exploitability <= target), None) for target in TARGETS)
    return [point for point in firsts if point is not None]


def name_of(game: str, settings: dict[str, Value]) -> str:
    return " ".join([game, *(f"{name}={value}" for name, value in settings.items())])


def print_curve(game: str, settings: dict[str, Value], method: str, goal: Goal) -> None:
    """The rows of one game."""
    work = Minimisation(load(game, settings), method, seed=1)
    work.run(goal)
    for point in curve(work.points):
        print(
            f"| {name_of(game, settings)} | {point.iterations} | {point.seconds:.3f} "
            f"| {point.exploitability:.6f} |"
        )


def print_levels(game: str, settings: dict[str, Value]) -> None:
    """One row: what each level concedes."""
    work = Minimisation(load(game, settings))
    work.run(Goal(exploitability=LEVELS_FROM))
    random = Strategy.uniform(work.tree)
    shares = [level.blunder_rate for _, level in sorted(levels_of(game).items())]
    found = [work.strategy.mixed(random, share).exploitability() for share in shares]
    cells = " | ".join(f"{value:.4f}" for value in (random.exploitability(), *found))
    print(f"| {name_of(game, settings)} | {cells} |")


def after_first_round() -> list[History]:
    """The positions in which Leduc's second round begins: one for each betting in the first round
    and each rank of the public card."""
    start = load("leduc").start()
    states, round_starts = [start.throw(values) for values, _ in start.outcomes()], {}
    while states:
        state = states.pop()
        _, board, betting = state.text.split()[0].split("/")
        if state.due is not None:
            states += [state.throw(values) for values, _ in state.outcomes()]
        elif board == "-" and state.text.split()[1] == "1":
            states += [state.play(move) for move in state.legal()]
        elif betting.endswith("-"):
            round_starts[board[0], betting] = state
    return list(round_starts.values())


def print_subgames(iterations: int, subgame_iterations: int = 1000) -> None:
    """One row: a strategy after these iterations, with one of its subgames re-solved, or all."""
    solver = RegretMinimiser(GameTree(load("leduc")))
    solver.iterate(iterations)
    all_resolved = before = solver.strategy()
    changes = []
    for state in after_first_round():
        for seat in (0, 1):
            found = before.resolved(state, seat, subgame_iterations).exploitability()
            changes.append(found - before.exploitability())
            all_resolved = all_resolved.resolved(state, seat, subgame_iterations)
    print(
        f"| {iterations} | {before.exploitability():.4f} | {len(changes)} | {min(changes):+.5f} "
        f"| {max(changes):+.5f} | {all_resolved.exploitability():.4f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of each curve, at most")
    seconds = parser.parse_args().seconds
    games = [(g, settings) for g in games_with_small_tree() for settings in SETTINGS.get(g, [{}])]
    for method in ("cfr", "mccfr"):
        print(f"{method}\n\n| game | iterations | seconds | exploitability |\n|---|---|---|---|")
        for game, settings in games:
            print_curve(game, settings, method, Goal(seconds=seconds, exploitability=TARGETS[-1]))
        print()
    numbers = " | ".join(f"level {number}" for number in sorted(levels_of(games[0][0])))
    print(f"levels\n\n| game | random | {numbers} |\n|---|{'---|' * (1 + numbers.count('level'))}")
    for game, settings in games:
        print_levels(game, settings)
    print("\nsubgames\n\n| iterations | exploitability | subgames | best | worst | all |")
    print("|---|---|---|---|---|---|")
    for iterations in (3, 10, 30, 100, 300):
        print_subgames(iterations)


if __name__ == "__main__":
    main()
