"""How often an equilibrium makes each move, in a game with hidden cards that is small enough."""

from ._core import Game, History, methods_of
from .engine import Engine
from .exact_values import MoveValue

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
