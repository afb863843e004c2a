"""Means with their errors, and Knuth's estimator for the size of a tree.

Positions of one game resemble each other, so games count as the independent units of a sample: a
mean over all positions is the ratio of two sums, and its error comes from the games (ratio
estimator; Cochran, "Sampling techniques", 1977, chapter 6).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and its standard error; None if there is too little to tell."""

    value: float
    error: float | None


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of independent values, at least one."""
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Estimate(fmean(values), error)


def mean_over_positions(games: Sequence[Sequence[float]]) -> Estimate | None:
    """The mean of all values, given game by game; None if there are none."""
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
    """The geometric mean of all values, which are above 0; None if there are none."""
    logs = mean_over_positions([[math.log(value) for value in game] for game in games])
    if logs is None:
        return None
    value = math.exp(logs.value)
    return Estimate(value, None if logs.error is None else value * logs.error)


def leaves_of_tree(log_weights: Sequence[float]) -> Estimate:
    """log10 of the number of ways in which the game can go, and the standard error of that
    logarithm, from random games with the logarithms of their weights.

    A weight is 1 / (the probability of the game), in a game without throws the product of its
    branching factors. Its mean over random games is the number of games: without bias, since each
    game counts its weight times its probability, which is 1 (Knuth, "Estimating the efficiency of
    backtrack programs", Mathematics of Computation 29, 1975). A few heavy games make up most of the
    mean, so that a small sample of a large tree mostly yields too little.
    """
    largest = max(log_weights)
    scaled = [math.exp(weight - largest) for weight in log_weights]
    mean = mean_of(scaled)
    error = None if mean.error is None else mean.error / mean.value / math.log(10)
    return Estimate((largest + math.log(mean.value)) / math.log(10), error)
