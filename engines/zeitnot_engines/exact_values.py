"""The exact values of all moves of a position, as far as they are found in the time allowed."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from zeitnot_client.seat_value import SeatValue

from ._core import Game, History, Solver, StopToken, games_with_solvers
from .engine import Engine
from .weights_files import package_weights

__all__ = ["ExactValues", "MoveValue", "games_with_solvers"]

MAX_KNOWN = 20_000
RETRY_S = 600.0
RETRY_FACTOR = 300.0
MIN_RETRY_S = 10.0
LOOKUP = {"depth": 8, "nodes": 20_000}  # a search that finds little but what is in the game's book


@dataclass(frozen=True, slots=True)
class MoveValue:
    """`value`: for the side that moves: 1 it wins, 0 a draw, -1 it loses with best play; None: not
    solved in the time allowed. `distance`: plies to the forced end, the move itself included; None
    of a draw, and where margins are told, too. `probability`: how often an equilibrium makes the
    move, where cards are hidden; `expected`: what it then gains on average, in the game's unit.
    `margin`: what the side that moves is ahead by at the end, in that unit."""

    move: str
    value: int | None
    distance: int | None
    probability: float | None = None
    expected: float | None = None
    margin: int | None = None


@dataclass(frozen=True, slots=True)
class _Known:
    """The value and margin of a position for the side to move there, which are the same in
    positions that are equal by symmetry, or that it was not solved; `again`: when it is to be tried
    again then (monotonic seconds)."""

    value: int | None
    distance: int | None
    margin: int | None
    again: float


def retry_s(seconds: float) -> float:
    """How long what was not found in so many seconds is not looked for again: ten minutes, and less
    after a short attempt."""
    return min(RETRY_S, max(MIN_RETRY_S, RETRY_FACTOR * seconds))


class ExactValues:
    """Values of moves in one game, by its book and its solver; what was found is kept, once for
    positions that are equal by symmetry. Raises ValueError for a game without a solver.

    `known` may be called at any time, `find` in one thread at a time. `now`: monotonic seconds.
    """

    def __init__(
        self, game: Game, *, hash_mb: int = 32, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._solver = Solver(game, hash_mb=hash_mb, weights=package_weights(game.name))
        # What a search finds has no margin.
        self._engine = None if self._solver.solves_margins else Engine(game, hash_mb=1)
        self._now = now
        self._kept: dict[int, _Known] = {}
        self._retry_s = RETRY_S

    def known(self, state: History) -> list[MoveValue] | None:
        """The values of all moves; None if not all have been looked for, or again is due."""
        moves = [self._kept_value(state, move) for move in state.legal()]
        found = [move for move in moves if move is not None]
        return found if len(found) == len(moves) else None

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The values of all moves: what is not known is solved, in so many seconds at most. What is
        not solved then is not looked for again for `retry_s`."""
        self._retry_s = retry_s(seconds)
        ends = self._now() + seconds
        legal = state.legal()
        for move in legal:
            if self._kept_value(state, move) is None:
                self._look_up(state, move)
        # Hard moves come after the others: each has its share of half the time, then of the rest.
        for part in (0.5, 1.0):
            todo = [move for move in legal if not self._is_solved(state, move)]
            for index, move in enumerate(todo):
                share = part * (ends - self._now()) / (len(todo) - index)
                self._solve(state.play(move), share)
        return [value for move in legal if (value := self._kept_value(state, move))]

    def _kept_value(self, state: History, move: str) -> MoveValue | None:
        after = state.play(move)
        if after.result is not None:
            own, other = after.result[0][state.side], after.result[0][1 - state.side]
            value = (own > other) - (own < other)
            if self._solver.solves_margins and after.margins is not None:
                return MoveValue(move, value, None, margin=after.margins[state.side])
            return MoveValue(move, value, 1 if value else None)
        known = self._kept.get(self._solver.symmetric_key(after))
        if known is None or (known.value is None and self._now() >= known.again):
            return None
        if known.value is None:
            return MoveValue(move, None, None)
        sign = 1 if after.side == state.side else -1
        margin = None if known.margin is None else sign * known.margin
        distance = known.distance and known.distance + 1
        return MoveValue(move, sign * known.value, distance, margin=margin)

    def _is_solved(self, state: History, move: str) -> bool:
        kept = self._kept_value(state, move)
        return kept is not None and kept.value is not None

    def _look_up(self, state: History, move: str) -> None:
        """Keeps what the game's book knows, or a short search proves."""
        if self._engine is None:
            return
        report = self._engine.search(state, searchmoves=[move], **LOOKUP)
        if report.exact:
            after = state.play(move)
            sign = SeatValue(report.seat, report.value, report.unit).sign
            value = SeatValue(report.seat, sign).value_for(after.side)
            self._keep(after, value, report.distance and report.distance - 1, None)

    def _solve(self, state: History, seconds: float) -> None:
        if self._solver.refusal(state) is not None:
            return self._keep(state, None, None, None)
        token = StopToken()
        timer = threading.Timer(max(seconds, 0), token.stop)
        timer.start()
        try:
            solved = self._solver.solve(state, stop=token)
        finally:
            timer.cancel()
        if solved is None:
            self._keep(state, None, None, None)
        else:
            self._keep(state, solved.value, solved.distance, solved.margin)

    def _keep(
        self, state: History, value: int | None, distance: int | None, margin: int | None
    ) -> None:
        """The oldest is forgotten when there are too many."""
        key = self._solver.symmetric_key(state)
        self._kept.pop(key, None)
        self._kept[key] = _Known(value, distance, margin, self._now() + self._retry_s)
        if len(self._kept) > MAX_KNOWN:
            del self._kept[next(iter(self._kept))]
