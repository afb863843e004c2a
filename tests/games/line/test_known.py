"""Who wins the race on a line."""

import pytest

from zeitnot_engines._core import solve
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from ..facts import VALUES


def test_the_first_seat_wins_exactly_on_an_even_number_of_squares() -> None:
    assert VALUES["line"]["first_seat_wins_exactly_for"].startswith("even n")
    for squares in range(3, 13):
        solution = solve(load("line", {"squares": squares}))
        assert solution.value == (1 if squares % 2 == 0 else -1), squares


@pytest.mark.parametrize("method", ["minimax", "plain-alphabeta", "maxn"])
def test_plain_searches_find_the_win(method: str) -> None:
    game = load("line", {"squares": 4})
    report = Engine(game, method=method).search(game.start(), depth=8)
    assert report.value == 1


def test_a_jump_passes_the_other_stone_and_nothing_else() -> None:
    game = load("line")
    assert sorted(game.parse("4 5 0").legal()) == ["4-3", "4-6"]
    assert sorted(game.parse("4 6 0").legal()) == ["4-3", "4-5"]
    assert game.parse("1 2 0").legal() == ["1-3"]
    assert game.parse("7 8 1").legal() == ["8-6"]
