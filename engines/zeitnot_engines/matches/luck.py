"""The throws of a match, each of which can be computed again from the match's log.

Three ways to throw in the two games of a pair, which have the same opening and exchanged seats:

- `pair`: one sequence of throws for both games. Where the seats do not throw in turn, a player may
  meet a throw that was the opponent's in the other game.
- `same`: one sequence for each seat, so the n-th throw of a player in one game is the n-th throw of
  the opponent in the other, whatever the seats did between them. Neither player is luckier over the
  pair, as far as throws are worth the same in both games.
- `each`: a sequence for each game. It shows how much luck the others take away.

A throw of no seat, such as a deal, has a sequence of its own.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal, Protocol, get_args

from ..games import History
from .openings import throw

LuckName = Literal["pair", "same", "each"]
LUCKS: tuple[LuckName, ...] = get_args(LuckName)


class Luck(Protocol):
    """The throws of one game, in order."""

    def throw(self, state: History) -> tuple[History, str]:
        """The state after its throw, and the throw as an action. Precondition: one is due."""


@dataclass(slots=True)
class OneSequence:
    """All throws of a game from one sequence."""

    dice: random.Random

    def throw(self, state: History) -> tuple[History, str]:
        return throw(state, self.dice)


@dataclass(slots=True)
class SeatSequences:
    """A sequence for each seat: the n-th throw depends only on the seed, the seat and n."""

    seed: int
    _thrown: Counter[int | None] = field(default_factory=Counter)

    def throw(self, state: History) -> tuple[History, str]:
        seat = state.thrower
        self._thrown[seat] += 1
        return throw(state, random.Random(f"{self.seed} {seat} {self._thrown[seat]}"))


def luck_of(name: LuckName, seed: int, number: int) -> Luck:
    """The throws of the game with this number. `seed`: that of its pair."""
    if name == "same":
        return SeatSequences(seed)
    return OneSequence(random.Random(seed if name == "pair" else f"{seed} game {number}"))
