"""Finds the exact values of all moves of a position, as far as the time allows."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from zeitnot_client.seat_value import SeatValue

from ._core import Game, History, Solver, StopToken, games_with_solvers
from .engine import Engine
from .weights_files import package_weights

__all__ = ["ExactValues", "MoveValue", "games_with_solvers"]

MAX_CACHED = 20_000  # positions
RETRY_S = 600.0  # the longest time before an unsolved position is tried again
RETRY_FACTOR = 300.0  # times the length of the failed attempt
MIN_RETRY_S = 10.0
LOOKUP = {"depth": 8, "nodes": 20_000}  # a short search, mainly to use the game's book


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move. `value`: for the side that moves: with best play 1 it wins, 0 a draw, -1
    it loses; None: not solved in the time allowed. `distance`: plies to the forced end, including
    the move itself; None for a draw, and in games with margins. `margin`: the lead of the side that
    moves at the end, in the game's unit. With hidden cards, `probability`: how often an equilibrium
    makes the move; `expected`: its average gain, in the game's unit."""

    move: str
    value: int | None
    distance: int | None
    probability: float | None = None
    expected: float | None = None
    margin: int | None = None


@dataclass(frozen=True, slots=True)
class _CachedValue:
    """What is known about a position and those symmetric to it. `value`, `margin`: for the side to
    move there; `value` is None if it was not solved, and then it may be tried again at `retry_at`
    (monotonic seconds)."""

    value: int | None
    distance: int | None
    margin: int | None
    retry_at: float


def retry_s(seconds: float) -> float:
    """How long to wait before the next attempt, after one of so many seconds has failed: ten
    minutes, or less after a short attempt."""
    return min(RETRY_S, max(MIN_RETRY_S, RETRY_FACTOR * seconds))


class ExactValues:
    """Finds values of moves in one game with its book and its solver, and caches them, once for
    symmetric positions. Raises ValueError for a game without a solver.

    `known` may be called at any time, `find` in only one thread at a time. `now`: monotonic
    seconds.
    """

    def __init__(
        self, game: Game, *, hash_mb: int = 32, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._solver = Solver(game, hash_mb=hash_mb, weights=package_weights(game.name))
        # A search does not find margins.
        self._engine = None if self._solver.solves_margins else Engine(game, hash_mb=1)
        self._now = now
        self._cache: dict[int, _CachedValue] = {}
        self._retry_s = RETRY_S

    def known(self, state: History) -> list[MoveValue] | None:
        """The values of all moves; None if some were never tried, or if it is time to retry."""
        moves = [self._cached_value(state, move) for move in state.legal()]
        found = [move for move in moves if move is not None]
        return found if len(found) == len(moves) else None

    def find(self, state: History, seconds: float) -> list[MoveValue]:
        """The values of all moves; unknown ones are solved, in at most `seconds`. Those that could
        not be solved are not tried again for `retry_s`."""
        self._retry_s = retry_s(seconds)
        ends = self._now() + seconds
        legal = state.legal()
        for move in legal:
            if self._cached_value(state, move) is None:
                self._look_up(state, move)
        # All moves share half of the time; those that are still unsolved share the rest.
        for part in (0.5, 1.0):
            todo = [move for move in legal if not self._is_solved(state, move)]
            for index, move in enumerate(todo):
                share = part * (ends - self._now()) / (len(todo) - index)
                self._solve(state.play(move), share)
        return [value for move in legal if (value := self._cached_value(state, move))]

    def _cached_value(self, state: History, move: str) -> MoveValue | None:
        after = state.play(move)
        if after.result is not None:
            scores, _, _ = after.result
            own, other = scores[state.side], scores[1 - state.side]
            value = (own > other) - (own < other)
            if self._solver.solves_margins and after.margins is not None:
                return MoveValue(move, value, None, margin=after.margins[state.side])
            return MoveValue(move, value, 1 if value else None)
        known = self._cache.get(self._solver.symmetric_key(after))
        if known is None or (known.value is None and self._now() >= known.retry_at):
            return None
        if known.value is None:
            return MoveValue(move, None, None)
        sign = 1 if after.side == state.side else -1
        margin = None if known.margin is None else sign * known.margin
        distance = known.distance and known.distance + 1
        return MoveValue(move, sign * known.value, distance, margin=margin)

    def _is_solved(self, state: History, move: str) -> bool:
        cached = self._cached_value(state, move)
        return cached is not None and cached.value is not None

    def _look_up(self, state: History, move: str) -> None:
        """Caches a value that the game's book has or that a short search proves."""
        if self._engine is None:
            return
        report = self._engine.search(state, searchmoves=[move], **LOOKUP)
        if report.exact:
            after = state.play(move)
            sign = SeatValue(report.seat, report.value, report.unit).sign
            value = SeatValue(report.seat, sign).value_for(after.side)
            self._store(after, value, report.distance and report.distance - 1, None)

    def _solve(self, state: History, seconds: float) -> None:
        if self._solver.refusal(state) is not None:
            return self._store(state, None, None, None)
        token = StopToken()
        timer = threading.Timer(max(seconds, 0), token.stop)
        timer.start()
        try:
            solved = self._solver.solve(state, stop=token)
        finally:
            timer.cancel()
        if solved is None:
            self._store(state, None, None, None)
        else:
            self._store(state, solved.value, solved.distance, solved.margin)

    def _store(
        self, state: History, value: int | None, distance: int | None, margin: int | None
    ) -> None:
        """Caches a value; the oldest one is dropped if there are too many."""
        key = self._solver.symmetric_key(state)
        self._cache.pop(key, None)
        self._cache[key] = _CachedValue(value, distance, margin, self._now() + self._retry_s)
        if len(self._cache) > MAX_CACHED:
            del self._cache[next(iter(self._cache))]
