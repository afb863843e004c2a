"""Which moves of a sum of impartial games win, by its nim-values: without search, at once."""

from ._core import Game, History
from .engine import Engine
from .exact_values import MoveValue

METHOD = "nim"


class NimMoveValues:
    """As ExactValues, for a game that the method `nim` answers; distances are not known. Raises
    ValueError for another game."""

    def __init__(self, game: Game) -> None:
        self._engine = Engine(game, method=METHOD)

    def known(self, state: History) -> list[MoveValue]:
        """The values of all moves; none when the game is over."""
        legal = state.legal()
        if not legal:
            return []
        report = self._engine.search(state, lines=len(legal))
        values = {line.move: 1 if line.value > 0 else -1 for line in report.lines}
        return [MoveValue(move, values[move], None) for move in legal]

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The same; `seconds` are not needed."""
        return self.known(state)
