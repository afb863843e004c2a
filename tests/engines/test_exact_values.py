"""Exact values of the moves of a position, by the book and the solver."""

import pytest

from zeitnot_engines.exact_values import MIN_RETRY_S, ExactValues, MoveValue, retry_s
from zeitnot_engines.games import History, load


def at(moves: str) -> History:
    return load("connect4", {}).parse(moves)


class Clock:
    """Seconds that stand still."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def finder() -> ExactValues:
    return ExactValues(load("connect4", {}))


def test_values_are_those_of_the_positions_after_the_moves(finder: ExactValues) -> None:
    """The best of a position's values is the value of the move that led to it."""
    before = {one.move: one for one in finder.find(at("457623354754"), 30)}
    for move, known in before.items():
        after = finder.find(at("457623354754" + move), 30)
        best = max(one.value for one in after if one.value is not None)
        assert known.value == -best
        wins = [one.distance for one in after if one.value == best and one.distance is not None]
        if known.value:
            assert known.distance == 1 + (min(wins) if best > 0 else max(wins))


def test_moves_that_end_the_game_need_no_solver(finder: ExactValues) -> None:
    values = finder.find(at("121314"), 30)
    assert values[0] == MoveValue("1", 1, 1)


def test_what_was_not_solved_is_tried_again_later() -> None:
    clock = Clock()
    finder = ExactValues(load("connect4", {}), now=clock)
    state = at("162167")  # beside the book
    values = finder.find(state, 0.0)
    assert [one.value for one in values].count(None) > 0
    assert finder.known(state) == values
    clock.now = MIN_RETRY_S - 1
    assert finder.known(state) == values
    clock.now = MIN_RETRY_S
    assert finder.known(state) is None


def test_a_game_without_a_solver_is_refused() -> None:
    with pytest.raises(ValueError, match="no solver"):
        ExactValues(load("chess", {}))


def test_after_a_short_attempt_it_is_soon_tried_again() -> None:
    assert [retry_s(seconds) for seconds in (0.0, 0.1, 1.0, 2.0, 30.0)] == [10, 30, 300, 600, 600]
