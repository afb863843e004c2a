"""Statistics of a match: Elo with its error, and a sequential test.

Elo is the logistic difference that fits the score; its error is half of the 95 % interval (normal
approximation over the games). The sequential test is Wald's, in the generalised form that engine
testers use: the likelihood ratio of two Elo differences, from the mean and the variance of *pairs*
of games (the same opening from both sides, five outcomes), because the two games of a pair are not
independent (M. Van den Bergh, "Normalized Elo and the GSPRT", 2019).
"""

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_Z95 = 1.96
_PRIOR = 0.1  # pairs added to each outcome, so that a few equal results do not look certain


@dataclass(frozen=True, slots=True)
class Standing:
    """A's score after some games."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, scores: Sequence[float]) -> "Standing":
        return cls(scores.count(1.0), scores.count(0.5), scores.count(0.0))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

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
        return _Z95 * math.sqrt(squares) / self.games

    @property
    def elo(self) -> float | None:
        """A's Elo above B; None if the score is 0 or 1."""
        return _elo(self.score) if self.games else None

    @property
    def error(self) -> float | None:
        """Half of the 95 % interval of `elo`; None if it is infinite."""
        if not self.games:
            return None
        margin = self.score_error
        low, high = _elo(self.score - margin), _elo(self.score + margin)
        return None if low is None or high is None else (high - low) / 2


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

    def llr(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio after these pairs, each A's points of two games (0 to 2)."""
        if not pairs:
            return 0.0
        counts = {points / 2: _PRIOR for points in (0.0, 0.5, 1.0, 1.5, 2.0)}
        for points in pairs:
            counts[points / 2] += 1
        total = sum(counts.values())
        mean = sum(score * n for score, n in counts.items()) / total
        variance = sum(n * (score - mean) ** 2 for score, n in counts.items()) / total
        low, high = _score(self.elo0), _score(self.elo1)
        return total * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, llr: float) -> str | None:
        """The accepted hypothesis, "H0" or "H1", or None while the test continues."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else None


def pairs(scores: Mapping[int, float]) -> list[float]:
    """The sum over each pair of games (2n, 2n + 1) of which both are finished."""
    evens = (n for n in sorted(scores) if n % 2 == 0 and n + 1 in scores)
    return [scores[n] + scores[n + 1] for n in evens]


def _score(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _elo(score: float) -> float | None:
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None
