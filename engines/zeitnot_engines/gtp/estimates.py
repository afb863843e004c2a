"""Estimates of a Go position by playouts without a tree: the owner of each point, and the lead.
Each is computed once, at its first use."""

from collections.abc import Sequence
from functools import cached_property

from ..games import History, OwnershipEstimate, estimate_ownership
from ..go.position import Position

PLAYOUTS = 500  # for the position
PLAYOUTS_A_MOVE = 200  # for the position after a move
MOVES_A_REPORT = 3  # moves to estimate per report, because all of them would take too long


class Estimates:
    """The estimates of a position, for the side to move."""

    def __init__(self, state: History, komi: float) -> None:
        assert state.turn is not None
        self._state, self._komi = state, komi
        self._sign = 1 if state.turn == 0 else -1
        self._leads: dict[str, float] = {}

    @cached_property
    def root_lead(self) -> float:
        """The lead in points, including komi."""
        return self._lead(self._position_estimate)

    @cached_property
    def ownership(self) -> list[float]:
        """The ownership of each point, from -1 (the opponent's) to 1, by rows from the top."""
        size = Position.read(self._state.text).size
        shares = [self._sign * (2 * share - 1) for share in self._position_estimate.first_seat]
        rows = [shares[first : first + size] for first in range(0, len(shares), size)]
        return [share for row in reversed(rows) for share in row]

    def leads(self, moves: Sequence[str]) -> dict[str, float]:
        """The leads after these moves. Each call estimates a few more of them, in order."""
        new = [move for move in moves if move not in self._leads]
        for move in new[:MOVES_A_REPORT]:
            self._leads[move] = self._lead(
                estimate_ownership(self._state.play(move), PLAYOUTS_A_MOVE)
            )
        return {move: self._leads[move] for move in moves if move in self._leads}

    @cached_property
    def _position_estimate(self) -> OwnershipEstimate:
        return estimate_ownership(self._state, PLAYOUTS)

    def _lead(self, estimate: OwnershipEstimate) -> float:
        """The mean margin of the areas, minus komi."""
        margin = sum(2 * share - 1 for share in estimate.first_seat) - self._komi
        return self._sign * margin
