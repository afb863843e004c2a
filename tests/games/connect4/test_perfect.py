"""With the package's book the engine plays perfectly: no move worsens its result."""

import random

import pytest

from zeitnot_engines._core import Solver
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

GAME = load("connect4")
BOOK_PLIES = 11  # `--plies` of the command that builds the book
SOLVER_PLIES = 12  # from here on, the search solves positions


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(GAME, hash_mb=64)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(GAME, hash_mb=64)


def value_for(state: History, seat: int, solver: Solver) -> int:
    """The exact value for a seat, from the solver; for positions that it solves quickly."""
    if state.result is not None:
        return round(2 * state.result[0][seat] - 1)
    solved = solver.solve(state)
    assert solved is not None
    return solved.value if state.turn == seat else -solved.value


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(6))
def test_no_move_worsens_the_result(seat: int, seed: int, engine: Engine, solver: Solver) -> None:
    """The opponent moves randomly or, in every second game, mostly by a shallow search."""
    rng = random.Random(seed)
    state, reached = GAME.start(), -1
    while state.result is None:
        if state.turn != seat:
            moves = state.legal()
            state = state.play(
                engine.search(state, depth=3).best or ""
                if seed % 2 and rng.random() < 0.7
                else rng.choice(moves)
            )
            continue
        known = engine.known_moves(state)
        assert known or state.ply >= SOLVER_PLIES, f"{state.text} is not in the book"
        report = engine.search(state)
        assert report.best is not None
        assert report.value >= reached, state.text
        reached = round(report.value)
        state = state.play(report.best)
        if state.ply >= SOLVER_PLIES:
            assert value_for(state, seat, solver) == reached, state.text
    assert round(2 * state.result[0][seat] - 1) == reached
    assert seat == 1 or reached == 1  # the first player wins with best play


def test_book_values_agree_with_the_solver(engine: Engine, solver: Solver) -> None:
    """Compared at the book's last plies, after games in which seat 0 plays book moves."""
    rng = random.Random(1)
    checked = 0
    while checked < 6:
        state = GAME.start()
        while state.result is None and state.ply < BOOK_PLIES - 1:
            known = engine.known_moves(state) if state.turn == 0 else state.legal()
            state = state.play(rng.choice(known or state.legal()))
        if state.result is None and engine.known_moves(state):
            solved = solver.solve(state)
            report = engine.search(state)
            assert solved is not None
            assert (report.value, report.distance) == (solved.value, solved.distance)
            checked += 1
