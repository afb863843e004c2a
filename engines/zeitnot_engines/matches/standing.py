"""Statistics of a match: Elo with its error, and a sequential test.

Elo is the logistic difference that fits the score; its error is half of the 95 % interval (normal
approximation). The two games of a pair (the same opening from both sides) are not independent, so
there are two errors: one over games, and a more exact one over pairs.

The sequential test is Wald's, with the generalised likelihood ratio of a pair's five outcomes: 0,
½, 1, 1½ and 2 points. Their probabilities are unknown. For each hypothesis they are estimated by
maximum likelihood, under the condition that their mean is the hypothesis's score (M. Van den Bergh,
"Normalized Elo and the GSPRT", 2019). This is the empirical likelihood of a mean, which needs only
one Lagrange multiplier (A. Owen, "Empirical Likelihood", 2001).
"""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import mul

Z95 = 1.96
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair's points, by outcome
OUTCOMES = len(_SHARES)
_PRIOR = 0.1  # pairs added to each outcome, so that a few equal results do not look certain
_PRECISION = 1e-8  # of the log-likelihood before Newton's last step


@dataclass(frozen=True, slots=True)
class Standing:
    """A's score after some games."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, scores: Sequence[float]) -> "Standing":
        return cls(scores.count(1.0), scores.count(0.5), scores.count(0.0))

    def __add__(self, other: "Standing") -> "Standing":
        return Standing(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        )

    def reversed(self) -> "Standing":
        """B's score after the same games."""
        return Standing(self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """1 for a win and ½ for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """A's share of the points, 0 to 1; 0.5 without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def score_error(self) -> float:
        """Half of the 95 % interval of `score`; 0.5 without games."""
        if not self.games:
            return 0.5
        squares = (
            self.wins * (1 - self.score) ** 2
            + self.draws * (0.5 - self.score) ** 2
            + self.losses * self.score**2
        )
        return Z95 * math.sqrt(squares) / self.games

    @property
    def elo(self) -> float | None:
        """A's Elo above B; None if the score is 0 or 1."""
        return _elo(self.score) if self.games else None

    @property
    def error(self) -> float | None:
        """Half of the 95 % interval of `elo`; None if it is infinite."""
        return _elo_error(self.score, self.score_error) if self.games else None


@dataclass(slots=True)
class PairCounts:
    """How many pairs of games gave A 0, ½, 1, 1½ and 2 points."""

    counts: list[int] = field(default_factory=lambda: [0] * OUTCOMES)

    @classmethod
    def of(cls, points: Iterable[float]) -> "PairCounts":
        """From A's points in each pair."""
        counted = cls()
        for each in points:
            counted.add(each)
        return counted

    def add(self, points: float) -> None:
        """Counts one more pair, in which A got so many points."""
        self.counts[round(2 * points)] += 1

    @property
    def total(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def error(self) -> float | None:
        """Half of the 95 % interval of A's Elo above B; None if it is infinite, and for fewer than
        two pairs."""
        total = self.total
        if total < 2:
            return None
        score = sum(map(mul, self.counts, _SHARES)) / total
        squares = sum(n * (x - score) ** 2 for n, x in zip(self.counts, _SHARES, strict=True))
        return _elo_error(score, Z95 * math.sqrt(squares / (total - 1) / total))


def error_of(standing: Standing, pairs: PairCounts) -> float | None:
    """Half of the 95 % interval of the Elo over pairs, or over games if there are too few pairs or
    all are equal; None if it is infinite."""
    error = pairs.error if pairs.total > 1 else 0.0
    return standing.error if error == 0.0 else error


@dataclass(frozen=True, slots=True)
class Margin:
    """A's mean margin per game, and its standard error.

    The error is computed from pairs of games, because both games of a pair have the same opening
    and throws.
    """

    mean: float
    error: float | None

    @classmethod
    def of(cls, margins: Mapping[int, float]) -> "Margin":
        """The mean of the margins by game: 0 without games, no error with fewer than two pairs."""
        mean = statistics.fmean(margins.values()) if margins else 0.0
        halves = [sum_ / 2 for sum_ in pairs(margins)]
        too_few = len(halves) < 2
        return cls(mean, None if too_few else statistics.stdev(halves) / math.sqrt(len(halves)))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test whether A's Elo above B is `elo1` rather than `elo0`. `alpha`, `beta`: the permitted
    rates of false positives and false negatives."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """`elo0` is accepted at or below this log-likelihood ratio."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """`elo1` is accepted at or above this log-likelihood ratio."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio after so many pairs of 0, ½, 1, 1½ and 2 points for A."""
        if not any(counts):
            return 0.0
        weights = [n + _PRIOR for n in counts]
        return _misfit(weights, score_of(self.elo0)) - _misfit(weights, score_of(self.elo1))

    def verdict(self, llr: float) -> str | None:
        """The accepted hypothesis, "H0" or "H1", or None while the test continues."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else None


def pairs(scores: Mapping[int, float]) -> list[float]:
    """The sum over each pair of games (2n, 2n + 1) of which both are finished."""
    evens = (n for n in sorted(scores) if n % 2 == 0 and n + 1 in scores)
    return [scores[n] + scores[n + 1] for n in evens]


def _misfit(weights: Sequence[float], mean: float) -> float:
    """By how much the best fit with this mean has a lower log-likelihood than the best fit of all.

    `weights`: how often each outcome occurred, above 0. The best fit of all has the probabilities
    q, each outcome's share of the weights. The best fit with the mean has q / (1 + t (x - mean)),
    where x is the outcome's share of the points. The multiplier t is the root of a decreasing
    function, found by Newton's method within a bracket.
    """
    total = sum(weights)
    deviations = [x - mean for x in _SHARES]
    # No probability is above 1, so 1 + t (x - mean) >= q.
    low, high = ((weights[i] / total - 1) / deviations[i] for i in (-1, 0))
    t, missing = 0.0, 1.0
    while missing > _PRECISION:
        value = slope = 0.0
        for weight, deviation in zip(weights, deviations, strict=True):
            ratio = deviation / (1 + t * deviation)
            value += weight * ratio
            slope += weight * ratio * ratio
        low, high = (t, high) if value > 0 else (low, t)
        missing = value * value / slope  # unlike the step, not small near a pole
        newton = t + value / slope
        t = newton if low <= newton <= high else (low + high) / 2
    return sum(n * math.log1p(t * d) for n, d in zip(weights, deviations, strict=True))


def _elo_error(score: float, margin: float) -> float | None:
    low, high = _elo(score - margin), _elo(score + margin)
    return None if low is None or high is None else (high - low) / 2


def score_of(elo: float) -> float:
    """The share of the points that fits an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def _elo(score: float) -> float | None:
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None
