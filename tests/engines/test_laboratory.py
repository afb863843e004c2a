"""The textbook methods: their values and counts are those of plain recursion in Python."""

import random
from functools import cache
from typing import Any

import pytest

from zeitnot_engines import _core
from zeitnot_engines._core import StopToken
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import NAMES, Game, History, load, methods_of
from zeitnot_engines.laboratory import textbook_methods, textbook_names

from .all_games import SearchedGame, counts_plies
from .oracles import Expectiminimax, Minimax, as_reported, reported
from .uct_twin import Uct

MAX_PATHS = 500
TWO_SEATS = {"chinesecheckers": {"seats": 2}}
OPEN = [name for name in NAMES if textbook_names(name)]
BY_PLIES = [name for name in OPEN if "minimax" in textbook_names(name)]
BY_THROWS = [name for name in OPEN if "expectiminimax" in textbook_names(name)]


@cache
def game(name: str) -> Game:
    return load(name, TWO_SEATS.get(name, {}))


def positions(name: str, count: int = 2) -> list[History]:
    """Unfinished positions in which a move is due, with a depth that Python can walk."""
    states = SearchedGame(_core, game(name)).positions(count, seed=43)
    rng = random.Random(name)
    return [s if s.due is None else s.throw(rng.choice(s.outcomes())[0]) for s in states]


def depth_for(state: History) -> int:
    depth = 1
    while depth < 4 and state.perft(depth + 1) <= MAX_PATHS:
        depth += 1
    return depth


def walked(state: Any, depth: int, *, is_root: bool = True) -> tuple[int, int]:
    """The nodes and leaves of the tree to this depth; a throw is a node but not a ply. A settled
    position counts as an end, except at the root."""
    settled = state.settled is not None and not is_root
    if state.result is not None or settled or depth == 0:
        return 1, 1
    if state.due is not None:
        nexts = [(state.throw(values), depth) for values, _ in state.outcomes()]
    else:
        nexts = [(state.play(move), depth - 1) for move in state.legal()]
    counts = [walked(*after, is_root=False) for after in nexts]
    return 1 + sum(nodes for nodes, _ in counts), sum(leaves for _, leaves in counts)


def values_by_move(report: Any) -> dict[str, tuple[float, int | None]]:
    return {line.move: reported(line) for line in report.lines}


def test_every_open_game_of_two_seats_has_the_methods() -> None:
    for name in NAMES:
        fits = game(name).seats == 2 and not game(name).hides
        assert ("uct" in methods_of(name)) == fits, name
        plain = {"minimax", "plain-alphabeta"} <= set(methods_of(name))
        assert plain or not fits or "expectiminimax" in methods_of(name), name
    assert len(BY_PLIES) >= 9
    assert len(BY_THROWS) >= 2


@pytest.mark.parametrize("name", BY_PLIES)
def test_minimax_is_plain_recursion(name: str) -> None:
    engine = Engine(game(name), method="minimax")
    twin = Minimax(engine, counts_plies=counts_plies(_core, name))
    for state in positions(name):
        depth = depth_for(state)
        report = engine.search(state, depth=depth, lines=1000)
        assert (report.nodes, report.leaves) == walked(state, depth), state.text
        assert report.depth == depth
        values = {move: as_reported(value) for move, value in twin.moves(state, depth).items()}
        near = 1e-5 if name in TWO_SEATS else 1e-9  # whose later ends count a little less
        expected = {m: (pytest.approx(v, abs=near), d) for m, (v, d) in values.items()}
        assert expected == values_by_move(report), state.text
        best = max(twin.moves(state, depth).values())
        assert twin.moves(state, depth)[report.best or ""] == pytest.approx(best, abs=near)


@pytest.mark.parametrize("name", BY_PLIES)
def test_minimax_counts_the_paths_of_perft(name: str) -> None:
    """Where no game ends before the depth, from the start."""
    start = game(name).start()
    report = Engine(game(name), method="minimax").search(start, depth=2)
    assert report.leaves == start.perft(2)
    assert report.nodes == sum(start.perft(depth) for depth in range(3))


@pytest.mark.parametrize("name", BY_PLIES)
def test_alphabeta_finds_the_minimax_move_with_fewer_nodes(name: str) -> None:
    plain, pruning = (Engine(game(name), method=m) for m in ("minimax", "plain-alphabeta"))
    all_nodes, fewer = 0, 0
    for state in positions(name, 3):
        depth = max(2, depth_for(state))
        whole, pruned = (engine.search(state, depth=depth) for engine in (plain, pruning))
        assert (pruned.best, reported(pruned)) == (whole.best, reported(whole)), state.text
        all_nodes, fewer = all_nodes + whole.nodes, fewer + pruned.nodes
        lines = pruning.search(state, depth=depth, lines=1000)
        assert values_by_move(lines) == values_by_move(plain.search(state, depth=depth, lines=1000))
    assert fewer < all_nodes


@pytest.mark.parametrize("name", BY_THROWS)
def test_expectiminimax_is_plain_recursion(name: str) -> None:
    engine = Engine(game(name), method="expectiminimax")
    for state in [*positions(name, 1), game(name).start()]:
        depth = 1 if state.due is not None else depth_for(state)
        report = engine.search(state, depth=depth, lines=1000)
        assert (report.nodes, report.leaves) == walked(state, depth), state.text
        twin = Expectiminimax(engine)
        assert report.value == pytest.approx(twin.value(state, depth), abs=1e-9)
        if state.due is None:
            values = twin.moves(state, depth)
            assert {line.move: line.value for line in report.lines} == {
                move: pytest.approx(value, abs=1e-9) for move, value in values.items()
            }
        else:
            assert [tuple(row.values) for row in report.throws] == [v for v, _ in state.outcomes()]


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello"])
def test_uct_has_the_visits_of_its_twin(name: str) -> None:
    for seed, state in enumerate(SearchedGame(_core, load(name)).positions(3, seed=10)):
        twin = Uct(state, seed, exploration=1.0)
        twin.run(300)
        engine = Engine(state.game, method="uct", seed=seed)
        report = engine.search(state, nodes=300, lines=1000)
        assert {line.move: line.visits for line in report.lines} == twin.visits(), state.text
        assert (report.nodes, report.best) == (300, twin.best())


@pytest.mark.parametrize("name", OPEN)
def test_uct_is_repeatable_and_ends_by_itself(name: str) -> None:
    state = positions(name, 1)[0]
    reports = [Engine(game(name), method="uct").search(state, nodes=40, lines=9) for _ in range(2)]
    assert [(row.move, row.visits, row.value) for row in reports[0].lines] == [
        (row.move, row.visits, row.value) for row in reports[1].lines
    ]
    assert reports[0].unit == "win_probability"
    assert Engine(game(name), method="uct").search(state, nodes=1).nodes == 1


def test_raw_values_of_a_game_without_chance_are_the_evaluations_own() -> None:
    state = load("othello").start().play("d3")
    raw, usual = (
        Engine(state.game, method="minimax", raw=r).evaluate(state) for r in (True, False)
    )
    assert raw == round(100 * usual) != 0  # hundredths of a disc
    won = load("tictactoe").parse("xx.oo.... x")
    report = Engine(won.game, method="minimax", raw=True).search(won, depth=3)
    assert (report.value, report.distance, report.unit) == (999_999, 1, "raw")
    for method in ("auto", "uct", "mcts"):
        with pytest.raises(ValueError, match="can report raw values"):
            Engine(won.game, method=method, raw=True)


def test_with_a_limit_it_deepens_and_answers_with_the_last_complete_depth() -> None:
    state = load("chess").start()
    engine = Engine(state.game, method="minimax")
    assert engine.search(state, depth=2).nodes == 421
    depths: list[int] = []
    report = engine.search(state, depth=4, nodes=2000, on_report=lambda r: depths.append(r.depth))
    assert (depths, report.depth, report.nodes) == ([1, 2], 2, 2000)
    stopped = StopToken()
    stopped.stop()
    report = engine.search(state, depth=5, stop=stopped)
    assert (report.depth, report.best) == (0, state.legal()[0])


def test_bad_requests_are_refused() -> None:
    state = load("chess").start()
    engine = Engine(state.game, method="minimax")
    with pytest.raises(ValueError, match='"e2e5" is not a legal move here'):
        engine.search(state, depth=1, searchmoves=["e2e5"])
    assert engine.search(state, depth=1, searchmoves=["a2a3"]).best == "a2a3"
    with pytest.raises(ValueError, match="another game or other settings"):
        engine.search(load("othello").start(), depth=1)
    three = load("chinesecheckers", {"seats": 3}).start()
    with pytest.raises(ValueError, match="are for two seats"):
        Engine(three.game, method="uct").search(three, nodes=1)
    with pytest.raises(ValueError, match='not by "expectiminimax"'):
        Engine(state.game, method="expectiminimax")
    with pytest.raises(ValueError, match="The methods are another game's"):
        _core.Engine(state.game, more=textbook_methods("go"))
