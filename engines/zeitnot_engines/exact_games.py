"""The games whose positions have exact values, and what finds them."""

from typing import Protocol

from ._core import Game, History, games_with_solvers, methods_of
from .exact_values import ExactValues, MoveValue
from .nim_values import METHOD, NimMoveValues


class ExactFinder(Protocol):
    """Values of moves in one game: what is known at once, and what is found in so many seconds."""

    def known(self, state: History) -> list[MoveValue] | None:
        """The values of all moves, if they are known."""

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The values of all moves, as far as they are found."""


def has_exact_values(game: str) -> bool:
    """Whether `exact_finder` has one for it."""
    return game in games_with_solvers() or METHOD in methods_of(game)


def exact_finder(game: Game) -> ExactFinder:
    """Raises ValueError for a game without exact values."""
    return NimMoveValues(game) if METHOD in methods_of(game.name) else ExactValues(game)
