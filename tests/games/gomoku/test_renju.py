"""Fouls of renju, in known positions and against the twin."""

import random

import pytest

from zeitnot_engines.games import load

from ...each import each
from ...repetition import times
from .boards import cells_with, set_up
from .fouls import PLAIN, PUBLISHED, RECURSIVE
from .twin import Cell, Gomoku, State, Stones


@each("diagram", PLAIN.values(), ids=PLAIN)
def test_plain_fouls(diagram: str) -> None:
    check(diagram)


@pytest.mark.parametrize("diagram", RECURSIVE.values(), ids=RECURSIVE)
def test_a_three_needs_a_legal_straight_four(diagram: str) -> None:
    check(diagram)


@pytest.mark.parametrize("diagram", PUBLISHED.values(), ids=PUBLISHED)
def test_published_positions(diagram: str) -> None:
    check(diagram)


def check(diagram: str) -> None:
    assert sorted(set_up(diagram).legal()) == sorted(cells_with(".+", diagram))


@each("diagram", PLAIN.values(), ids=PLAIN)
def test_white_has_no_fouls(diagram: str) -> None:
    assert sorted(set_up(diagram, "o").legal()) == sorted(cells_with(".+*", diagram))


@each("rule", ["freestyle", "standard"])
@each("diagram", PLAIN.values(), ids=PLAIN)
def test_the_other_rules_have_no_fouls(diagram: str, rule: str) -> None:
    assert sorted(set_up(diagram, rule=rule).legal()) == sorted(cells_with(".+*", diagram))


@pytest.mark.parametrize("name", [name for name in PLAIN if name.startswith("a five")])
def test_a_five_wins_in_spite_of_a_foul(name: str) -> None:
    (cell,) = cells_with("+", PLAIN[name])
    assert set_up(PLAIN[name]).play(cell).result == ((1.0, 0.0), "rules", "five in a row")


class Shallow(Gomoku):
    """Renju whose threes may rest on a foul."""

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
    """Black to move; about a third of the board has stones."""
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
            ours = native.parse(twin.text(state))
        except ValueError:
            continue  # somebody has won
        if ours.result is not None:
            continue
        legal = twin.legal(state)
        assert sorted(ours.legal()) == sorted(legal), twin.text(state)
        compared += 1
        nested += legal != Shallow(size, "renju").legal(state)
    assert compared > 100
    assert nested > 2
