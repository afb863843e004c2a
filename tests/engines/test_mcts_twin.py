"""Plain UCT has the same visits as its twin in Python, and converges to minimax."""

import random
from typing import Any

import pytest

from zeitnot_engines import _core
from zeitnot_engines._core import mcts_parts
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

from .all_games import SearchedGame
from .oracles import Verdict, retrograde
from .uct_twin import MAX_PLIES, Uct

PLAIN = {"without": mcts_parts()}


def plain_uct(game: Any, **options: Any) -> Any:
    return Engine(game, method="mcts", playout_plies=MAX_PLIES, **PLAIN, **options)


def with_all_parts(game: Any) -> Any:
    return Engine(game, method="mcts")


@pytest.mark.parametrize("name", ["tictactoe", "niujiaoqi", "ewn", "connect4"])
def test_plain_uct_has_the_same_visits_as_its_twin(name: str) -> None:
    """Compared with equal seeds, early and late in a game, before and after throws."""
    for seed, state in enumerate(SearchedGame(_core, load(name)).positions(6, seed=10)):
        twin = Uct(state, seed, exploration=0.9)
        twin.run(400)
        report = plain_uct(state.game, seed=seed, exploration=0.9).search(
            state, nodes=400, lines=100
        )
        if state.due is None:
            assert {line.move: line.visits for line in report.lines} == twin.visits(), state.text
        else:
            pairs = zip(twin.root.children, merged(report.throws), strict=True)
            for child, row in pairs:
                assert row.value == pytest.approx(child.total / max(1, child.visits), abs=1e-6)


def merged(rows: list[Any]) -> list[Any]:
    """One row for each group of throws that allow the same moves."""
    groups: dict[Any, Any] = {}
    for row in rows:
        groups.setdefault((row.value, tuple(row.pv)), row)
    return list(groups.values())


@pytest.mark.parametrize("name", ["tictactoe", "niujiaoqi"])
@pytest.mark.parametrize("make", [plain_uct, with_all_parts])
def test_mcts_converges_to_the_minimax_move(name: str, make: Any) -> None:
    """The move with most visits keeps the value by retrograde analysis."""
    game = load(name)
    verdicts = retrograde([game.start()])
    states = [game.parse(text) for text in sorted(verdicts)[:: max(1, len(verdicts) // 60)]]
    tried = 0
    for state in states:
        if state.result is not None or len(state.legal()) < 2:
            continue
        best = make(game).search(state, nodes=60_000).best
        values = {m: -value_after(state.play(m), verdicts) for m in state.legal()}
        assert values[best] == max(values.values()), state.text
        tried += 1
    assert tried > 15


def value_after(state: Any, verdicts: dict[str, Verdict]) -> int:
    if state.result is not None:
        score = state.result[0][state.side]
        return (score > 0.5) - (score < 0.5)
    return verdicts[state.text][0]


@pytest.mark.parametrize("make", [plain_uct, with_all_parts])
def test_mcts_keeps_the_exact_value_in_connect_four(make: Any) -> None:
    game, rng, tried = load("connect4"), random.Random(3), 0
    solver = _core.Solver(game, hash_mb=16)
    while tried < 12:
        state = game.start()
        while state.ply < 22 and state.result is None:
            state = state.play(rng.choice(state.legal()))
        if state.result is not None or len(state.legal()) < 2:
            continue
        best = make(game).search(state, nodes=60_000).best
        values = {m: -exact(solver, state.play(m)) for m in state.legal()}
        assert values[best] == max(values.values()), state.text
        tried += 1


def exact(solver: Any, state: Any) -> int:
    """The value for the side to move, which has not won: the other side moved last."""
    if state.result is not None:
        return -1 if len(set(state.result[0])) > 1 else 0
    value = solver.solve(state).value
    return (value > 0) - (value < 0)
