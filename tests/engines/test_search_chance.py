"""Expectiminimax has the value of plain expectiminimax, with any combination of its heuristics."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines._core import chance_heuristics
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

from .oracles import Expectiminimax
from .rules import playout

EWN = load("ewn")
TEXTBOOK = json.loads((Path(__file__).parents[1] / "data/values.json").read_text())["ewn"][
    "textbook_position"
]
TABLES: dict[str, dict[str, Any]] = {
    "table": {"hash_mb": 1},
    "two slots": {"hash_slots": 2},
    "no table": {"hash_mb": 0},
    "bare": {"evaluation": "bare"},
    "no heuristics": {"without": chance_heuristics()},
}
EXACT = [name for name in chance_heuristics() if name != "filter"]  # these change no value
SQUARES: dict[str, Any] = {"evaluation": "table"}  # as in docs/measurements/chance.md
COMBINATIONS = [
    list(without)
    for count in range(len(EXACT) + 1)
    for without in itertools.combinations(EXACT, count)
]
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
approx = pytest.approx


def positions(count: int, seed: int, thrown: bool) -> list[History]:
    """Positions of random games, early and late, with the die thrown or not."""
    rng = random.Random(seed)
    results: list[History] = []
    while len(results) < count:
        state = rng.choice(playout(EWN, rng.randrange(10**6)))
        if state.result is None and (state.due is None) == thrown:
            results.append(state)
    return results


MOVES, THROWS = positions(14, 1, thrown=True), positions(8, 2, thrown=False)


@every_table
def test_the_value_is_plain_expectiminimax(table: dict[str, Any]) -> None:
    for state in MOVES:
        for depth in (1, 2, 3):
            engine = Engine(EWN, **table)
            report = engine.search(state, depth=depth, lines=9)
            reference = Expectiminimax(engine).moves(state, min(depth, report.depth))
            assert {line.move: line.value for line in report.lines} == approx(reference, abs=1e-9)
            assert report.value == approx(max(reference.values()), abs=1e-9), state.text
            assert reference[report.best or ""] == approx(max(reference.values()), abs=1e-9)
            single_line = Engine(EWN, **table).search(state, depth=depth)
            assert reference[single_line.best or ""] == approx(single_line.value, abs=1e-9)
            assert single_line.value == approx(report.value, abs=1e-9)


@pytest.mark.parametrize("evaluation", ["learned", "bare"])
def test_no_combination_of_heuristics_changes_a_value(evaluation: str) -> None:
    """One engine for all positions, so that its table holds bounds of other positions."""
    cases = [*MOVES[:4], *THROWS[:3]]
    reference = Engine(EWN, evaluation=evaluation, without=chance_heuristics())
    expected = [reference.search(state, depth=3).value for state in cases]
    for without in COMBINATIONS:
        engine = Engine(EWN, evaluation=evaluation, without=without, hash_slots=1 << 12)
        report = [engine.search(state, depth=3).value for state in cases]
        assert report == approx(expected, abs=1e-9), without


def test_every_heuristic_saves_nodes() -> None:
    state = EWN.start()
    all_nodes = Engine(EWN, **SQUARES).search(state, depth=4).nodes
    for heuristic in ("alphabeta", "star1", "star2", "table", "ordering"):
        engine = Engine(EWN, **SQUARES, without=[heuristic])
        assert engine.search(state, depth=4).nodes > 1.1 * all_nodes, heuristic
    # With few stones several throws allow the same moves.
    few_stones = EWN.parse("B 0 19 0 0 20 0 0 7 0 0 6 0 0")
    counts = [Engine(EWN, without=w).search(few_stones, depth=4).nodes for w in ([], ["grouping"])]
    assert counts[1] > 1.3 * counts[0]


def test_depth_five_takes_a_sixth_of_the_nodes() -> None:
    """All iterations are counted. See also `python -m benchmarks.chances`."""
    state, depth = EWN.start(), 5
    report = Engine(EWN, **SQUARES, hash_mb=64).search(state, depth=depth)
    reference = Engine(EWN, **SQUARES, without=chance_heuristics()).search(state, depth=depth)
    shallower = Engine(EWN, **SQUARES, without=chance_heuristics()).search(state, depth=depth - 1)
    assert report.value == approx(reference.value, abs=1e-9)
    assert report.nodes <= 0.16 * (reference.nodes - shallower.nodes)


def test_several_threads_find_the_same_value() -> None:
    for state in [*MOVES[:4], *THROWS[:3]]:
        single = Engine(EWN).search(state, depth=4)
        parallel = Engine(EWN, threads=3).search(state, depth=4)
        assert parallel.value == approx(single.value, abs=1e-9)
        assert [row.values for row in parallel.throws] == [row.values for row in single.throws]


@every_table
def test_before_a_throw_there_is_a_line_for_each_throw_and_no_best_move(
    table: dict[str, Any],
) -> None:
    for state in THROWS:
        engine = Engine(EWN, **table)
        report = engine.search(state, depth=2)
        twin = Expectiminimax(engine)
        assert (report.best, report.pv, report.lines) == (None, [], [])
        assert report.value == approx(twin.value(state, 2), abs=1e-9)
        assert [row.values for row in report.throws] == [[n] for n in range(1, 7)]
        for row in report.throws:
            reference = twin.moves(state.throw(row.values), 2)
            assert row.probability == approx(1 / 6)
            assert row.value == approx(max(reference.values()), abs=1e-9)
            assert reference[row.move or ""] == approx(row.value, abs=1e-9)


def test_three_pairs_of_throw_and_move_match_plain_expectiminimax() -> None:
    few_stones = sorted(THROWS, key=lambda s: s.text.count(" 0"))[-4:]  # fewest stones: quick
    for state in few_stones:
        value = Engine(EWN).search(state, depth=3).value
        assert value == approx(Expectiminimax(Engine(EWN)).value(state, 3), abs=1e-9)


def test_pruned_and_full_searches_agree() -> None:
    """Too deep for plain recursion: a search of all lines does not prune at the root."""
    for state in MOVES:
        wide = Engine(EWN, hash_mb=0).search(state, depth=4, lines=99)
        narrow = Engine(EWN).search(state, depth=4)
        assert narrow.value == approx(wide.value, abs=1e-9)


@every_table
def test_a_used_table_changes_nothing(table: dict[str, Any]) -> None:
    engine = Engine(EWN, **table)
    for state in [*MOVES, *THROWS, *reversed(MOVES)]:
        for depth in (3, 1, 2):
            report = engine.search(state, depth=depth)
            reference = Expectiminimax(engine).value(state, min(depth, 2))
            assert depth == 3 or report.value == approx(reference, abs=1e-9)


@pytest.mark.parametrize("pairs", [3, 5])
def test_the_textbook_values(pairs: int) -> None:
    state = EWN.parse(TEXTBOOK["position"])
    engine = Engine(EWN, evaluation="bare")
    report = engine.search(state, depth=pairs + 1, lines=3)
    table = {line.move: (line.value - 0.5) * 200 for line in report.lines}
    assert table == approx(TEXTBOOK[f"after_{pairs}_pairs"], abs=5e-6)
    after = engine.search(state.play("24-19"), depth=pairs)
    assert (0.5 - after.value) * 200 == approx(table["24-19"], abs=1e-9)


@pytest.mark.parametrize(
    "options", [{}, SQUARES, {"evaluation": "bare"}], ids=["learned", "squares", "bare"]
)
def test_the_textbook_move_at_every_depth(options: dict[str, Any]) -> None:
    state = EWN.parse(TEXTBOOK["position"])
    for depth in range(1, 6):
        assert Engine(EWN, **options).search(state, depth=depth).best == "24-19"


def test_a_forced_win_is_proved() -> None:
    state = EWN.parse("B 1 2 0 0 0 0 0 13 0 0 0 0 0")
    report = Engine(EWN).search(state)
    assert (report.best, report.value, report.exact, report.depth) == ("2-1", 1.0, True, 1)


def test_a_race_is_proved_to_its_end() -> None:
    """Each side has stones one and two steps from home: a 1 wins at once; otherwise the other
    stone arrives in time unless the enemy throws a 1."""
    state = EWN.parse("B 0 7 3 0 0 0 0 19 23 0 0 0 0")
    report = Engine(EWN).search(state)
    assert report.exact
    assert report.value == approx(1 / 6 + 5 / 6 * 5 / 6, abs=1e-9)
    assert report.value == approx(Expectiminimax(Engine(EWN)).value(state, 9), abs=1e-9)


def test_the_bare_evaluation_proves_nothing() -> None:
    state = EWN.parse("B 1 2 0 0 0 0 0 13 0 0 0 0 0")
    assert not Engine(EWN, evaluation="bare").search(state, depth=3).exact


@pytest.mark.parametrize("setup", ["random", "free"])
def test_the_setup_phase_can_be_searched(setup: str) -> None:
    game = load("ewn", {"setup": setup})
    report = Engine(game).search(game.start(), depth=1)
    assert 0 < report.value < 1
    if setup == "free":
        assert report.best in game.start().legal()
    else:
        assert len(report.throws) == 720
        assert {row.move for row in report.throws} == {None}
