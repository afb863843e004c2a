"""Slow, obvious twins of the searches: plain recursion, no pruning, no table, no ordering.

They share rules and evaluation with the engine (both have tests of their own), nothing else.
Values are those of the side that moves, or throws; a position of the other side counts the other
way round.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

WIN = 1e6
GUESSES = [  # the parts of alpha-beta that may change a value at a fixed depth
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
]


def seen_from(state: Any, after: Any, value: float) -> float:
    """A value of `after` for the side of `state`: a seat may move twice running."""
    if after.side == state.side:
        return value
    return 1 - value if state.game.unit == "win_probability" else -value


@dataclass(frozen=True)
class Minimax:
    """Plain minimax to a fixed depth. Where the sooner win is the better one, a win counts WIN less
    the plies to it; else it counts what the evaluation says."""

    engine: Any
    counts_plies: bool = True

    def value(self, state: Any, depth: int, ply: int = 0) -> float:
        """`state` knows its past, so the third occurrence draws, or loses for who has forced it."""
        if state.result is not None:
            return self._end(state, ply)
        if depth == 0:
            return float(self.engine.evaluate(state))
        return max(self.moves(state, depth, ply).values())

    def moves(self, state: Any, depth: int, ply: int = 0) -> dict[str, float]:
        """The value of each move."""
        nexts = {m: state.play(m) for m in state.legal()}
        return {
            m: seen_from(state, after, self.value(after, depth - 1, ply + 1))
            for m, after in nexts.items()
        }

    def _end(self, state: Any, ply: int) -> float:
        scores, reason, _ = state.result
        if not self.counts_plies and reason == "rules":
            return float(self.engine.evaluate(state))
        return 2 * (scores[state.side] - 0.5) * (WIN - ply)


def as_reported(plain: float) -> tuple[float, int | None]:
    """Plain minimax's value as `reported` has a search's: a win that counts plies by its sign and
    the plies to it."""
    if abs(plain) > WIN / 2:
        return math.copysign(1, plain), round(WIN - abs(plain))
    return plain, None


def reported(report: Any) -> tuple[float, int | None]:
    """A forced win by its distance, everything else by its value."""
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
                p * seen_from(state, after := state.throw(v), self.value(after, depth))
                for v, p in state.outcomes()
            )
        return max(self.moves(state, depth).values())

    def moves(self, state: Any, depth: int) -> dict[str, float]:
        nexts = {m: state.play(m) for m in state.legal()}
        return {
            m: seen_from(state, after, self.value(after, depth - 1)) for m, after in nexts.items()
        }


Verdict = tuple[int, int | None]
"""1, 0 or -1 for the side to move, and the plies to the forced end."""


def retrograde(starts: Iterable[Any], drawn: frozenset[str] = frozenset()) -> dict[str, Verdict]:
    """The verdict on every position that play from `starts` reaches, by its text: swept again and
    again until nothing changes. `drawn` are positions that draw as soon as play comes to them."""
    states = {s.text: s for s in starts}
    after: dict[str, list[str]] = {}
    todo = list(states.values())
    while todo:
        state = todo.pop()
        game = state.game
        nexts = [game.parse(state.play(m).text) for m in state.legal()]
        after[state.text] = [n.text for n in nexts]
        fresh = {n.text: n for n in nexts if n.text not in states}
        states |= fresh
        todo += fresh.values()
    verdicts: dict[str, Verdict] = {}
    for text, state in states.items():
        if state.result is not None:
            verdicts[text] = (round(2 * state.result[0][state.side] - 1), 0)
    distance = 0
    while True:
        known = {t: v for t, v in verdicts.items() if v[0] and t not in drawn}
        new = {}
        for text, state in states.items():
            if text not in verdicts:
                own = [_seen(state, states[t], known[t]) for t in after[text] if t in known]
                if judged := _judge(own, len(after[text])):
                    new[text] = judged
        if not new:
            return verdicts | {t: (0, None) for t in states if verdicts.get(t, (0,))[0] == 0}
        distance += 1
        assert all(v[1] == distance for v in new.values())
        verdicts |= new


def _seen(state: Any, after: Any, verdict: Verdict) -> Verdict:
    return verdict if after.side == state.side else (-verdict[0], verdict[1])


def _judge(mine: list[Verdict], moves: int) -> Verdict | None:
    """What the known verdicts on the positions after it, as this side sees them, say of one."""
    won = [d for value, d in mine if value > 0 and d is not None]
    if won:
        return 1, 1 + min(won)
    lost = [d for value, d in mine if value < 0 and d is not None]
    if moves and len(lost) == moves:
        return -1, 1 + max(lost)
    return None


@cache
def all_positions(name: str) -> dict[str, Verdict]:
    """The plain retrograde twin of a whole game, from its start."""
    from zeitnot_engines.games import load

    return retrograde([load(name).start()])
