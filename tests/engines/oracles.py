"""Slow reference implementations of the searches: recursion without pruning, table or ordering.

They share only rules and evaluation with the engine, both of which have separate tests. Values are
those of the side that moves or throws; for the other side they are negated.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

WIN = 1e6
INEXACT = [  # the heuristics of alpha-beta that may change a value at a fixed depth
    "quiescence",
    "evasions",
    "delta",
    "exchanges",
    "stillness",
    "check_extension",
    "reply_extension",
    "singular",
    "null_move",
    "reductions",
    "late_moves",
    "futility",
    "reverse_futility",
    "razoring",
    "internal",
    "endings",
    "candidates",
]


def value_for(state: Any, after: Any, value: float) -> float:
    """A value of `after` for the side of `state`: a seat may move twice in a row."""
    if after.side == state.side:
        return value
    return 1 - value if state.game.unit == "win_probability" else -value


@dataclass(frozen=True)
class Minimax:
    """Plain minimax to a fixed depth. With `counts_plies` a win is worth WIN minus the plies to it,
    without `counts_plies` the value of the evaluation."""

    engine: Any
    counts_plies: bool = True

    def value(self, state: Any, depth: int, ply: int = 0) -> float:
        """`state` has its history: a third occurrence is a draw, or a loss of the side at fault."""
        if state.result is not None:
            return self._end(state, ply)
        if depth == 0:
            return float(self.engine.evaluate(state))
        return max(self.moves(state, depth, ply).values())

    def moves(self, state: Any, depth: int, ply: int = 0) -> dict[str, float]:
        """The value of each move."""
        nexts = {m: state.play(m) for m in state.legal()}
        return {
            m: value_for(state, after, self.value(after, depth - 1, ply + 1))
            for m, after in nexts.items()
        }

    def _end(self, state: Any, ply: int) -> float:
        scores, reason, _ = state.result
        if not self.counts_plies and reason == "rules":
            return float(self.engine.evaluate(state))
        return 2 * (scores[state.side] - 0.5) * (WIN - ply)


def as_reported(value: float) -> tuple[float, int | None]:
    """A value of `Minimax` in the form of `reported`: a win as its sign and its distance."""
    if abs(value) > WIN / 2:
        return math.copysign(1, value), round(WIN - abs(value))
    return value, None


def reported(report: Any) -> tuple[float, int | None]:
    """A report's result: a forced win as its sign and its distance, anything else as its value."""
    if report.distance is None:
        return report.value, None
    return math.copysign(1, report.value), report.distance


@dataclass(frozen=True)
class Expectiminimax:
    """Plain expectiminimax; `depth` counts throw+move pairs, as the engine does."""

    engine: Any

    def value(self, state: Any, depth: int) -> float:
        if state.result is not None or depth == 0:
            return float(self.engine.evaluate(state))
        if state.due is not None:
            return sum(
                p * value_for(state, after := state.throw(v), self.value(after, depth))
                for v, p in state.outcomes()
            )
        return max(self.moves(state, depth).values())

    def moves(self, state: Any, depth: int) -> dict[str, float]:
        nexts = {m: state.play(m) for m in state.legal()}
        return {
            m: value_for(state, after, self.value(after, depth - 1)) for m, after in nexts.items()
        }


Verdict = tuple[int, int | None]
"""1, 0 or -1 for the side to move, and the plies to the forced end."""


def retrograde(starts: Iterable[Any], drawn: frozenset[str] = frozenset()) -> dict[str, Verdict]:
    """Maps the text of every position reachable from `starts` to its verdict, by sweeps until
    nothing changes. `drawn`: positions that are drawn when they are reached."""
    states = {s.text: s for s in starts}
    after: dict[str, list[str]] = {}
    pending = list(states.values())
    while pending:
        state = pending.pop()
        game = state.game
        nexts = [game.parse(state.play(m).text) for m in state.legal()]
        after[state.text] = [n.text for n in nexts]
        unseen = {n.text: n for n in nexts if n.text not in states}
        states |= unseen
        pending += unseen.values()
    verdicts: dict[str, Verdict] = {}
    for text, state in states.items():
        if state.result is not None:
            verdicts[text] = (round(2 * state.result[0][state.side] - 1), 0)
    distance = 0
    while True:
        known = {t: v for t, v in verdicts.items() if v[0] and t not in drawn}
        new_verdicts = {}
        for text, state in states.items():
            if text not in verdicts:
                outcomes = [
                    _verdict_for(state, states[t], known[t]) for t in after[text] if t in known
                ]
                if judged := _judge(outcomes, len(after[text])):
                    new_verdicts[text] = judged
        if not new_verdicts:
            return verdicts | {t: (0, None) for t in states if verdicts.get(t, (0,))[0] == 0}
        distance += 1
        assert all(v[1] == distance for v in new_verdicts.values())
        verdicts |= new_verdicts


def _verdict_for(state: Any, after: Any, verdict: Verdict) -> Verdict:
    return verdict if after.side == state.side else (-verdict[0], verdict[1])


def _judge(verdicts: list[Verdict], moves: int) -> Verdict | None:
    """The verdict that follows from the known verdicts on the positions after each move."""
    won = [d for value, d in verdicts if value > 0 and d is not None]
    if won:
        return 1, 1 + min(won)
    lost = [d for value, d in verdicts if value < 0 and d is not None]
    if moves and len(lost) == moves:
        return -1, 1 + max(lost)
    return None


@cache
def all_positions(name: str) -> dict[str, Verdict]:
    """The verdicts on all positions of a game, by `retrograde` from its start."""
    from zeitnot_engines.games import load

    return retrograde([load(name).start()])
