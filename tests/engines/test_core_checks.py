"""The core's C++ checks, built without Python and with sanitizers: concepts and fuzz targets."""

import re
from pathlib import Path

import pytest

from zeitnot_engines.games import NAMES

from ..games.facts import facts_of
from ..repetition import NIGHTLY, times
from .building import ROOT, build_checks, run

ROUNDS, NIGHTLY_ROUNDS = 1000, 4000
TOY_ROUNDS = {"blind": 350}
"""Fewer rounds for toy games whose rounds take milliseconds."""
TOY_GAMES = (
    "pig",
    "twice",
    "relay",
    "hands",
    "blind",
    "line_go",
    "liars_dice",
    "boxes",
)  # in core/tests/toy_games
GAME_CHECKS = sorted(
    f"{path.parent.name}_{path.stem}" for path in (ROOT / "tests/games").glob("*/*checks.cpp")
)
pytestmark = pytest.mark.compiles


@pytest.fixture(scope="module")
def checks() -> Path:
    """The folder of the built checks. Building them compiles the static assertions."""
    return build_checks("checks", "address,undefined")


def _rounds(game: str) -> int:
    return facts_of(game).fuzz_rounds if game in NAMES else TOY_ROUNDS.get(game, ROUNDS)


@pytest.mark.parametrize("game", [*NAMES, *TOY_GAMES])
def test_fuzz_targets_survive_random_bytes(checks: Path, game: str) -> None:
    run(checks / f"fuzz_{game}", str(times(_rounds(game), NIGHTLY_ROUNDS)))


def test_searches_agree_on_fixed_and_random_trees(checks: Path) -> None:
    """Checks textbook values, how transformed leaf values affect the chosen move, and
    expectiminimax with each of its heuristics disabled."""
    assert "0 failures" in run(checks / "tree_checks", str(times(30, 100)))


def test_searches_of_many_seats_agree_with_plain_recursions(checks: Path) -> None:
    """Paranoid and max^n, also with alliances, with various tables and kinds of pruning."""
    assert ", 0 failures" in run(checks / "seats_checks", str(times(8, 20)))


def test_games_with_hidden_moves_are_solved(checks: Path) -> None:
    """Endings of blind tic-tac-toe: values, and best responses against all pure strategies."""
    assert "0 failures" in run(checks / "hidden_checks").splitlines()


@pytest.mark.parametrize("program", GAME_CHECKS)
def test_the_cpp_checks_of_a_game_pass(checks: Path, program: str, tmp_path: Path) -> None:
    """Programs in the folder of the game's tests compare boards, solvers and learners with slow
    code or published counts, and exit with an error if a comparison fails."""
    game, _, checked = program.partition("_")
    arguments = facts_of(game).checks_by_night if NIGHTLY and checked == "checks" else ()
    output = run(checks / program, *arguments, cwd=tmp_path)
    assert re.search(r"\b(0 (wrong|failures)|all well)$", output, re.M)
