"""The core's own checks, built without Python and with sanitizers: concepts and fuzz targets."""

from pathlib import Path

import pytest

from zeitnot_engines.games import NAMES

from ..repetition import times
from .building import build_checks, run

ROUNDS, BY_NIGHT = 2000, 4000
# Of games whose rounds take 1 to 30 ms: two seconds each.
FEWER_ROUNDS = {
    "blindtictactoe": 100,
    "gomoku": 300,
    "battleship": 500,
    "go": 700,
    "backgammon": 700,
    "blind": 700,
    "xiangqi": 1500,
}
TOY_GAMES = ("pig", "twice", "relay", "hands", "blind", "line_go")  # of core/tests/toy_games
pytestmark = pytest.mark.compiles


@pytest.fixture(scope="module")
def checks() -> Path:
    """The folder of the built checks. Building them compiles the static assertions."""
    return build_checks("checks", "address,undefined")


@pytest.mark.parametrize("game", [*NAMES, *TOY_GAMES])
def test_random_bytes_break_nothing(checks: Path, game: str) -> None:
    run(checks / f"fuzz_{game}", str(times(FEWER_ROUNDS.get(game, ROUNDS), BY_NIGHT)))


def test_searches_agree_on_fixed_and_random_trees(checks: Path) -> None:
    """The textbooks' values; how transformed leaf values affect the chosen move; expectiminimax's
    value with any of its heuristics left out."""
    assert "0 failures" in run(checks / "tree_checks", str(times(30, 100)))


def test_searches_of_many_seats_agree_with_plain_recursions(checks: Path) -> None:
    """Paranoid and max^n, also of alliances, whatever their tables and their pruning."""
    assert ", 0 failures" in run(checks / "seats_checks", str(times(8, 20)))


def test_chess_agrees_with_known_positions(checks: Path) -> None:
    assert "0 wrong" in run(checks / "chess_checks", str(times(20, 40)))


def test_checkers_endings_are_numbered_perfectly(checks: Path, tmp_path: Path) -> None:
    """The sizes of the index as published, moves taken back as they are made, and no win that forty
    quiet moves could prevent."""
    assert "0 wrong" in run(checks / "checkers_checks", str(tmp_path), "3")


def test_gomoku_wins_hold_against_all_replies(checks: Path) -> None:
    """Shapes as their definition has them; wins that the threat search claims, in all rules, played
    against every legal reply."""
    assert "0 failures" in run(checks / "gomoku_checks", "60").splitlines()


def test_games_of_hidden_moves_are_solved(checks: Path) -> None:
    """Ends of blind tic-tac-toe: their values, and best responses beside all pure strategies."""
    assert "0 failures" in run(checks / "hidden_checks").splitlines()


def test_blind_tictactoe_is_learnt_and_measured_as_defined(checks: Path) -> None:
    """Best responses and an iteration of regret minimisation beside plain recursion from the first
    try on."""
    assert "0 failures" in run(checks / "blindtictactoe_checks").splitlines()


def test_xiangqi_agrees_with_known_positions(checks: Path) -> None:
    assert "0 wrong" in run(checks / "xiangqi_checks", str(times(10, 20)))


def test_othello_move_generator_and_solver_agree_with_the_rules(checks: Path) -> None:
    """The portable and the vectorised code against plain loops and plain minimax. `stop` ends the
    solver within 512 nodes, about a tenth of a millisecond."""
    assert "0 failures" in run(checks / "othello_checks", "20")


def test_go_board_agrees_with_flood_fill(checks: Path) -> None:
    """Legal moves, captures, ko, liberties, keys and area on random games of all sizes."""
    assert "0 failures" in run(checks / "go_checks", "3").splitlines()


def test_go_playouts_follow_their_policy(checks: Path) -> None:
    """Patterns against their texts in all symmetries, tactics against played moves, ends and scores
    of whole playouts, shares of ownership."""
    assert "0 failures" in run(checks / "go_playout_checks", "20").splitlines()


def test_go_learns_along_its_gradients(checks: Path) -> None:
    """Gradients of the policy and the value against finite differences; classes of patterns in all
    symmetries; estimates with colours exchanged; weights packed and unpacked."""
    assert "0 failures" in run(checks / "go_learning_checks").splitlines()


def test_holdem_learns_from_exact_sums(checks: Path) -> None:
    """Classes of flops and hands, strengths and ends of hands against slow code; duels that have
    known values; an iteration beside plain recursion, a learner that goes on from its state; its
    strategy packed and unpacked."""
    assert "0 failures" in run(checks / "holdem_checks").splitlines()


def test_backgammon_evaluations_stay_within_bounds(checks: Path) -> None:
    run(checks / "backgammon_checks")
