"""Games that are solved completely: alpha-beta and the method `retrograde` are compared with a
simple retrograde analysis in every position."""

import random
from collections import Counter

import pytest

from zeitnot_engines._core import methods_of, solve
from zeitnot_engines.engine import Engine, Report
from zeitnot_engines.games import NAMES, History, load

from .oracles import WIN, Minimax, Verdict, all_positions, retrograde


def is_solved(name: str) -> bool:
    """Whether the game is small enough for retrograde analysis."""
    try:
        return solve(load(name)).positions > 0
    except ValueError:
        return False


SMALL = [name for name in NAMES if is_solved(name)]
METHODS = ["alphabeta", "retrograde"]
every_method = pytest.mark.parametrize("method", METHODS)
MAX_PLIES = 30  # plies; no forced win in these games is longer


def verdict(report: Report) -> Verdict:
    value = {1.0: 1, 0.0: 0, -1.0: -1}[report.value]
    return value, report.distance


@every_method
@pytest.mark.parametrize("name", SMALL)
def test_search_solves_every_reachable_position(name: str, method: str) -> None:
    game = load(name)
    engine = Engine(game, method=method)
    for text, expected in all_positions(name).items():
        state = game.parse(text)
        if state.result is None:
            assert verdict(engine.search(state, depth=MAX_PLIES)) == expected, text


@pytest.mark.parametrize("name", SMALL)
def test_solve_finds_every_reachable_position(name: str) -> None:
    game = load(name)
    solution = solve(game)
    for text, expected in all_positions(name).items():
        state = game.parse(text)
        value, distance = solution.find(state) or (None, None)
        assert (value, distance) == expected, text


def test_the_recorded_values_of_tictactoe() -> None:
    solution = solve(load("tictactoe"))
    assert (solution.value, solution.distance, solution.positions) == (0, None, 5478)


@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_recorded_values_of_niujiaoqi(first: str) -> None:
    solution = solve(load("niujiaoqi", {"first": first}))
    assert (solution.value, solution.distance) == (0, None)
    assert (solution.won, solution.drawn) == ((565, 37), 118)
    assert (solution.positions, solution.longest) == (720, 12)


@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_start_of_niujiaoqi_is_drawn_at_any_depth(first: str) -> None:
    game = load("niujiaoqi", {"first": first})
    for depth in (1, 5, 12, 20, 60, 120):
        assert Engine(game, method="alphabeta").search(game.start(), depth=depth).value == 0


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("slots", [0, 2])
def test_a_tiny_table_gives_the_same_values(name: str, slots: int) -> None:
    game = load(name)
    engine = Engine(game, method="alphabeta", hash_slots=slots)
    depth = max(12, solve(game).longest)
    texts = sorted(all_positions(name))
    for text in random.Random(slots).sample(texts, min(150, len(texts))):
        state = game.parse(text)
        if state.result is None:
            assert verdict(engine.search(state, depth=depth)) == all_positions(name)[text], text


def histories(count: int) -> list[tuple[History, frozenset[str]]]:
    """Histories of ox-horn chess with the positions that have already occurred twice."""
    results: list[tuple[History, frozenset[str]]] = []
    seed = 0
    while len(results) < count:
        seed += 1
        game = load("niujiaoqi", {"first": "red" if seed % 2 else "blue"})
        state, seen = game.start(), Counter[str]()
        rng = random.Random(seed)
        for _ in range(rng.randint(6, 26)):
            seen[state.text] += 1
            nexts = [n for m in state.legal() if (n := state.play(m)).result is None]
            if not nexts:
                break
            repeated = [n for n in nexts if seen[n.text]]
            state = rng.choice(repeated if repeated and rng.random() < 0.8 else nexts)
        else:
            seen[state.text] += 1
            occurred_twice = frozenset(t for t, n in seen.items() if n >= 2)
            if occurred_twice:
                results.append((state, occurred_twice))
    return results


HISTORIES = histories(150)


@every_method
def test_repetition_takes_the_history_into_account(method: str) -> None:
    """One engine for all: its table must not carry values from one history to another."""
    engines = {
        first: Engine(load("niujiaoqi", {"first": first}), method=method)
        for first in ("red", "blue")
    }
    changed = 0
    for state, occurred_twice in HISTORIES:
        engine = engines[str(state.game.settings["first"])]
        expected = retrograde([state.game.parse(state.text)], occurred_twice)[state.text]
        without_history = all_positions("niujiaoqi")[state.text]
        changed += without_history != expected
        assert verdict(engine.search(state, depth=40)) == expected, (state.text, occurred_twice)
        report = engine.search(state.game.parse(state.text), depth=40)
        assert verdict(report) == without_history, state.text
    assert changed >= 5


@pytest.mark.parametrize("slots", [None, 2, 0])
def test_repetition_at_a_fixed_depth_matches_minimax(slots: int | None) -> None:
    """Compared with plain minimax, which plays on until the third occurrence draws."""
    for state, _ in HISTORIES[:60]:
        engine = Engine(state.game, method="alphabeta", hash_slots=slots, exact_depth=True)
        expected = Minimax(engine).value(state, 7)
        report = engine.search(state, depth=7)
        distance = None if expected == 0 else round(WIN - abs(expected))
        assert verdict(report) == ((expected > 0) - (expected < 0), distance), state.text


@every_method
def test_a_pv_ends_with_the_value_it_claims(method: str) -> None:
    game = load("niujiaoqi")
    engine = Engine(game, method=method)
    for text, (_, distance) in all_positions("niujiaoqi").items():
        state = game.parse(text)
        if not distance or state.result is not None:
            continue
        engine.clear()
        pv = engine.search(state, depth=distance).pv
        assert len(pv) == distance
        for move in pv:
            state = state.play(move)
        assert state.result is not None


@pytest.mark.parametrize("name", SMALL)
def test_solved_games_are_answered_from_the_solution(name: str) -> None:
    game = load(name)
    report = Engine(game).search(game.start(), lines=99)
    assert methods_of(name)[0] == "retrograde"
    assert report.exact
    assert report.nodes == solve(game).positions
    assert sorted(line.move for line in report.lines) == sorted(game.start().legal())
    assert [line.value for line in report.lines] == sorted(
        (line.value for line in report.lines), reverse=True
    )


def test_drawn_moves_with_most_losing_replies_come_first() -> None:
    """In tic-tac-toe only the centre saves the draw against a corner, so corners come first."""
    game = load("tictactoe")
    report = Engine(game).search(game.start(), lines=9)
    corners = {"a1", "a3", "c1", "c3"}
    assert {line.move for line in report.lines[:4]} == corners
    assert Engine(game).search(game.start(), searchmoves=["b1"]).best == "b1"
