"""Glicko-2 against published numbers, and against a twin in plain floats.

The library `glicko2` of PyPI is no oracle: its function of the volatility uses the rating where it
needs the deviation.
"""

import math
from decimal import Decimal
from random import Random

import pytest

from zeitnot_server.ratings import glicko2
from zeitnot_server.ratings.glicko2 import Game, deviation_at, rated, reaches_deviation_at
from zeitnot_server.ratings.rating import DAY_MS, Rating

CLOSE = 0.005
NEW = Rating(1500, 350, 0.06)


def values(rating: Rating) -> tuple[float, float, float]:
    return rating.rating, rating.deviation, rating.volatility


@pytest.mark.parametrize(
    ("player", "game", "expected"),
    [
        (NEW, Game(1500, 350, 1), (1662.21, 290.2305, 0.0599993)),
        (NEW, Game(1500, 350, 0), (1337.79, 290.2305, 0.0599993)),
        (NEW, Game(1500, 350, 0.5), (1500, 290.2305, 0.0599977)),
    ],
    ids=["win", "loss", "draw"],
)
def test_the_published_numbers_of_scalachess(
    player: Rating, game: Game, expected: tuple[float, float, float]
) -> None:
    """From its GlickoCalculatorTest."""
    after = values(rated(player, [game], at_ms=0))
    assert after[:2] == pytest.approx(expected[:2], abs=CLOSE)
    assert after[2] == pytest.approx(expected[2], abs=5e-7)


def test_a_win_against_a_stronger_player() -> None:
    after = rated(Rating(1400, 79, 0.06), [Game(1550, 110, 1)], at_ms=0)
    assert after.rating == pytest.approx(1422.63, abs=CLOSE)


def test_glickmans_example() -> None:
    """Its text rounds the intermediate values: recomputed in full it is 1464.05, not 1464.06."""
    games = [Game(1400, 30, 1), Game(1550, 100, 0), Game(1700, 300, 0)]
    after = rated(Rating(1500, 200, 0.06), games, 0, tau=Decimal("0.5"), periods=Decimal(1))
    assert values(after) == pytest.approx((1464.0507, 151.5165, 0.0599960), abs=5e-5)


def random_case(random: Random) -> tuple[Rating, Game]:
    """Two players between whom no result is a miracle: then the volatility is unique."""
    mean = random.uniform(800, 2800)
    player = Rating(mean, random.uniform(50, 480), random.uniform(0.03, 0.09))
    opponent = mean + random.uniform(-400, 400)
    return player, Game(opponent, random.uniform(50, 480), random.choice([0, 0.5, 1]))


def twin(player: Rating, game: Game, periods: float) -> tuple[float, float, float]:
    """The same in floats, with a search for the volatility by bisection."""
    mu, phi = (player.rating - 1500) / 173.7178, player.deviation / 173.7178
    g = 1 / math.sqrt(1 + 3 * (game.deviation / 173.7178) ** 2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (mu - (game.rating - 1500) / 173.7178)))
    information = game.weight * g**2 * expected * (1 - expected)
    v, outcome = 1 / information, game.weight * g * (game.score - expected)
    delta, a = v * outcome, math.log(player.volatility**2)

    def f(x: float) -> float:
        e = math.exp(x)
        numerator = e * (delta**2 - phi**2 - v - e)
        return numerator / (2 * (phi**2 + v + e) ** 2) - (x - a) / 0.75**2

    low, high = a - 20, a + 5
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    volatility = math.exp(low / 2)
    new_phi = 1 / math.sqrt(1 / (phi**2 + periods * volatility**2) + information)
    return 1500 + 173.7178 * (mu + new_phi**2 * outcome), 173.7178 * new_phi, volatility


@pytest.mark.parametrize("seed", range(20))
def test_a_twin_in_floats_agrees(seed: int) -> None:
    """Also with fractional periods, and games that count less."""
    random = Random(seed)
    for player, game in (random_case(Random(f"{seed} {n}")) for n in range(10)):
        days = random.uniform(0, 1000)
        weighted = game._replace(weight=random.choice([1.0, 0.5, 0.25]))
        after = rated(player._replace(at=1), [weighted], at_ms=1 + int(days * DAY_MS))
        expected = twin(player, weighted, days * 0.21436)
        assert after.rating == pytest.approx(expected[0], abs=1e-3)
        assert after.deviation == pytest.approx(min(500, max(45, expected[1])), abs=1e-3)
        assert after.volatility == pytest.approx(min(0.1, expected[2]), abs=1e-6)


def test_a_year_without_games_makes_a_rating_provisional() -> None:
    idle = Rating(1500, 60, 0.06, at=1)
    assert deviation_at(idle, 1) == 60
    assert deviation_at(idle, 1 + 365 * DAY_MS) == pytest.approx(110, abs=0.1)
    assert deviation_at(idle, 1 + 100_000 * DAY_MS) == 500


def test_when_a_deviation_has_grown() -> None:
    idle = Rating(1500, 60, 0.06, at=1)
    reached = reaches_deviation_at(idle, 75)
    assert reached is not None
    assert deviation_at(idle, reached) == pytest.approx(75, abs=1e-3)
    assert reaches_deviation_at(idle._replace(deviation=75.1), 75) is None


def test_one_game_is_bounded() -> None:
    """One game changes a rating by at most 700 points, and neither value leaves its range."""
    strong = rated(Rating(500, 500, 0.09), [Game(3900, 45, 1)], 0)
    assert strong.rating == 1200
    assert rated(Rating(420, 500, 0.09), [Game(400, 45, 0)], 0).rating == 400
    assert rated(Rating(3990, 500, 0.09), [Game(4000, 45, 1)], 0).rating == 4000
    assert rated(Rating(1500, 45, 0.06), [Game(1500, 45, 1)], 0).deviation == 45
    assert rated(Rating(1500, 500, 0.1), [Game(3000, 60, 1)], 0).volatility <= 0.1


def test_results_have_a_few_exact_digits() -> None:
    """So every platform computes the same from a stored rating."""
    after = rated(Rating(1512.3456, 123.4567, 0.0612345), [Game(1600.0001, 99.9999, 1)], 0)
    assert values(after) == tuple(float(f"{value:.7f}") for value in values(after))
    assert after.rating == float(f"{after.rating:.4f}")
    assert glicko2._CONTEXT.prec == 28
