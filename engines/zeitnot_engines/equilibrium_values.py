"""How often an equilibrium makes each move, in small games with hidden cards."""

from ._core import Game, History, methods_of
from .engine import Engine
from .exact_values import MoveValue

METHOD = "cfr"


def has_equilibrium(game: str) -> bool:
    """Whether an equilibrium of this game can be computed."""
    return METHOD in methods_of(game)


class EquilibriumValues:
    """An ExactFinder for a game with an equilibrium: each move has a probability and an expected
    gain, given what the side to move knows. Raises ValueError for other games."""

    def __init__(self, game: Game) -> None:
        self._engine = Engine(game, method=METHOD)

    def known(self, state: History) -> list[MoveValue] | None:
        """None, because the equilibrium must be computed; empty after the end of the game."""
        return [] if not state.legal() else None

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """All moves, by the approximation of the equilibrium that is found in `seconds`."""
        legal = state.legal()
        if not legal:
            return []
        report = self._engine.search(state, ms=round(1000 * seconds))
        lines = {line.move: line for line in report.lines}
        return [
            MoveValue(move, None, None, lines[move].probability, lines[move].value)
            for move in legal
        ]
