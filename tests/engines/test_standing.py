"""Statistics of matches: Elo, its error, and the sequential test."""

import math
import random

import pytest

from benchmarks.sprt import Cell, tally
from zeitnot_engines.matches.standing import Margin, PairCounts, Sprt, Standing, pairs


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


def test_a_standing_counts_wins_draws_and_losses() -> None:
    assert Standing.of([1.0, 0.5, 0.0, 1.0]) == Standing(2, 1, 1)


def test_only_complete_pairs_count() -> None:
    assert pairs({0: 1.0, 1: 0.5, 2: 1.0, 5: 0.0, 4: 0.0, 7: 1.0}) == [1.5, 0.0]


def test_sprt_bounds_follow_wald() -> None:
    assert Sprt(0, 5).upper == pytest.approx(math.log(19))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.99))


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (0, 100), (-1000, 30), (999, 1000)])
def test_the_likelihood_ratio_matches_a_fit_by_bisection(elo0: float, elo1: float) -> None:
    """Checked for few and many pairs, with the prior of 0.1 pairs for each result."""
    rng = random.Random(1)
    for _ in range(300):
        max_count = rng.choice([1, 3, 10, 1000, 100_000])
        counts = [rng.choice([0, rng.randint(0, max_count)]) for _ in range(5)]
        weights = [n + 0.1 for n in counts]
        low, high = (_best_fit(weights, 1 / (1 + 10 ** (-elo / 400))) for elo in (elo0, elo1))
        best = sum(n * math.log(b / a) for n, a, b in zip(weights, low, high, strict=True))
        exact = best if any(counts) else 0
        assert Sprt(elo0, elo1).llr(counts) == pytest.approx(exact, rel=1e-6, abs=1e-6), counts


def _best_fit(weights: list[float], mean: float) -> list[float]:
    """The probabilities with this mean that maximise the likelihood: Lagrange, by bisection."""
    shares = [n / sum(weights) for n in weights]
    deviations = [i / 4 - mean for i in range(5)]
    low, high = -1 / deviations[4], -1 / deviations[0]
    for _ in range(100):
        x = (low + high) / 2
        slope = sum(p * d / (1 + x * d) for p, d in zip(shares, deviations, strict=True))
        low, high = (x, high) if slope > 0 else (low, x)
    return [p / (1 + x * d) for p, d in zip(shares, deviations, strict=True)]


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 10), (0, 100)])
@pytest.mark.parametrize("outcome", range(5))
def test_few_equal_results_do_not_decide_the_test(elo0: float, elo1: float, outcome: int) -> None:
    test = Sprt(elo0, elo1)
    assert test.llr([0] * 5) == 0
    for pairs_played in range(8):
        counts = [pairs_played * (i == outcome) for i in range(5)]
        assert test.verdict(test.llr(counts)) is None


@pytest.mark.parametrize("draws", [0.0, 0.5])
def test_sprt_error_rates_stay_near_alpha_and_beta(draws: float) -> None:
    """With the widest bounds a normal approximation of the ratio would err in 8 to 11 %."""
    test = Sprt(0, 100)
    at_e0, at_e1 = (tally(Cell(test, elo, draws), 1000, seed=1) for elo in (0, 100))
    assert at_e0.accepted <= 1.3 * test.alpha * at_e0.runs
    assert at_e1.runs - at_e1.accepted <= 1.3 * test.beta * at_e1.runs


def test_the_error_of_pairs_is_that_of_their_mean_scores() -> None:
    """By hand: 100 pairs of standard deviation 0.2513 have a standard error of 2.513 %, so the
    limit is 54.93 % or 34.3 Elo; as 200 independent games they would have 48.5."""
    counted = PairCounts.of([0.5] * 50 + [1.5] * 50)
    assert counted.counts == [0, 50, 0, 50, 0]
    assert counted.error == pytest.approx(34.3, abs=0.1)
    assert Standing(100, 0, 100).error == pytest.approx(48.5, abs=0.1)


def test_equal_pairs_have_error_0_and_too_few_pairs_have_none() -> None:
    assert PairCounts.of([1.0] * 10).error == 0
    assert PairCounts.of([1.0]).error is None
    assert PairCounts.of([2.0, 2.0, 0.0]).error is None  # the limit would exceed 100 %
    assert PairCounts().error is None


def test_the_mean_margin_has_the_error_of_pairs() -> None:
    """Pairs of +2 and 0, of means 1 and 0: their standard deviation is the root of a half."""
    margin = Margin.of({0: 3, 1: -1, 2: 1, 3: -1})
    assert margin.mean == 0.5
    assert margin.error == pytest.approx(0.5)
    assert Margin.of({}) == Margin(0.0, None)
    assert Margin.of({0: 2, 1: 1, 2: 1}).error is None
