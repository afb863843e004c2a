"""Bradley-Terry ratings of a set of games, with error bars.

The probability that i beats j is 1 / (1 + 10^((Rj - Ri) / 400)), and a draw is half a win and half
a loss. Ratings are found by maximum a posteriori with a weak prior, a normal distribution with a
standard deviation of PRIOR points, so that a player who has won every game has a finite rating.
The objective is concave: Newton's method finds its only maximum (D. Hunter, "MM algorithms for
generalized Bradley-Terry models", 2004). Errors are half of the 95 % interval of the difference
from the mean of all players, by the inverse of the Hessian.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

PRIOR = 1_000.0
MEAN = 1_500.0
MAX_PLAYERS = 500
Z95 = 1.96
_POINTS = 400 / math.log(10)  # rating points per unit of the natural scale
_TOLERANCE = 1e-10
_MAX_STEPS = 100
_MAX_CHANGE = 3.0  # of one value in one step, on the natural scale

Matrix = list[list[float]]


class TooManyPlayers(ValueError):
    """There are more than MAX_PLAYERS."""


class Game(NamedTuple):
    """A game of two players. `score`: the first one's, 1 for a win and 0.5 for a draw."""

    first: str
    second: str
    score: float


class Standing(NamedTuple):
    """A player's rating. `error`: half of its 95 % interval; `points`: of `games`."""

    player: str
    rating: float
    error: float
    points: float
    games: int


def standings(games: Iterable[Game], anchor: tuple[str, float] | None = None) -> list[Standing]:
    """The players, best first. Their mean is MEAN, unless a player (`anchor`) has a given rating.
    Raises TooManyPlayers; KeyError for an anchor that has not played."""
    scores, counts = _counted(games)
    players = sorted({player for pair in counts for player in pair})
    if len(players) > MAX_PLAYERS:
        raise TooManyPlayers(f"{len(players)} players are too many: at most {MAX_PLAYERS}")
    if not players:
        return []
    number = {player: i for i, player in enumerate(players)}
    if anchor is not None and anchor[0] not in number:
        raise KeyError(anchor[0])
    pairs = {(number[a], number[b]): count for (a, b), count in counts.items()}
    points = [0.0] * len(players)
    for (player, _), score in scores.items():
        points[number[player]] += score
    values, hessian = _maximum(points, pairs)
    errors = [Z95 * _POINTS * math.sqrt(v) for v in _variances_from_mean(hessian)]
    ratings = [value * _POINTS for value in values]
    shift = MEAN - sum(ratings) / len(ratings)
    if anchor is not None:
        shift = anchor[1] - ratings[number[anchor[0]]]
    played = [0] * len(players)
    for (i, j), count in pairs.items():
        played[i] += count
        played[j] += count
    rows = [
        Standing(player, ratings[i] + shift, errors[i], points[i], played[i])
        for i, player in enumerate(players)
    ]
    return sorted(rows, key=lambda row: (-row.rating, row.player))


def groups(games: Iterable[Game]) -> int:
    """How many groups of players there are that have not met each other, even indirectly. Ratings
    of different groups cannot be compared."""
    parent: dict[str, str] = {}

    def root(player: str) -> str:
        while (above := parent.setdefault(player, player)) != player:
            parent[player] = parent[above]
            player = above
        return player

    for game in games:
        parent[root(game.first)] = root(game.second)
    return sum(player == above for player, above in parent.items())


def _counted(
    games: Iterable[Game],
) -> tuple[Mapping[tuple[str, str], float], Mapping[tuple[str, str], int]]:
    """The points of each player against each other, and the number of games of each pair."""
    scores: dict[tuple[str, str], float] = defaultdict(float)
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for first, second, score in games:
        scores[first, second] += score
        scores[second, first] += 1 - score
        counts[min(first, second), max(first, second)] += 1
    return scores, counts


def _maximum(
    points: Sequence[float], pairs: Mapping[tuple[int, int], int]
) -> tuple[list[float], Matrix]:
    """The values on the natural scale, and the negative Hessian there."""
    values = [0.0] * len(points)
    precision = (_POINTS / PRIOR) ** 2
    hessian: Matrix = []
    for _ in range(_MAX_STEPS):
        gradient, hessian = _derivatives(values, points, pairs, precision)
        step = _solved(_cholesky(hessian), gradient)
        largest = max(map(abs, step))
        scale = min(1.0, _MAX_CHANGE / largest) if largest else 1.0
        values = [value + scale * change for value, change in zip(values, step, strict=True)]
        if largest < _TOLERANCE:
            break
    return values, hessian


def _derivatives(
    values: Sequence[float],
    points: Sequence[float],
    pairs: Mapping[tuple[int, int], int],
    precision: float,
) -> tuple[list[float], Matrix]:
    """The gradient and the negative Hessian of the log posterior."""
    size = len(values)
    gradient = [point - precision * value for point, value in zip(points, values, strict=True)]
    hessian = [[0.0] * size for _ in range(size)]
    for i in range(size):
        hessian[i][i] = precision
    for (i, j), count in pairs.items():
        wins = 1 / (1 + math.exp(values[j] - values[i]))
        gradient[i] -= count * wins
        gradient[j] -= count * (1 - wins)
        weight = count * wins * (1 - wins)
        hessian[i][i] += weight
        hessian[j][j] += weight
        hessian[i][j] -= weight
        hessian[j][i] -= weight
    return gradient, hessian


# ── a symmetric positive definite matrix ───────────────────────────────────────────────────────


def _cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle L with L Lᵀ = matrix."""
    lower: Matrix = []
    for i, row in enumerate(matrix):
        new: list[float] = []
        for j in range(i):
            dot = sum(map(_product, new, lower[j]))
            new.append((row[j] - dot) / lower[j][j])
        new.append(math.sqrt(row[i] - sum(value * value for value in new)))
        lower.append(new)
    return lower


def _product(a: float, b: float) -> float:
    return a * b


def _solved(lower: Matrix, right: Sequence[float]) -> list[float]:
    """x with L Lᵀ x = right."""
    forward: list[float] = []
    for row, value in zip(lower, right, strict=True):
        forward.append((value - sum(map(_product, row, forward))) / row[len(forward)])
    result = [0.0] * len(lower)
    rest = forward
    for i in range(len(lower) - 1, -1, -1):
        result[i] = rest[i] / lower[i][i]
        rest = [value - entry * result[i] for value, entry in zip(rest[:i], lower[i], strict=False)]
    return result


def _variances_from_mean(hessian: Matrix) -> list[float]:
    """The variance of each value's difference from the mean of all values."""
    size, lower = len(hessian), _cholesky(hessian)
    columns = [_solved(lower, [float(i == j) for i in range(size)]) for j in range(size)]
    means = [sum(column) / size for column in columns]
    mean = sum(means) / size
    return [max(0.0, columns[i][i] - 2 * means[i] + mean) for i in range(size)]
