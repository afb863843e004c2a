"""How a limit of strength chooses among the levels of a game. Pure.

A strength between two levels is a mixture: each move is played by one of the two, drawn at random,
so that every step is a little stronger than the one before, in every game and with every method.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ..levels import FULL, Level
from .options import MAX_SKILL

CURVE = 0.74
"""In chess, a mixture of equal parts is 0.39 of the way in Elo from the weaker level to the
stronger (docs/measurements/levels.md). So `share` is the part of the way to this power."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """`stronger` for this share of the moves, from 0 to 1, and `weaker` for the others."""

    weaker: Level
    stronger: Level
    share: float

    def draw(self, rng: Random) -> Level:
        """The level of one move."""
        return self.stronger if rng.random() < self.share else self.weaker


FULL_STRENGTH = Mixture(FULL, FULL, 0.0)


def by_skill(skill: int, levels: Mapping[int, Level]) -> Mixture:
    """The strength of a `Skill Level`: 0 is level 1, MAX_SKILL full strength, and the levels are at
    equal distances."""
    steps = [*(levels[number] for number in sorted(levels)), FULL]
    lower, part = divmod(skill * (len(steps) - 1), MAX_SKILL)
    if lower == len(steps) - 1:
        return FULL_STRENGTH
    return Mixture(steps[lower], steps[lower + 1], part / MAX_SKILL)


def by_elo(elo: int, levels: Mapping[int, Level], elos: Sequence[int]) -> Mixture:
    """The strength of a rating. `elos`: the ratings of the lowest levels, at least two, which
    ascend; a rating outside their range is moved to its end."""
    steps = [levels[number] for number in sorted(levels)]
    lower = min(max(bisect_right(elos, elo) - 1, 0), len(elos) - 2)
    way = (elo - elos[lower]) / (elos[lower + 1] - elos[lower])
    return Mixture(steps[lower], steps[lower + 1], min(max(way, 0.0), 1.0) ** CURVE)
