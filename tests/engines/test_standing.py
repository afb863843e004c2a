"""Statistics of matches: Elo, its error, and the sequential test."""

import math
import random

import pytest

from zeitnot_engines.matches.standing import Margin, Sprt, Standing, pairs


def test_elo_of_known_scores() -> None:
    assert f"{Standing(10, 0, 10).elo:+.0f}" == "+0"
    assert Standing(3, 0, 1).elo == pytest.approx(190.85, abs=0.01)
    assert Standing(1, 2, 1).score == 0.5
    assert Standing(0, 20, 0).error == pytest.approx(0)
    # 100 games at 50 %: a standard error of 5 %, so 59.8 % or 69 Elo at the 95 % limit
    assert Standing(50, 0, 50).error == pytest.approx(69.0, abs=0.1)


@pytest.mark.parametrize("standing", [Standing(0, 0, 0), Standing(5, 0, 0), Standing(0, 0, 5)])
def test_elo_is_undefined_for_all_or_no_points(standing: Standing) -> None:
    assert standing.elo is None
    assert standing.error is None


def test_standings_count() -> None:
    assert Standing.of([1.0, 0.5, 0.0, 1.0]) == Standing(2, 1, 1)


def test_only_whole_pairs_count() -> None:
    assert pairs({0: 1.0, 1: 0.5, 2: 1.0, 5: 0.0, 4: 0.0, 7: 1.0}) == [1.5, 0.0]


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 5).upper == pytest.approx(math.log(19))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.99))


def test_the_likelihood_ratio_of_a_known_sample() -> None:
    """By hand, for 1000 pairs of mean 0.53 and variance 0.0625 of a pair's mean score."""
    sample = [1.5] * 530 + [0.5] * 470
    low, high = 0.5, 1 / (1 + 10 ** (-20 / 400))
    by_hand = 1000 * (high - low) * (2 * 0.515 - low - high) / (2 * 0.06228)
    assert Sprt(0, 20).llr(sample) == pytest.approx(by_hand, rel=0.02)


@pytest.mark.parametrize("counts", [(10, 100, 250, 120, 20), (3, 20, 60, 30, 5)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 10), (-5, 30)])
def test_the_likelihood_ratio_is_near_the_exact_one(
    counts: tuple[int, ...], elo0: float, elo1: float
) -> None:
    """Van den Bergh's exact form: the maximum likelihood of the five outcomes under either mean."""
    total = sum(counts)
    shares = [n / total for n in counts]
    low, high = (_maximum_likelihood(shares, 1 / (1 + 10 ** (-elo / 400))) for elo in (elo0, elo1))
    exact = sum(n * math.log(b / a) for n, a, b in zip(counts, low, high, strict=True))
    sample = [i / 2 for i, n in enumerate(counts) for _ in range(n)]
    assert Sprt(elo0, elo1).llr(sample) == pytest.approx(exact, rel=0.03)


def _maximum_likelihood(shares: list[float], mean: float) -> list[float]:
    """The probabilities with this mean that maximise the likelihood: Lagrange, by bisection."""
    deviations = [i / 4 - mean for i in range(5)]
    low, high = -1 / deviations[4] + 1e-12, -1 / deviations[0] - 1e-12
    for _ in range(100):
        x = (low + high) / 2
        slope = sum(p * d / (1 + x * d) for p, d in zip(shares, deviations, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [p / (1 + low * d) for p, d in zip(shares, deviations, strict=True)]


def test_few_equal_results_decide_nothing() -> None:
    test = Sprt(0, 10)
    assert test.llr([]) == 0
    assert test.verdict(test.llr([2.0])) is None
    assert test.verdict(test.llr([1.0] * 20)) is None


@pytest.mark.parametrize(("elo", "true_hypothesis"), [(0, "H0"), (40, "H1")])
def test_errors_of_the_sequential_test_are_rare(elo: float, true_hypothesis: str) -> None:
    """A hundred simulated matches at either hypothesis: errors at most a little above 5 %."""
    test, rng = Sprt(0, 40), random.Random(1)
    win = 1 / (1 + 10 ** (-elo / 400))
    wrong = sum(_simulate(test, rng, win) != true_hypothesis for _ in range(100))
    assert wrong <= 10


def _simulate(test: Sprt, rng: random.Random, win: float) -> str:
    played: list[float] = []
    while (verdict := test.verdict(test.llr(played))) is None:
        played.append(float((rng.random() < win) + (rng.random() < win)))
    return verdict


def test_the_mean_margin_has_the_error_of_pairs() -> None:
    """Pairs of +2 and 0, of means 1 and 0: their standard deviation is the root of a half."""
    margin = Margin.of({0: 3, 1: -1, 2: 1, 3: -1})
    assert margin.mean == 0.5
    assert margin.error == pytest.approx(0.5)
    assert Margin.of({}) == Margin(0.0, None)
    assert Margin.of({0: 2, 1: 1, 2: 1}).error is None
