"""Each method finds the value of a plain reference search in every game that it can search."""

from collections import Counter
from typing import Any

import pytest

from .all_games import SearchedGame, counts_plies, depth_for, games_for, solved_games
from .oracles import INEXACT, Expectiminimax, Minimax, Verdict, as_reported, reported, retrograde
from .toy_games import toy_core, toy_game

TABLES: tuple[dict[str, Any], ...] = ({"hash_mb": 1}, {"hash_slots": 2}, {"hash_mb": 0})
POSITIONS = 4
approx = pytest.approx


# ── alpha-beta ─────────────────────────────────────────────────────────────────────────────────


def test_alphabeta_has_the_value_of_plain_minimax() -> None:
    compared = Counter[str]()
    for searched in games_for("alphabeta"):
        options = [*({**table, "exact_depth": True} for table in TABLES), {"without": INEXACT}]
        for state in searched.positions(POSITIONS, seed=1):
            depth = depth_for(state)
            twin = Minimax(searched.engine(), counts_plies(searched.core, searched.game.name))
            expected = twin.moves(state, depth)
            for arguments in options:
                report = searched.engine(**arguments).search(state, depth=depth)
                context = (str(searched), state.text, depth, arguments)
                assert report.depth <= depth
                if report.depth == depth:  # a search may end sooner, when all is known
                    compared[searched.game.name] += 1
                    assert reported(report) == as_reported(max(expected.values())), context
                    assert expected[report.best] == max(expected.values()), context
    assert set(compared) == {searched.game.name for searched in games_for("alphabeta")}


def test_a_used_table_changes_nothing() -> None:
    compared = Counter[str]()
    for searched in games_for("alphabeta"):
        engine = searched.engine(hash_slots=64, exact_depth=True)
        states = searched.positions(POSITIONS, seed=2)
        for state in [*states, *reversed(states)]:
            depth = depth_for(state)
            twin = Minimax(engine, counts_plies(searched.core, searched.game.name))
            report = engine.search(state, depth=depth)
            if report.depth == depth:
                compared[searched.game.name] += 1
                expected = as_reported(twin.value(state, depth))
                assert reported(report) == expected, (str(searched), state.text)
    assert set(compared) == {searched.game.name for searched in games_for("alphabeta")}


# ── expectiminimax ─────────────────────────────────────────────────────────────────────────────


def test_expectiminimax_has_the_value_of_plain_expectiminimax() -> None:
    """Checked with all heuristics that change no value, without each of them, and with none."""
    exact = [name for name in toy_core().chance_heuristics() if name != "filter"]
    for searched in games_for("chance"):
        options = [{"without": ["filter", name]} for name in exact]
        options += [{**table, "without": ["filter"]} for table in TABLES]
        options += [{"without": toy_core().chance_heuristics()}]
        for state in searched.positions(POSITIONS, seed=3):
            depth = depth_for(state)
            expected = Expectiminimax(searched.engine()).value(state, depth)
            for arguments in options:
                report = searched.engine(**arguments).search(state, depth=depth)
                assert report.value == approx(expected, abs=1e-6), (
                    str(searched),
                    state.text,
                    arguments,
                )


def test_equal_moves_do_not_make_throws_equal() -> None:
    """Every throw of Pig except a 1 leaves `roll` and `hold`, but adds a different number."""
    for goal in (10, 20, 50):
        game = toy_game("pig", goal=goal)
        for depth in range(1, 9):
            ungrouped = (
                toy_core().Engine(game, without=["grouping"]).search(game.start(), depth=depth)
            )
            grouped = toy_core().Engine(game).search(game.start(), depth=depth)
            assert grouped.value == approx(ungrouped.value, abs=1e-9), (goal, depth)


# ── retrograde analysis ────────────────────────────────────────────────────────────────────────


def test_retrograde_analysis_agrees_with_simple_sweeps() -> None:
    solved = 0
    for searched, solution in solved_games():
        solved += 1
        for text, expected in retrograde([searched.game.start()]).items():
            assert solution.find(searched.game.parse(text)) == expected, (str(searched), text)
    assert solved >= 4


def test_an_exhaustive_search_agrees_with_retrograde_analysis() -> None:
    for searched, solution in solved_games():
        engine = searched.engine(without=INEXACT)
        for state in searched.positions(20, seed=4):
            report = engine.search(searched.game.parse(state.text), depth=30)
            value, distance = solution.find(state)
            context = (str(searched), state.text)
            assert sign(report.value) == value, context
            if report.distance is not None:
                assert report.distance == distance, context


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


# ── a seat that moves twice in a row ───────────────────────────────────────────────────────────


def captures(state: Any) -> list[str]:
    """The moves that take a large number, as engines/core/tests/toy_games/twice.hpp defines it."""
    return [move for move in state.legal() if int(move[-1]) >= 7]


def plain_quiescence(engine: Any, state: Any) -> float:
    """Plain quiescence search: stand pat, or a large capture."""
    stand = float(engine.evaluate(state))
    if state.result is not None:
        return stand
    nexts = [state.play(move) for move in captures(state)]
    values = [plain_quiescence(engine, n) * (1 if n.side == state.side else -1) for n in nexts]
    return max([stand, *values])


def test_quiescence_keeps_track_of_the_side_to_move() -> None:
    for row in (1, 2, 3, 4):
        searched = SearchedGame(toy_core(), toy_game("twice", row=row))
        for state in searched.positions(12, seed=5):
            engine = searched.engine(without=[g for g in INEXACT if g != "quiescence"])
            nexts = {m: state.play(m) for m in state.legal()}
            expected = max(
                plain_quiescence(engine, n) * (1 if n.side == state.side else -1)
                for n in nexts.values()
            )
            assert engine.search(state, depth=1).value == expected, (row, state.text)


def test_turns_of_two_moves_are_searched() -> None:
    """The expected line plays both moves of each turn for the side whose turn it is."""
    for searched in games_for("alphabeta"):
        if searched.game.name != "twice":
            continue
        state = searched.game.start()
        report = searched.engine(exact_depth=True).search(state, depth=8)
        for move in report.pv:
            state = state.play(move)
        assert state.margins is not None
        assert state.margins[0] == report.value


def test_a_game_without_an_evaluation_has_no_engine() -> None:
    assert toy_core().methods_of("unplayed") == []
    with pytest.raises(ValueError, match="No engine plays this game"):
        toy_core().Engine(toy_game("unplayed"))


def test_verdicts_are_for_the_side_to_move() -> None:
    verdicts: dict[str, Verdict] = retrograde([toy_game("twice").start()])
    assert {value for value, _ in verdicts.values()} == {1, 0, -1}
