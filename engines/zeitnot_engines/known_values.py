"""The exact values of moves, by methods that know them all immediately, without search."""

from zeitnot_client.seat_value import SeatValue

from ._core import Game, History, methods_of
from .engine import Engine
from .exact_values import MoveValue

METHODS = ("nim", "retrograde")


def knowing_method(game: str) -> str | None:
    """The method that knows all values of this game; None if there is none."""
    return next((method for method in methods_of(game) if method in METHODS), None)


class KnownMoveValues:
    """An ExactFinder for a game with such a method, which ignores the history of positions.
    Nim-values have no distances. `refusal`: why the method refuses the game's settings, so that no
    values are known; otherwise None. Raises ValueError for a game without such a method."""

    def __init__(self, game: Game) -> None:
        method = knowing_method(game.name)
        if method is None:
            raise ValueError(f"The values of {game.name} are not known without search.")
        self._engine = Engine(game, method=method)
        self.refusal: str | None = None
        try:
            self.known(game.start())
        except ValueError as bad:
            self.refusal = str(bad)

    def known(self, state: History) -> list[MoveValue]:
        """The values of all moves; empty when the game is over."""
        legal = state.legal()
        if not legal:
            return []
        if self.refusal is not None:
            return [MoveValue(move, None, None) for move in legal]
        report = self._engine.search(state, lines=len(legal))
        found = {line.move: line for line in report.lines}
        return [
            MoveValue(move, SeatValue(report.seat, line.value, report.unit).sign, line.distance)
            for move in legal
            if (line := found.get(move))
        ]

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The same as `known`; `seconds` is not used."""
        return self.known(state)
