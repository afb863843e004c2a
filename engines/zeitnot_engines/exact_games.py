"""The games whose positions have exact values or an equilibrium, and what finds them."""

from typing import Protocol

from ._core import Game, History, games_with_solvers
from .equilibrium_values import EquilibriumValues, has_equilibrium
from .exact_values import ExactValues, MoveValue
from .known_values import KnownMoveValues, knowing_method


class ExactFinder(Protocol):
    """Values of moves in one game: what is known at once, and what is found in so many seconds."""

    def known(self, state: History) -> list[MoveValue] | None:
        """The values of all moves, if they are known."""

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The values of all moves, as far as they are found."""


def has_exact_values(game: str) -> bool:
    """Whether `exact_finder` has one for it."""
    known = knowing_method(game) is not None or has_equilibrium(game)
    return known or game in games_with_solvers()


def exact_finder(game: Game) -> ExactFinder:
    """By the solver of single positions, if there is one: it may tell margins. Raises ValueError
    for a game without exact values."""
    if has_equilibrium(game.name):
        return EquilibriumValues(game)
    return ExactValues(game) if game.name in games_with_solvers() else KnownMoveValues(game)
