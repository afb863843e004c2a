"""Othello's endgame solver in the engine: published values, its lines, and its limits."""

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from zeitnot_engines.engine import Engine, Report, StopToken
from zeitnot_engines.games import History, load

from ...busy import holds_within_tries

VALUES = json.loads((Path(__file__).parents[2] / "data/values.json").read_text())
PUBLISHED = VALUES["othello_exact_endgames"]["positions"]
MAX_LATE_S = 0.010
NOISE_S = 0.150  # other processes may hold the processor


def _problem(number: int) -> History:
    row = next(row for row in PUBLISHED if row["id"] == number)
    return load("othello").parse(f"{row['board']} {row['to_move']}")


def _random_ending(size: int, empty: int, seed: int) -> History:
    """A position of a random game with this many empty squares and more than one legal move."""
    rng = random.Random(seed)
    while True:
        state = load("othello", {"size": size}).start()
        while state.result is None and state.text.count("-") > empty:
            state = state.play(rng.choice(state.legal()))
        if state.result is None and len(state.legal()) > 1:
            return state


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"FFO {row['id']}")
def test_published_endgame_is_solved(row: dict[str, Any]) -> None:
    report = Engine(load("othello"), hash_mb=64).search(_problem(row["id"]))
    assert (report.best, report.value) == (row["best"].lower(), row["score"])
    assert report.exact


@pytest.mark.parametrize("size", [8, 6])
@pytest.mark.parametrize("seed", range(5))
def test_solver_keeps_its_value_to_the_end(size: int, seed: int) -> None:
    """Each best move keeps the value; at the end of the game it is the winner's margin."""
    state = _random_ending(size, 15, seed)
    engine = Engine(state.game)
    report = engine.search(state)
    value = report.value if state.turn == 0 else -report.value
    while state.result is None:
        report = engine.search(state)
        assert report.exact
        assert (report.value if state.turn == 0 else -report.value) == value
        assert report.best is not None
        state = state.play(report.best)
    discs = state.text.count("X"), state.text.split()[0].count("O")
    black, white = discs[0] - (state.text[-1] == "X"), discs[1]
    empty = size * size - black - white
    margin = black - white
    assert value == margin + (empty if margin > 0 else -empty if margin < 0 else 0)


def test_every_line_has_the_value_of_its_move() -> None:
    state = _random_ending(8, 12, seed=9)
    report = Engine(state.game).search(state, lines=99)
    assert report.exact
    for line in report.lines:
        single = Engine(state.game).search(state, searchmoves=[line.move])
        assert single.value == line.value


def test_solver_respects_the_time_limit() -> None:
    """The search ends at most ten milliseconds late, also in the middle of a solution."""
    problem = _problem(42)
    engine = Engine(problem.game)

    def delay_s(ms: int) -> float:
        started = time.perf_counter()
        report = engine.search(problem, ms=ms)
        assert report.best in problem.legal()
        return time.perf_counter() - started - ms / 1000

    for ms in (150, 300):
        assert holds_within_tries(lambda ms=ms: delay_s(ms) < MAX_LATE_S + NOISE_S)


def test_solver_stops_exactly_at_the_node_limit() -> None:
    """It counts every node; where it compares the count with the limit, it also checks `stop`."""
    problem = _problem(42)
    reported_nodes: list[int] = []
    Engine(problem.game).search(
        problem, depth=13, on_report=lambda r: reported_nodes.append(r.nodes)
    )
    for more in (1_000, 123_457):
        limit = reported_nodes[-1] + more
        report = Engine(problem.game).search(problem, nodes=limit)
        assert (report.depth, report.exact, report.nodes) == (13, False, limit)


def test_solver_does_not_start_after_stop() -> None:
    problem = _problem(42)
    token, reported_nodes = StopToken(), list[int]()

    def stop_before_the_solver(report: Report) -> None:
        if report.depth == 13:
            reported_nodes.append(report.nodes)
            token.stop()

    final = Engine(problem.game).search(problem, stop=token, on_report=stop_before_the_solver)
    assert final.depth == 13
    assert final.nodes - reported_nodes[0] <= 256


def test_shallow_search_does_not_use_the_solver() -> None:
    """A weak level stays weak: at depth 3 an endgame of ten empty squares is not solved."""
    problem = _random_ending(8, 10, seed=3)
    assert not Engine(problem.game).search(problem, depth=3).exact
