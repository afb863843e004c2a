"""Means with their errors, and Knuth's estimator of the size of a tree.

Positions of the same game resemble each other, so the independent units of a sample are games: a
mean over all positions is the ratio of two sums, and its error comes from the games (ratio
estimator; Cochran, "Sampling techniques", 1977, chapter 6).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its standard error; None if the sample is too small."""

    value: float
    error: float | None


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of independent values, at least one."""
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Estimate(fmean(values), error)


def mean_over_positions(games: Sequence[Sequence[float]]) -> Estimate | None:
    """The mean of all values, which are grouped by game; None if there are none."""
    count = sum(map(len, games))
    if count == 0:
        return None
    value = sum(map(sum, games)) / count
    if len(games) < 2:
        return Estimate(value, None)
    squares = sum((sum(game) - value * len(game)) ** 2 for game in games)
    variance = squares / (len(games) * (len(games) - 1))
    return Estimate(value, math.sqrt(variance) / (count / len(games)))


def geometric_mean_over_positions(games: Sequence[Sequence[int]]) -> Estimate | None:
    """The geometric mean of all values, which must be positive; None if there are none."""
    logs = mean_over_positions([[math.log(value) for value in game] for game in games])
    if logs is None:
        return None
    value = math.exp(logs.value)
    return Estimate(value, None if logs.error is None else value * logs.error)


def leaves_of_tree(log_weights: Sequence[float]) -> Estimate:
    """log10 of the number of different games, and the standard error of that logarithm, from the
    logarithms of the weights of random games.

    A weight is 1 / (the probability of the game); without throws, it is the product of the
    branching factors. Its mean over random games is an unbiased estimate of the number of games,
    because each game contributes its weight times its probability, which is 1 (Knuth, "Estimating
    the efficiency of backtrack programs", Mathematics of Computation 29, 1975). A few heavy games
    make up most of the mean, so a small sample of a large tree usually yields too small a number.
    """
    largest = max(log_weights)
    scaled = [math.exp(weight - largest) for weight in log_weights]
    mean = mean_of(scaled)
    error = None if mean.error is None else mean.error / mean.value / math.log(10)
    return Estimate((largest + math.log(mean.value)) / math.log(10), error)
