"""Textbook expectiminimax: the published values of the square table, the exact ones of endings."""

import random

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from .chance import chance_after, text

GAME = load("ewn")


def test_raw_values_are_the_published_ones() -> None:
    """The published solver's values after three more throws and moves, and after five; its table
    has no bonus for a win, like the kind `bare`."""
    state = GAME.parse("B 2 25 24 14 12 0 15 1 8 3 6 19 23")
    engine = Engine(GAME, method="expectiminimax", evaluation="bare", raw=True)
    report = engine.search(state, depth=4, lines=3)
    published = {"24-19": -4.06481, "24-23": -8.69907, "24-18": -11.87963}
    assert {line.move: round(line.value, 5) for line in report.lines} == published
    assert (report.best, report.unit) == ("24-19", "raw")
    for move, value in (("24-19", -3.93981), ("24-23", -8.50283)):
        deeper = engine.search(state, depth=6, searchmoves=[move])
        assert round(deeper.value, 5) == value


def test_the_start_is_equal_by_the_published_table() -> None:
    assert (
        Engine(GAME, method="expectiminimax", evaluation="table", raw=True).evaluate(GAME.start())
        == 0
    )


def test_endings_have_their_exact_values() -> None:
    """Two stones against one, at most two steps from their goals."""
    rng = random.Random(43)
    engine = Engine(GAME, method="expectiminimax")
    for number in range(12):
        cells = rng.sample([1, 2, 5, 6, 7, 11], 3)
        own, enemy = _side(cells[:2], rng), _side(cells[2:], rng)
        die = rng.randint(1, 6)
        state = GAME.parse(text(own, enemy, number % 2 == 0, die))
        report = engine.search(state, depth=12, nodes=2_000_000)
        assert report.exact, state.text
        assert report.value == pytest.approx(chance_after(own, enemy, die - 1), abs=1e-9)


def _side(cells: list[int], rng: random.Random) -> tuple[int | None, ...]:
    """Stones of random numbers on these cells."""
    side: list[int | None] = [None] * 6
    for number, cell in zip(rng.sample(range(6), len(cells)), cells, strict=True):
        side[number] = cell
    return tuple(side)
