"""Bradley-Terry ratings against the library choix, and by simulation."""

import math
from random import Random

import choix
import numpy
import pytest

from zeitnot_server.ratings import bradley_terry
from zeitnot_server.ratings.bradley_terry import (
    MAX_PLAYERS,
    PRIOR,
    Game,
    TooManyPlayers,
    groups,
    standings,
)

POINTS = 400 / math.log(10)


def random_games(players: int, games: int, seed: int, draws: float = 0.2) -> list[Game]:
    """Games of players whose ratings are 100 points apart. `draws`: the part that is drawn,
    whoever plays."""
    random, results = Random(seed), []
    for _ in range(games):
        i, j = random.sample(range(players), 2)
        expected = 1 / (1 + 10 ** ((j - i) * 100 / 400))
        score = 0.5 if random.random() < draws else float(random.random() < expected)
        results.append(Game(f"p{i:02}", f"p{j:02}", score))
    return results


def won(games: list[Game]) -> list[tuple[int, int]]:
    """For choix: pairs of winner and loser; each game twice, so that a draw is one of each."""
    pairs = []
    for first, second, score in games:
        i, j = int(first[1:]), int(second[1:])
        pairs += [(i, j)] * round(2 * score) + [(j, i)] * round(2 - 2 * score)
    return pairs


@pytest.mark.parametrize("seed", range(5))
def test_choix_finds_the_same_maximum(seed: int) -> None:
    """With every game counted twice, its penalty is twice ours."""
    games = random_games(8, 300, seed)
    alpha = (POINTS / PRIOR) ** 2
    values = choix.opt_pairwise(8, won(games), alpha=alpha, method="Newton-CG", tol=1e-9)
    expected = 1500 + POINTS * (values - values.mean())
    ours = {row.player: row.rating for row in standings(games)}
    assert [ours[f"p{i:02}"] for i in range(8)] == pytest.approx(list(expected), abs=0.1)


def test_errors_are_those_of_the_inverse_hessian() -> None:
    games = random_games(6, 200, 1)
    rows = sorted(standings(games))
    values = numpy.array([row.rating for row in rows]) / POINTS
    number = {row.player: i for i, row in enumerate(rows)}
    hessian = numpy.eye(6) * (POINTS / PRIOR) ** 2
    for game in games:
        i, j = number[game.first], number[game.second]
        p = 1 / (1 + math.exp(values[j] - values[i]))
        step = numpy.zeros(6)
        step[i], step[j] = 1, -1
        hessian += p * (1 - p) * numpy.outer(step, step)
    centre = numpy.eye(6) - 1 / 6
    variances = numpy.diag(centre @ numpy.linalg.inv(hessian) @ centre)
    expected = 1.96 * POINTS * numpy.sqrt(variances)
    assert [row.error for row in rows] == pytest.approx(list(expected), rel=1e-3)


def test_the_true_ratings_are_within_the_errors() -> None:
    """In about 95 of 100 cases."""
    hits = total = 0
    for seed in range(20):
        for row in standings(random_games(6, 300, seed, draws=0)):
            true = 1500 + 100 * (int(row.player[1:]) - 2.5)
            hits += abs(row.rating - true) <= row.error
            total += 1
    assert 0.9 <= hits / total <= 1


def test_a_perfect_score_has_a_finite_rating() -> None:
    best, worst = standings([Game("ann", "bob", 1.0)] * 10)
    assert (best.player, best.points, best.games) == ("ann", 10, 10)
    assert 300 < best.rating - worst.rating < 1500
    assert best.error > 200
    assert best.rating + worst.rating == pytest.approx(3000)


def test_an_anchor_moves_all() -> None:
    games = [Game("ann", "bob", 1.0), Game("ann", "bob", 0.5), Game("bob", "ann", 1.0)]
    free, fixed = standings(games), standings(games, ("bob", 2000.0))
    assert {row.player: row.rating for row in fixed}["bob"] == pytest.approx(2000)
    assert fixed[0].rating - fixed[1].rating == pytest.approx(free[0].rating - free[1].rating)
    with pytest.raises(KeyError, match="cyd"):
        standings(games, ("cyd", 2000.0))


def test_groups_that_have_not_met() -> None:
    games = [Game("ann", "bob", 1.0), Game("cyd", "dee", 1.0)]
    assert groups(games) == 2
    assert groups([*games, Game("bob", "cyd", 0.5)]) == 1
    assert groups([]) == 0
    assert standings([]) == []


def test_too_many_players() -> None:
    games = [Game("first", f"p{i}", 0.5) for i in range(MAX_PLAYERS)]
    with pytest.raises(TooManyPlayers, match="at most 500"):
        standings(games)
    assert len(standings(games[:99])) == 100
    assert bradley_terry.Z95 == 1.96
