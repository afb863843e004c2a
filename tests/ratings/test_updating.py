"""What one game changes, for two players and for more."""

from random import Random

import pytest
from openskill.models import PlackettLuce

from zeitnot_server.ratings.rating import (
    PLACED_PROVISIONAL_DEVIATION,
    PLACED_RANKED_DEVIATION,
    RatedGame,
    Rating,
    Result,
    is_provisional,
)
from zeitnot_server.ratings.updating import RANKED_FOR_EVER, as_of, ranked_until, rate

NEW = Rating()


def game(scores: list[float], sides: list[int] | None = None, weight: float = 1.0) -> RatedGame:
    numbers = sides or list(range(len(scores)))
    results = tuple(
        Result(f"p{seat}", side, score)
        for seat, (side, score) in enumerate(zip(numbers, scores, strict=True))
    )
    return RatedGame("game1", "chess", "blitz", 1_000, results, weight)


def all_new(players: int) -> dict[str, Rating]:
    return {f"p{seat}": NEW for seat in range(players)}


def test_a_duel_is_rated_for_both() -> None:
    after = rate(game([1, 0]), all_new(2))
    assert after["p0"].rating - 1500 == pytest.approx(1500 - after["p1"].rating)
    assert after["p0"].rating > 1600
    assert [each.games for each in after.values()] == [1, 1]
    assert [each.at for each in after.values()] == [1_000, 1_000]


def test_the_points_of_a_result_do_not_matter() -> None:
    """In some games a win has other scores than 1 and 0."""
    assert rate(game([0.7, 0.3]), all_new(2)) == rate(game([1, 0]), all_new(2))
    assert rate(game([0.4, 0.4]), all_new(2)) == rate(game([0.5, 0.5]), all_new(2))


def test_a_game_that_counts_less_changes_less() -> None:
    full, half, none = (
        rate(game([1, 0], weight=weight), all_new(2))["p0"] for weight in (1, 0.5, 0)
    )
    assert 1500 < half.rating < full.rating
    assert full.deviation < half.deviation < 500
    assert none == NEW


def test_openskill_itself_gives_the_same() -> None:
    """On its own scale, for three seats of which two share the second place."""
    model = PlackettLuce()
    teams = [[model.rating()] for _ in range(3)]
    expected = model.rate(teams, scores=[1, 0, 0])
    after = rate(game([1, 0, 0]), all_new(3))
    for (own,), seat in zip(expected, after.values(), strict=True):
        assert seat.rating == pytest.approx(1500 + 30 * (own.mu - 25), abs=1e-4)
        assert seat.deviation == pytest.approx(30 * own.sigma, abs=1e-4)


def test_partners_win_together() -> None:
    after = rate(game([1, 0, 1, 0], sides=[0, 1, 0, 1]), all_new(4))
    assert after["p0"] == after["p2"]
    assert after["p1"] == after["p3"]
    assert after["p0"].rating > 1500 > after["p1"].rating


def test_the_better_players_of_four_are_found() -> None:
    """Where a difference of points means about what it means for two players."""
    random, strengths = Random(7), [1800, 1600, 1400, 1200]
    ratings, games_until = all_new(4), {"sure": 0, "ranked": 0}
    for number in range(1, 301):
        performances = [random.gauss(strength, 125) for strength in strengths]
        ratings = rate(game(performances), ratings)
        deviation = ratings["p1"].deviation
        games_until["sure"] += deviation >= PLACED_PROVISIONAL_DEVIATION
        games_until["ranked"] += deviation > PLACED_RANKED_DEVIATION
        assert is_provisional(ratings["p1"]) == (deviation >= PLACED_PROVISIONAL_DEVIATION)
        assert number == ratings["p0"].games
    values = [rating.rating for rating in ratings.values()]
    assert values == sorted(values, reverse=True)
    assert 20 <= games_until["sure"] <= 40
    assert 40 <= games_until["ranked"] <= 70


def test_a_new_player_is_provisional_and_not_ranked() -> None:
    assert is_provisional(NEW)
    assert ranked_until(NEW) is None


def test_when_a_player_is_ranked() -> None:
    active = Rating(1800, 60, 0.06, at=1_000, games=50)
    until = ranked_until(active)
    assert until is not None
    assert as_of(active, until).deviation == pytest.approx(75, abs=1e-3)
    assert not is_provisional(active)
    assert is_provisional(active._replace(deviation=110.0))
    placed = Rating(1700, 120, 0.0, at=1_000, games=60)
    assert ranked_until(placed) == RANKED_FOR_EVER
    assert as_of(placed, 10**15) == placed
    assert ranked_until(placed._replace(deviation=131.0)) is None
