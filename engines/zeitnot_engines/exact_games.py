"""The games with exact values or an equilibrium, and their finders."""

from pathlib import Path
from typing import Protocol

from ._core import Game, History, games_with_solvers
from .equilibrium_values import EquilibriumValues, has_equilibrium
from .exact_values import ExactValues, MoveValue
from .known_values import KnownMoveValues, knowing_method
from .table_values import TableValues, has_tables


class ExactFinder(Protocol):
    """Finds the values of moves in one game."""

    def known(self, state: History) -> list[MoveValue] | None:
        """The values of all moves if they are known already, otherwise None."""

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The values of all moves, as far as they are found in `seconds`."""


def has_exact_values(game: str) -> bool:
    """Whether `exact_finder` supports this game."""
    known = knowing_method(game) is not None or has_equilibrium(game)
    return known or game in games_with_solvers()


def has_some_values(game: str, tables: Path | None) -> bool:
    """Whether `exact_finder` supports this game with the tablebases in this folder."""
    return has_exact_values(game) or has_tables(game, tables)


def exact_finder(game: Game, tables: Path | None = None) -> ExactFinder:
    """The finder for this game. A solver of single positions is preferred, because it may know by
    how much a side wins. `tables`: the folder of tablebases, for games without another method.
    Raises ValueError for a game without exact values."""
    if tables is not None and not has_exact_values(game.name):
        return TableValues(game, tables)
    if has_equilibrium(game.name):
        return EquilibriumValues(game)
    return ExactValues(game) if game.name in games_with_solvers() else KnownMoveValues(game)
