"""The games whose positions have exact values or an equilibrium, and what finds them."""

from typing import Protocol

from ._core import Game, History, games_with_solvers, methods_of
from .engine import Engine
from .exact_values import ExactValues, MoveValue
from .known_values import KnownMoveValues, knowing_method

METHOD = "cfr"


def has_equilibrium(game: str) -> bool:
    """Whether an equilibrium of this game can be found."""
    return METHOD in methods_of(game)


class EquilibriumValues:
    """As ExactValues, for a game with an equilibrium: moves have a probability, and what they are
    expected to gain, both by what the side to move knows. Raises ValueError for another game."""

    def __init__(self, game: Game) -> None:
        self._engine = Engine(game, method=METHOD)

    def known(self, state: History) -> list[MoveValue] | None:
        """None: it has to be looked for."""
        return [] if not state.legal() else None

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """All moves, by the equilibrium as far as it is found in so many seconds."""
        legal = state.legal()
        if not legal:
            return []
        report = self._engine.search(state, ms=round(1000 * seconds))
        lines = {line.move: line for line in report.lines}
        return [
            MoveValue(move, None, None, lines[move].probability, lines[move].value)
            for move in legal
        ]


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
    """Raises ValueError for a game without exact values."""
    if has_equilibrium(game.name):
        return EquilibriumValues(game)
    return KnownMoveValues(game) if knowing_method(game.name) else ExactValues(game)
