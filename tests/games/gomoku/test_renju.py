"""Gomoku: fouls in renju, in known positions and compared with the twin."""

import random

import pytest

from zeitnot_engines.games import load

from ...each import each
from ...repetition import times
from .boards import cells_with, set_up
from .fouls import PUBLISHED, RECURSIVE, SIMPLE
from .twin import Cell, Gomoku, State, Stones


@each("diagram", SIMPLE.values(), ids=SIMPLE)
def test_simple_fouls_are_found(diagram: str) -> None:
    check(diagram)


@pytest.mark.parametrize("diagram", RECURSIVE.values(), ids=RECURSIVE)
def test_a_three_needs_a_legal_straight_four(diagram: str) -> None:
    check(diagram)


@pytest.mark.parametrize("diagram", PUBLISHED.values(), ids=PUBLISHED)
def test_published_fouls_are_found(diagram: str) -> None:
    check(diagram)


def check(diagram: str) -> None:
    assert sorted(set_up(diagram).legal()) == sorted(cells_with(".+", diagram))


@each("diagram", SIMPLE.values(), ids=SIMPLE)
def test_white_has_no_fouls(diagram: str) -> None:
    assert sorted(set_up(diagram, "o").legal()) == sorted(cells_with(".+*", diagram))


@each("rule", ["freestyle", "standard"])
@each("diagram", SIMPLE.values(), ids=SIMPLE)
def test_other_rules_have_no_fouls(diagram: str, rule: str) -> None:
    assert sorted(set_up(diagram, rule=rule).legal()) == sorted(cells_with(".+*", diagram))


@pytest.mark.parametrize("name", [name for name in SIMPLE if name.startswith("a five")])
def test_a_five_wins_in_spite_of_a_foul(name: str) -> None:
    (cell,) = cells_with("+", SIMPLE[name])
    assert set_up(SIMPLE[name]).play(cell).result == ((1.0, 0.0), "rules", "five in a row")


class NonRecursive(Gomoku):
    """Renju without recursion: a straight four counts even if making it would be a foul."""

    _is_nested = False

    def is_foul(self, black: Stones, white: Stones, cell: Cell) -> bool:
        if self._is_nested:
            return False
        self._is_nested = True
        try:
            return super().is_foul(black, white, cell)
        finally:
            self._is_nested = False


def random_stones(size: int, seed: int) -> State:
    """A position with black to move and nearly half of its cells occupied."""
    rng = random.Random(seed)
    weights = rng.uniform(0.1, 0.4), rng.uniform(0, 0.3), 0.5
    signs = rng.choices("xo.", weights, k=size * size)
    cells = [(at % size, at // size) for at in range(size * size)]
    black, white = (
        frozenset(cell for cell, sign in zip(cells, signs, strict=True) if sign == colour)
        for colour in "xo"
    )
    return State(black, white)


def test_dense_positions_agree_with_the_twin() -> None:
    compared = nested = 0
    for seed in range(times(200, 4000)):
        size = 6 + seed % 5
        twin, native = Gomoku(size, "renju"), load("gomoku", {"size": size, "rule": "renju"})
        state = random_stones(size, seed)
        try:
            core_state = native.parse(twin.text(state))
        except ValueError:
            continue  # a side has won already
        if core_state.result is not None:
            continue
        legal = twin.legal(state)
        assert sorted(core_state.legal()) == sorted(legal), twin.text(state)
        compared += 1
        nested += legal != NonRecursive(size, "renju").legal(state)
    assert compared > 100
    assert nested > 2, "in some positions the recursion matters"
