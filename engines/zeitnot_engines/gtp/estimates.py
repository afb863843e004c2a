"""What playouts without a tree say of a position of Go: whose each point will be, and by how much
a side leads. Each is estimated once, when it is asked for first."""

from collections.abc import Sequence
from functools import cached_property

from ..games import History, OwnershipEstimate, estimate_ownership
from ..go.position import Position

PLAYOUTS = 500  # of the position
AFTER = 200  # of the position after a move
MOVES_A_REPORT = 3  # that are estimated for one report, which would be late with all of them


class Estimates:
    """Of one position, from the point of view of the side to move."""

    def __init__(self, state: History, komi: float) -> None:
        assert state.turn is not None
        self._state, self._komi = state, komi
        self._sign = 1 if state.turn == 0 else -1
        self._leads: dict[str, float] = {}

    @cached_property
    def root_lead(self) -> float:
        """The points by which the side leads, komi included."""
        return self._lead(self._whole)

    @cached_property
    def ownership(self) -> list[float]:
        """For each point from -1, the enemy's, to 1; by rows from the top."""
        size = Position.read(self._state.text).size
        shares = [self._sign * (2 * share - 1) for share in self._whole.first_seat]
        rows = [shares[first : first + size] for first in range(0, len(shares), size)]
        return [share for row in reversed(rows) for share in row]

    def leads(self, moves: Sequence[str]) -> dict[str, float]:
        """The lead after each of these moves, the first of them being estimated first; a few more
        with every call."""
        new = [move for move in moves if move not in self._leads]
        for move in new[:MOVES_A_REPORT]:
            self._leads[move] = self._lead(estimate_ownership(self._state.play(move), AFTER))
        return {move: self._leads[move] for move in moves if move in self._leads}

    @cached_property
    def _whole(self) -> OwnershipEstimate:
        return estimate_ownership(self._state, PLAYOUTS)

    def _lead(self, estimate: OwnershipEstimate) -> float:
        """The mean margin of the areas less komi."""
        margin = sum(2 * share - 1 for share in estimate.first_seat) - self._komi
        return self._sign * margin
