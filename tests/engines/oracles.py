"""Slow, obvious twins of the searches: plain recursion, no pruning, no table, no ordering.

They share rules and evaluation with the engine (both have tests of their own), nothing else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from zeitnot_engines._core import Engine
from zeitnot_engines.games import History

WIN = 1000.0


@dataclass(frozen=True)
class Minimax:
    """Plain minimax to a fixed depth. A game in points counts WIN less the plies to the end, any
    other what the evaluation says."""

    engine: Engine

    def value(self, state: History, depth: int, ply: int = 0) -> float:
        """For the side to move; `state` knows its past, so the third occurrence draws."""
        if state.result is not None and state.result[1] == "repetition":
            return 0.0
        if state.result is not None and state.game.unit == "points":
            return self.engine.evaluate(state) * (WIN - ply)
        if state.result is not None or depth == 0:
            return self.engine.evaluate(state)
        return max(-self.value(state.play(m), depth - 1, ply + 1) for m in state.legal())

    def moves(self, state: History, depth: int) -> dict[str, float]:
        """The value of each move."""
        return {m: -self.value(state.play(m), depth - 1, 1) for m in state.legal()}


@dataclass(frozen=True)
class Expectiminimax:
    """Plain expectiminimax; `depth` counts throw+move pairs, as the engine does. All values are win
    probabilities of the side to move: the other side's is 1 less that."""

    engine: Engine

    def value(self, state: History, depth: int) -> float:
        if state.result is not None or depth == 0:
            return self.engine.evaluate(state)
        if state.due is not None:
            return sum(p * self.value(state.throw(v), depth) for v, p in state.outcomes())
        return max(self.moves(state, depth).values())

    def moves(self, state: History, depth: int) -> dict[str, float]:
        return {m: 1 - self.value(state.play(m), depth - 1) for m in state.legal()}


Verdict = tuple[int, int | None]
"""1, 0 or -1 for the side to move, and the plies to the forced end."""


def retrograde(
    starts: Iterable[History], drawn: frozenset[str] = frozenset()
) -> dict[str, Verdict]:
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
            turn = int(text.endswith((" o", " b")))
            verdicts[text] = (round(2 * state.result[0][turn] - 1), 0)
    distance = 0
    while True:
        known = {t: v for t, v in verdicts.items() if v[0] and t not in drawn}
        new = {t: j for t in states if t not in verdicts and (j := _judge(after[t], known))}
        if not new:
            return verdicts | {t: (0, None) for t in states if verdicts.get(t, (0,))[0] == 0}
        distance += 1
        assert all(v[1] == distance for v in new.values())
        verdicts |= new


def _judge(after: list[str], known: dict[str, Verdict]) -> Verdict | None:
    """What the known verdicts on the positions after it say of a position."""
    lost = [known[t][1] for t in after if known.get(t, (0,))[0] < 0]
    if lost:
        return 1, 1 + min(d for d in lost if d is not None)
    won = [known[t][1] for t in after if known.get(t, (0,))[0] > 0]
    if after and len(won) == len(after):
        return -1, 1 + max(d for d in won if d is not None)
    return None


@cache
def all_positions(name: str) -> dict[str, Verdict]:
    """The plain retrograde twin of a whole game, from its start."""
    from zeitnot_engines.games import load

    return retrograde([load(name).start()])
