"""The engine at full strength keeps the result of perfect play, whatever the other side does."""

import random
from collections.abc import Callable

import pytest

from zeitnot_engines._core import Solver
from zeitnot_engines.bots.levels import FULL, LEVELS, Level
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .test_solver import random_state

GAME = load("connect4")
Choice = Callable[[History], str]


def value(solver: Solver, state: History, seat: int) -> int:
    """What the position is worth to the seat with perfect play: 1, 0 or -1."""
    if state.result:
        return round(2 * state.result[0][seat] - 1)
    solved = solver.solve(state)
    assert solved is not None
    return solved.value if state.turn == seat else -solved.value


def at_level(level: Level, chance: random.Random) -> Choice:
    """Plays as the house bot does at this level, with time enough."""
    engine = Engine(GAME, hash_mb=4)

    def choose(state: History) -> str:
        if chance.random() < level.blunder_rate:
            return chance.choice(state.legal())
        best = engine.search(state, depth=level.depth, nodes=level.nodes, ms=60_000).best
        assert best is not None
        return best

    return choose


@pytest.mark.parametrize("level", [FULL, LEVELS[5]], ids=["full", "level-5"])
@pytest.mark.parametrize("seed", range(8))
def test_the_result_of_perfect_play_is_kept(level: Level, seed: int) -> None:
    chance, solver = random.Random(seed), Solver(GAME, hash_mb=16)
    ours = at_level(level, chance)
    theirs: Choice = at_level(LEVELS[4], chance) if seed % 2 else lambda s: chance.choice(s.legal())
    state = random_state(seed, 13 + seed % 2)
    seat = state.turn
    worth = value(solver, state, seat)
    while not state.result:
        if state.turn == seat:
            state = state.play(ours(state))
            assert value(solver, state, seat) == worth
        else:
            state = state.play(theirs(state))
            worth = value(solver, state, seat)


def test_lower_levels_do_err() -> None:
    """They search without solver and book: in some position a move gives away the result."""
    solver, errors = Solver(GAME, hash_mb=16), 0
    for seed in range(30):
        state = random_state(seed, 14)
        before = value(solver, state, state.turn)
        move = at_level(LEVELS[1], random.Random(seed))(state)
        errors += value(solver, state.play(move), state.turn) < before
    assert errors > 0
