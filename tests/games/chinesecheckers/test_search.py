"""The search methods in Chinese checkers, with two seats and more."""

import pytest

from zeitnot_engines._core import methods_of
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, load

from .positions import history, names, placed
from .twin import CELL_OF, HOMES, NAMES, POINTS

METHODS = ("paranoid", "maxn", "mcts")
ALMOST_HOME = names(POINTS[3]).replace("n1", "m5").split()


def game(seats: int) -> Game:
    return load("chinesecheckers", {"seats": seats})


def test_paranoid_is_the_first_of_the_methods() -> None:
    assert tuple(methods_of("chinesecheckers")) == METHODS


def rotated(cells: list[str], point: int) -> str:
    """These cells of seat 0, rotated for a seat that starts at another point."""
    cells_there = [CELL_OF[name] for name in cells]
    for _ in range(point):
        cells_there = [(-y, -z, -x) for x, y, z in cells_there]
    return " ".join(NAMES[cell] for cell in cells_there)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_seat_to_move_brings_its_last_peg_home(method: str, seats: int) -> None:
    pegs = {seat: rotated(ALMOST_HOME, home) for seat, home in enumerate(HOMES[seats])}
    state = history(placed(pegs, seats, plies=90 * seats), seats)
    report = Engine(game(seats), method=method).search(state, nodes=2000)
    assert report.best == "m5-n1"
    assert report.value > 0.99


@pytest.mark.parametrize("method", METHODS[:2])
@pytest.mark.parametrize("seats", [2, 3])
def test_leader_finishes_at_once(method: str, seats: int) -> None:
    pegs = {0: " ".join(ALMOST_HOME)}
    if seats == 2:
        pegs[1] = "i5 i6 i7 i8 j5 j6 j7 h5 h6 h7"
    state = history(placed(pegs, seats, plies=70 * seats), seats)
    for depth in (1, 2, 3, 4):
        report = Engine(game(seats), method=method).search(state, depth=depth)
        assert report.best == "m5-n1"


def test_max_n_reports_a_value_for_every_seat() -> None:
    for seats in (2, 3, 4, 6):
        report = Engine(game(seats), method="maxn").search(game(seats).start(), depth=3)
        assert report.seats is not None
        assert len(report.seats) == seats
        assert sum(report.seats) == pytest.approx(seats / 2, abs=0.01 * seats)
        assert report.value == report.seats[0]


def test_max_n_searches_only_the_best_root_moves() -> None:
    """It searches more if more lines are requested, and others if `searchmoves` names them."""
    state, candidates = history(placed({0: "i5 h4 g6"}, 3, plies=30), 3), 16
    moves = len(state.legal())
    assert moves > candidates + 4
    engine = Engine(game(3), method="maxn")
    assert engine.search(state, depth=1).nodes == candidates
    assert Engine(game(3), method="paranoid").search(state, depth=1).nodes >= moves
    lines = engine.search(state, depth=1, lines=moves).lines
    assert len(lines) == moves
    assert engine.search(state, depth=1, searchmoves=[lines[-1].move]).best == lines[-1].move


def test_only_max_n_accepts_an_alliance() -> None:
    start = game(3).start()
    allied = Engine(game(3), method="maxn", alliance=[0, 2]).search(start, depth=2)
    assert allied.seats is not None
    with pytest.raises(ValueError, match="alliance"):
        Engine(game(3), method="paranoid", alliance=[0, 2]).search(start, depth=2)


@pytest.mark.parametrize("method", METHODS)
def test_search_is_deterministic(method: str) -> None:
    state = history(placed({0: "i5 h4 g6", 1: "i4 j4"}, 4, plies=30), 4)
    first, second = (Engine(game(4), method=method).search(state, nodes=3000) for _ in range(2))
    assert (first.best, first.value, first.nodes) == (second.best, second.value, second.nodes)


@pytest.mark.parametrize("method", METHODS)
def test_lines_are_the_best_moves_in_order(method: str) -> None:
    state = history(placed({0: "i5 h4 g6", 1: "i4 j4"}, plies=30))
    report = Engine(game(2), method=method).search(state, nodes=3000, lines=3)
    assert report.lines[0].move == report.best
    assert len({line.move for line in report.lines}) == 3
    second = report.lines[1].move
    only = Engine(game(2), method=method).search(state, nodes=500, searchmoves=[second])
    assert only.best == second


def test_evaluation_prefers_the_leader() -> None:
    pegs = {0: "m4 m5 m6 l5 l6 k5 n1 n2 o1 p1", 1: "g3 g4 g5 g6 g7 g8 h4 h5 h6 h7"}
    ahead = history(placed(pegs, plies=70))
    level = game(2).start()
    engine = Engine(game(2))
    assert engine.evaluate(ahead) > 0.9
    assert engine.evaluate(level) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize("method", METHODS)
def test_engine_passes_when_it_must(method: str) -> None:
    pegs = {1: "e5 e6 e7 e8 e9 f4 f5 f6", 2: "f7 f8 f9"}
    report = Engine(game(4), method=method).search(history(placed(pegs, 4), 4), nodes=500)
    assert report.best == "pass"
