"""The simulation of the sequential test draws pairs correctly and ends after the right pair."""

import math
import random
import statistics
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, islice

import pytest

from benchmarks.sprt import Cell, decide, drawer, main
from zeitnot_engines.matches.standing import Sprt


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("elo", [0, 100])
def test_the_pairs_have_the_score_and_the_draws_of_their_games(elo: float, draws: float) -> None:
    outcomes = Cell(Sprt(0, 100), elo, draws).pair_outcomes()
    assert sum(outcomes) == pytest.approx(1)
    score = sum(share * points / 4 for points, share in enumerate(outcomes))
    assert score == pytest.approx(1 / (1 + 10 ** (-elo / 400)))
    assert outcomes[0] ** 0.5 + draws + outcomes[4] ** 0.5 == pytest.approx(1)


@pytest.mark.parametrize(("elo0", "elo1", "runs"), [(0, 20, 3), (0, 100, 30), (-50, 200, 30)])
@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_the_simulation_ends_like_a_test_after_every_pair(
    elo0: float, elo1: float, runs: int, draws: float
) -> None:
    test = Sprt(elo0, elo1)
    cumulative = list(accumulate(Cell(test, elo0, draws).pair_outcomes()))
    for seed in range(runs):
        rng = random.Random(seed)
        outcomes = rng.choices(range(5), cum_weights=cumulative, k=20_000)
        ends = [
            decide(test, partial(_next_of, iter(outcomes)), **options)
            for options in ({}, {"pairs_to_draw": lambda *_: 1})
        ]
        assert ends[0] == ends[1]


def _next_of(outcomes: Iterator[int], count: int) -> list[int]:
    drawn = list(islice(outcomes, count))
    return [*map(drawn.count, range(5))]


@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("pairs", [1, 2, 60])
def test_outcomes_have_the_right_mean_and_variance(pairs: int, draws: float) -> None:
    outcomes = Cell(Sprt(0, 100), 100, draws).pair_outcomes()
    draw = drawer(random.Random(1), outcomes)
    samples = [draw(pairs) for _ in range(2000)]
    assert {sum(counts) for counts in samples} == {pairs}
    for share, column in zip(outcomes, zip(*samples, strict=True), strict=True):
        variance = pairs * share * (1 - share)
        error = math.sqrt(variance / len(samples))
        assert statistics.fmean(column) == pytest.approx(pairs * share, abs=4 * error + 1e-12)
        error = math.sqrt((2 * variance**2 + variance) / len(samples))
        assert statistics.pvariance(column) == pytest.approx(variance, abs=4 * error + 1e-12)


def test_prints_a_row_for_each_share_of_draws(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--quick", "--processes", "1"])
    lines = capsys.readouterr().out.split("\n")
    assert lines[0].startswith("| bounds | draws | H1 at E0 |")
    assert [line.split(" | ")[:2] for line in lines[2:4]] == [
        ["| 50 to 150", "0 %"],
        ["| 50 to 150", "50 %"],
    ]


@pytest.mark.parametrize("bounds", ["5,5", "10,0", "0,200", "-200,0"])
def test_bounds_that_do_not_rise_are_refused(
    bounds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([f"--bounds={bounds}"])
    assert "bounds must rise" in capsys.readouterr().err
