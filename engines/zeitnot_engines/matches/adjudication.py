"""Ends a game early, by the values that its players report, exact tables, or its length.

The rules are those of cutechess-cli and fastchess: a player loses whose values have been hopeless
for some moves in a row, and a game is drawn in which both players have seen nothing for some moves.
Values are in the game's unit, or in probability of a win, with 0 = even.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from ..games import History
from .played import Reply

ExactScore = Callable[[History], float | None]
"""Seat 0's score with best play, if it is known."""


@dataclass(frozen=True, slots=True)
class ResignRule:
    """A player loses after `moves` of its own moves in a row with a value of `-value` or less.
    `both`: only if the opponent's moves between them agree."""

    value: float
    moves: int
    both: bool = False


@dataclass(frozen=True, slots=True)
class DrawRule:
    """From move `after` on, a game is drawn after `moves` moves of each player in a row with values
    of at most `value` either way."""

    value: float
    moves: int
    after: int = 1


@dataclass(frozen=True, slots=True)
class Adjudication:
    """The rules of a match. `max_moves`: of each player; then the game is drawn."""

    resign: ResignRule | None = None
    draw: DrawRule | None = None
    max_moves: int | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Seat 0's score, and why."""

    score: float
    reason: str


@dataclass(slots=True)
class Judge:
    """Follows one game. `exact`: exact scores, if any."""

    rules: Adjudication
    exact: ExactScore | None = None
    _hopeless: list[int] = field(default_factory=lambda: [0, 0])  # moves in a row, by seat
    _winning: list[int] = field(default_factory=lambda: [0, 0])
    _level: list[int] = field(default_factory=lambda: [0, 0])
    _moves: list[int] = field(default_factory=lambda: [0, 0])

    def after(self, seat: int, reply: Reply, state: History) -> Verdict | None:
        """The verdict after a move of this seat has led to `state`; None while play goes on."""
        self._count(seat, reply.value)
        if state.result is not None:
            return None
        score = self.exact(state) if self.exact else None
        if score is not None:
            return Verdict(score, "by tables")
        return self._by_values(seat) or self._by_length()

    def _count(self, seat: int, value: float | None) -> None:
        """Counts a move in the rows of its seat. A move without a value, such as the only legal
        one, neither continues nor ends a row."""
        resign, draw = self.rules.resign, self.rules.draw
        self._moves[seat] += 1
        if value is None:
            return
        hopeless = resign is not None and value <= -resign.value
        winning = resign is not None and value >= resign.value
        may_count = draw is not None and self._moves[seat] >= draw.after
        level = may_count and draw is not None and abs(value) <= draw.value
        self._hopeless[seat] = self._hopeless[seat] + 1 if hopeless else 0
        self._winning[seat] = self._winning[seat] + 1 if winning else 0
        self._level[seat] = self._level[seat] + 1 if level else 0

    def _by_values(self, seat: int) -> Verdict | None:
        resign, draw = self.rules.resign, self.rules.draw
        if draw is not None and min(self._level) >= draw.moves:
            return Verdict(0.5, f"both see at most {draw.value:g} for {draw.moves} moves")
        if resign is None:
            return None
        for loser in (seat, 1 - seat):
            agreed = not resign.both or self._winning[1 - loser] >= resign.moves
            if self._hopeless[loser] >= resign.moves and agreed:
                reason = f"hopeless for {resign.moves} moves"
                return Verdict(float(loser == 1), reason)
        return None

    def _by_length(self) -> Verdict | None:
        limit = self.rules.max_moves
        if limit is None or min(self._moves) < limit:
            return None
        return Verdict(0.5, f"after {limit} moves")
