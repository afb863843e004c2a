"""Exact values of the moves of a position, by the book and the solver."""

import pytest

from zeitnot_engines.exact_values import MIN_RETRY_S, ExactValues, MoveValue, retry_s
from zeitnot_engines.games import History, load


def position_after(moves: str) -> History:
    return load("connect4", {}).parse(moves)


class Clock:
    """A clock that advances only when a test sets it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def finder() -> ExactValues:
    return ExactValues(load("connect4", {}))


def test_values_of_moves_match_the_positions_after_them(finder: ExactValues) -> None:
    """The best of a position's values is the value of the move that led to it."""
    before = {entry.move: entry for entry in finder.find(position_after("457623354754"), 30)}
    for move, known in before.items():
        after = finder.find(position_after("457623354754" + move), 30)
        best = max(entry.value for entry in after if entry.value is not None)
        assert known.value == -best
        wins = [
            entry.distance for entry in after if entry.value == best and entry.distance is not None
        ]
        if known.value:
            assert known.distance == 1 + (min(wins) if best > 0 else max(wins))


def test_moves_that_end_the_game_need_no_solver(finder: ExactValues) -> None:
    values = finder.find(position_after("121314"), 30)
    assert values[0] == MoveValue("1", 1, 1)


def test_unsolved_positions_are_retried_later() -> None:
    clock = Clock()
    finder = ExactValues(load("connect4", {}), now=clock)
    state = position_after("162167")  # not in the book
    values = finder.find(state, 0.0)
    assert [entry.value for entry in values].count(None) > 0
    assert finder.known(state) == values
    clock.now = MIN_RETRY_S - 1
    assert finder.known(state) == values
    clock.now = MIN_RETRY_S
    assert finder.known(state) is None


def test_a_game_without_a_solver_is_refused() -> None:
    with pytest.raises(ValueError, match="no solver"):
        ExactValues(load("chess", {}))


def test_short_attempts_are_retried_sooner() -> None:
    assert [retry_s(seconds) for seconds in (0.0, 0.1, 1.0, 2.0, 30.0)] == [10, 30, 300, 600, 600]
