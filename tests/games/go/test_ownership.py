"""Go: playouts estimate which seat will own each point."""

import pytest

from zeitnot_engines.games import estimate_ownership, load

# Black owns the left side, with a dead white stone in it, white the right; both have two eyes.
DIVIDED = "2x1xo1o1/1xxxxoooo/4xo3/1o2xo3/4xo1oo/xxxxxoooo/4xo3/1xx1xo1o1/2x1xo1o1 x - 0 0,0"


def test_estimate_of_a_divided_board_finds_the_dead_stone() -> None:
    estimate = estimate_ownership(load("go").parse(DIVIDED), playouts=300)
    rows = [estimate.first_seat[9 * row : 9 * row + 9] for row in range(9)]
    assert all(row[4] > 0.9 and row[5] < 0.1 for row in rows)
    assert estimate.dead == ["B6"]


def test_points_are_listed_from_the_lowest_row() -> None:
    """Black owns the two upper rows, white the three lower ones."""
    text = "x1x1x/xxxxx/ooooo/ooooo/1o1oo x - 0 0,0"
    estimate = estimate_ownership(load("go", {"size": 5}).parse(text), playouts=50)
    assert min(estimate.first_seat[15:]) == 1
    assert max(estimate.first_seat[:15]) == 0
    assert estimate.dead == []


def test_equal_seeds_give_equal_estimates() -> None:
    start = load("go").start()
    first, second, other = (estimate_ownership(start, 40, seed=seed) for seed in (5, 5, 6))
    assert first.first_seat == second.first_seat != other.first_seat
    assert all(0 <= share <= 1 for share in first.first_seat)


def test_marked_stones_still_count_in_the_estimate() -> None:
    state = load("go").parse(DIVIDED).play("pass").play("pass").play("dead B6")
    assert estimate_ownership(state, 200).dead == ["B6"]


def test_games_without_territory_are_refused() -> None:
    with pytest.raises(ValueError, match="chess is not scored by territory"):
        estimate_ownership(load("chess").start(), 10)
    with pytest.raises(ValueError, match="at least one playout"):
        estimate_ownership(load("go").start(), 0)
