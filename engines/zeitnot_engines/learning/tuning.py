"""Texel's tuning: finds weights with which the evaluation predicts the results of games. See
learn/texel.hpp.

Each round computes the gradient of every position and does gradient descent. Every tenth game is in
the test set: when its loss stops falling, the weights begin to overfit.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from .._core import Texel
from ..games import Game
from ..uci.text import HUNDREDTHS
from .training_games import TrainingGame, positions

TEST_EVERY = 10  # every tenth game is for testing
BLOCK = 16  # weights that are traced before progress is shown
_NUMBER = re.compile(r"//[^\n]*|/\*.*?\*/|( *-?\b\d+\b)", re.DOTALL)
_TABLE = re.compile(r"\bdefault_weights\s*\{(.*?)\};", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TunerConfig:
    """How to tune. `blend`: the part of a position's target that comes from the search's value
    rather than the game's result; `pull`: regularisation towards the old weights; `rate`: the step
    size, in points of score."""

    epochs: int = 300
    rate: float = 1.0
    pull: float = 1e-7
    blend: float = 0.3


@dataclass(slots=True)
class Round:
    """The result of a round: the weights, and the losses before and after it, on the training games
    and on the test games."""

    weights: list[int]
    scale: float
    losses: tuple[float, float]
    test_losses: tuple[float, float]


@dataclass(slots=True)
class Tuner:
    """The positions of the training games, split into a training set and a test set."""

    game: Game
    config: TunerConfig
    learn: Texel = field(init=False)
    test: Texel = field(init=False)
    _scale: float | None = None

    def __post_init__(self) -> None:
        self.learn, self.test = Texel(self.game.name), Texel(self.game.name)

    def add(self, training_games: Sequence[TrainingGame]) -> Iterator[None]:
        """Adds the training games, one per iteration."""
        scale = guessed_scale(training_games, HUNDREDTHS[self.game.unit])
        unit = HUNDREDTHS[self.game.unit]
        for training_game in training_games:
            texel = self.test if training_game.seed % TEST_EVERY == 0 else self.learn
            for state, value in positions(self.game, training_game):
                predicted = 1 / (1 + math.exp(-scale * unit * value))
                blend = self.config.blend
                texel.add(state, (1 - blend) * training_game.points + blend * predicted)
            yield

    def trace(self, weights: Sequence[int]) -> Iterator[int]:
        """Traces the contribution of each weight to each position; yields how many are done."""
        self.learn.begin(weights)
        self.test.begin(weights)
        for first in range(0, len(weights), BLOCK):
            last = min(first + BLOCK, len(weights))
            self.learn.trace(first, last)
            self.test.trace(first, last)
            yield last

    def descend(self, weights: Sequence[int]) -> Round:
        """Gradient descent from the weights that were traced."""
        before = [float(weight) for weight in weights]
        scale = self._scale or lowest(lambda scale: self.learn.loss(before, scale), 1e-4, 0.1)
        self._scale = scale  # the same for all rounds, so that weights and scale do not drift
        config = self.config
        result = self.learn.descend(before, scale, config.rate, config.pull, config.epochs)
        after = [float(round(weight)) for weight in result]
        return Round(
            [int(weight) for weight in after],
            scale,
            (self.learn.loss(before, scale), self.learn.loss(after, scale)),
            (self.test.loss(before, scale), self.test.loss(after, scale)),
        )


def guessed_scale(training_games: Sequence[TrainingGame], unit: float) -> float:
    """The scale of the logistic curve with which the searches' values best predict the results."""
    pairs = [
        (unit * v, training_game.points)
        for training_game in training_games
        for _, v in training_game.quiet
    ][:20_000]

    def loss(scale: float) -> float:
        return sum(max(x, 0) + math.log1p(math.exp(-abs(x))) - p * x for x, p in scaled(scale))

    def scaled(scale: float) -> Iterator[tuple[float, float]]:
        return ((scale * value, points) for value, points in pairs)

    return lowest(loss, 1e-4, 0.1) if pairs else 0.005


def lowest(value: Callable[[float], float], low: float, high: float) -> float:
    """The minimum of a unimodal function, by golden-section search on a logarithmic scale."""
    ratio = (math.sqrt(5) - 1) / 2
    a, b = math.log(low), math.log(high)
    while b - a > 0.01:
        c, d = b - ratio * (b - a), a + ratio * (b - a)
        if value(math.exp(c)) < value(math.exp(d)):
            b = d
        else:
            a = c
    return math.exp((a + b) / 2)


def rewrite_weights(source: str, weights: Sequence[int]) -> str:
    """The source text with these numbers in its table `default_weights`, otherwise unchanged.

    Raises ValueError if there is no such table, or if its size differs.
    """
    table = _TABLE.search(source)
    if table is None:
        raise ValueError("There is no table default_weights.")
    remaining = list(weights)
    numbers = [match for match in _NUMBER.finditer(table[1]) if match[1] is not None]
    if len(numbers) != len(remaining):
        raise ValueError(f"The table has {len(numbers)} numbers, not {len(remaining)}.")

    def put(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        number = str(remaining.pop(0)).rjust(len(match[1]))
        return f" {number}" if match[1][0] == " " != number[0] else number

    text = _NUMBER.sub(put, table[1])
    return source[: table.start(1)] + text + source[table.end(1) :]
