"""Alpha-beta has the value of plain minimax, with any table."""

import random
from typing import Any

import pytest

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, History, load

from .oracles import Minimax, as_reported, reported
from .rules import playout

TABLES: dict[str, dict[str, Any]] = {
    "table": {"hash_mb": 1},
    "two slots": {"hash_slots": 2},
    "no table": {"hash_mb": 0},
}
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


def positions(game: Game, count: int, seed: int, max_moves: int = 99) -> list[History]:
    """Positions of random games with more than one legal move."""
    rng = random.Random(seed)
    results: list[History] = []
    while len(results) < count:
        state = rng.choice(playout(game, rng.randrange(10**6)))
        if 1 < len(state.legal()) <= max_moves:
            results.append(state)
    return results


OTHELLO_8, OTHELLO_6 = load("othello"), load("othello", {"size": 6})
CASES = [
    *((state, 3) for state in positions(OTHELLO_8, 6, seed=1, max_moves=9)),
    *((state, 4) for state in positions(OTHELLO_6, 8, seed=2, max_moves=7)),
    *((state, 5) for state in positions(load("tictactoe"), 10, seed=3, max_moves=7)),
    *((state, 6) for state in positions(load("niujiaoqi"), 10, seed=4)),
]


def twin(engine: Engine, state: History) -> Minimax:
    return Minimax(engine, counts_plies=state.game.name != "othello")


@every_table
def test_the_value_is_plain_minimax(table: dict[str, Any]) -> None:
    for state, depth in CASES:
        for shallower in range(1, depth + 1):
            engine = Engine(state.game, method="alphabeta", exact_depth=True, **table)
            report = engine.search(state, depth=shallower)
            minimax = twin(engine, state).moves(state, shallower)
            assert reported(report) == as_reported(max(minimax.values())), (state.text, shallower)
            assert minimax[report.best or ""] == max(minimax.values())


@every_table
def test_a_used_table_changes_nothing_at_exact_depth(table: dict[str, Any]) -> None:
    engines = {
        game: Engine(game, method="alphabeta", exact_depth=True, **table)
        for game in {s.game for s, _ in CASES}
    }
    for state, depth in [*CASES, *reversed(CASES)]:
        report = engines[state.game].search(state, depth=depth)
        minimax = twin(engines[state.game], state).value(state, depth)
        assert reported(report) == as_reported(minimax), state.text


@every_table
def test_lines_are_the_best_moves_in_order(table: dict[str, Any]) -> None:
    for state, depth in CASES:
        engine = Engine(state.game, method="alphabeta", exact_depth=True, **table)
        report = engine.search(state, depth=depth, lines=3)
        minimax = twin(engine, state).moves(state, depth)
        best = sorted(minimax.values(), reverse=True)[:3]
        results = [reported(line) for line in report.lines]
        assert results == [as_reported(value) for value in best], state.text
        assert [as_reported(minimax[line.move]) for line in report.lines] == results
        assert (report.best, report.pv) == (report.lines[0].move, report.lines[0].pv)


def test_searchmoves_excludes_other_moves() -> None:
    for state, depth in CASES:
        root_moves = state.legal()[1:]
        engine = Engine(state.game, method="alphabeta", exact_depth=True)
        report = engine.search(state, depth=depth, searchmoves=root_moves, lines=99)
        minimax = twin(engine, state).moves(state, depth)
        assert sorted(line.move for line in report.lines) == sorted(root_moves)
        assert reported(report) == as_reported(max(minimax[m] for m in root_moves))


def test_the_pv_is_legal_and_leads_to_the_value() -> None:
    for state, depth in CASES:
        engine = Engine(state.game, method="alphabeta", exact_depth=True)
        report = engine.search(state, depth=depth)
        end, sign = state, 1
        for move in report.pv:
            end, sign = end.play(move), -sign
        assert len(report.pv) <= depth
        if len(report.pv) == depth or (end.result and end.result[1] == "rules"):
            assert sign * engine.evaluate(end) == report.value


def endings(count: int, empties: int) -> list[History]:
    """Positions of Othello 6 by 6 with this many empty squares."""
    results: list[History] = []
    for seed in range(10**6):
        results += [
            s for s in playout(OTHELLO_6, seed) if s.text.count("-") == empties and s.legal()
        ]
        if len(results) >= count:
            return results[:count]
    raise AssertionError


def test_solves_the_end_of_othello_by_disc_count() -> None:
    for state in endings(25, empties=6):
        report = Engine(OTHELLO_6).search(state, depth=40)
        assert report.exact
        assert report.value == twin(Engine(OTHELLO_6), state).value(state, 40)
        assert report.value == round(report.value)


def test_empty_squares_count_for_the_winner() -> None:
    state = load("othello").parse("XO" + "-" * 62 + " X")
    report = Engine(load("othello")).search(state)
    assert (report.best, report.value, report.exact) == ("c1", 64.0, True)


def test_an_estimate_is_not_reported_as_exact() -> None:
    report = Engine(OTHELLO_8).search(OTHELLO_8.start(), depth=4)
    assert not report.exact
    assert report.depth == 4
