"""Solvers without a book, margins, and positions that are refused before they are solved: with the
toy game Boxes, which has all of these, and Othello's endings."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from zeitnot_engines import _core, exact_games, exact_values, known_values
from zeitnot_engines._core import Solver
from zeitnot_engines.commands.solve import solve
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load
from zeitnot_engines.weights_files import package_weights

from .toy_games import toy_core, toy_game

NEARLY_FULL = "111111111111111100000000 2 1 0"  # a board of 3 by 3 boxes
FEW_EMPTY = (  # FFO 40's board, with 20 squares left
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
)


def best_margin(state: Any) -> int:
    """The final lead of the side to move with best play, by plain minimax."""
    if state.result is not None:
        return int(state.margins[state.side])
    values = []
    for move in state.legal():
        after = state.play(move)
        if after.result is not None:
            values.append(after.margins[state.side])
        else:
            values.append(best_margin(after) * (1 if after.side == state.side else -1))
    return max(values)


def openings(state: Any, plies: int) -> Iterator[Any]:
    """The first positions of a game in which the middle one of the legal moves is played."""
    for _ in range(plies):
        yield state
        state = state.play(state.legal()[len(state.legal()) // 2])


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the finders use the core with the toy games."""
    core = toy_core()
    for module in (exact_values, known_values):
        monkeypatch.setattr(module, "Engine", core.Engine)
    for name in ("Solver", "StopToken"):
        monkeypatch.setattr(exact_values, name, getattr(core, name))
    monkeypatch.setattr(known_values, "methods_of", core.methods_of)
    monkeypatch.setattr(exact_games, "games_with_solvers", core.games_with_solvers)
    monkeypatch.setattr(exact_games, "has_equilibrium", lambda _: False)


# ── a solver without a book ────────────────────────────────────────────────────────────────────


def test_a_solver_needs_no_book_and_no_symmetry() -> None:
    core, game = toy_core(), toy_game("boxes", size=2)
    assert "boxes" in core.games_with_solvers()
    assert core.games_with_solver_books() == ["twice"]
    solver = core.Solver(game)
    state = game.start()
    assert solver.symmetric_key(state) == solver.symmetric_key(game.parse(state.text))
    assert solver.symmetric_key(state) != solver.symmetric_key(state.play("0"))
    with pytest.raises(ValueError, match="boxes has no book of exact values"):
        solver.book([])


# ── margins ────────────────────────────────────────────────────────────────────────────────────


def test_margins_match_minimax() -> None:
    core, game = toy_core(), toy_game("boxes", size=2)
    solver = core.Solver(game)
    for state in list(openings(game.start(), 11))[5:]:
        solved = solver.solve(state)
        assert solved.margin == best_margin(state)
        assert solved.value == (solved.margin > 0) - (solved.margin < 0)
        assert solved.distance is None


def test_a_solver_of_wins_and_losses_has_no_margin() -> None:
    solver = toy_core().Solver(toy_game("twice"))
    assert not solver.solves_margins
    assert solver.solve(toy_game("twice").start()).margin is None


@pytest.mark.usefixtures("toys")
def test_values_of_moves_have_margins_for_the_side_that_moves() -> None:
    game = toy_game("boxes", size=2)
    finder = exact_values.ExactValues(game)
    for state in list(openings(game.start(), 12))[6:]:
        for entry in finder.find(state, 60):
            after = state.play(entry.move)
            if after.result is not None:
                assert entry.margin == after.margins[state.side]
            else:
                sign = 1 if after.side == state.side else -1
                assert entry.margin == sign * best_margin(after), state.text
            assert entry.value == (entry.margin > 0) - (entry.margin < 0)
            assert entry.distance is None


def test_othellos_endings_have_margins_in_discs() -> None:
    """They equal those of the engine's exact search, with weights and without."""
    state = load("othello").parse(FEW_EMPTY)
    while state.text.count("-") > 12:
        state = state.play(Engine(state.game).search(state, depth=4).best or "")
    report = Engine(state.game).search(state, depth=60)
    assert report.exact
    for weights in (None, package_weights("othello")):
        solved = Solver(state.game, hash_mb=16, weights=weights).solve(state)
        assert solved is not None
        assert solved.margin == report.value
        after = Engine(state.game).search(state, depth=60, searchmoves=[solved.best])
        assert after.value == report.value


def test_margins_are_printed() -> None:
    result = CliRunner().invoke(solve, ["othello", FEW_EMPTY, "--hash", "64", "--json"])
    assert result.exit_code == 0, result.output
    output = json.loads(result.stdout)
    assert (output["value"], output["margin"], output["unit"]) == (1, 38, "discs")
    assert output["distance"] is None
    printed = CliRunner().invoke(solve, ["othello", FEW_EMPTY, "--hash", "64"]).stdout
    assert printed.startswith("Won by 38 discs for the side to move; best ")


# ── refusals ───────────────────────────────────────────────────────────────────────────────────


def test_a_position_is_refused_before_it_is_solved() -> None:
    game = toy_game("boxes", size=5)
    solver = toy_core().Solver(game)
    sentence = "60 lines are left, and at most 16 can be solved; try a smaller board."
    assert solver.refusal(game.start()) == sentence
    with pytest.raises(ValueError, match="60 lines are left"):
        solver.solve(game.start())
    small = toy_game("boxes", size=3).parse(NEARLY_FULL)
    assert toy_core().Solver(small.game).refusal(small) is None


@pytest.mark.usefixtures("toys")
def test_moves_to_positions_that_are_refused_are_not_solved() -> None:
    state = toy_game("boxes", size=5).start()
    entries = exact_values.ExactValues(state.game).find(state, 60)
    assert {entry.value for entry in entries} == {None}


def test_the_command_refuses_positions_and_books_in_one_line() -> None:
    result = CliRunner().invoke(solve, ["othello"])
    assert result.exit_code == 2
    assert "60 squares are empty, and at most 30 can be solved" in result.output
    result = CliRunner().invoke(solve, ["othello", "--book", "f"])
    assert result.exit_code == 2
    assert "othello has no book of exact values" in result.output
    assert not Path("f.journal").exists()


def test_a_game_that_needs_too_much_memory_is_refused() -> None:
    core = toy_core()
    assert core.solve(toy_game("boxes", size=1)).positions > 10
    with pytest.raises(ValueError, match=r"boxes .* has more than \d+ positions; .* is 8 MB"):
        core.solve(toy_game("boxes", size=3), max_mb=8)
    with pytest.raises(ValueError, match="More than 3 by 3 boxes are never solved completely"):
        core.solve(toy_game("boxes", size=5))
    with pytest.raises(ValueError, match=r"line .* has 128 positions; .* is 0 MB"):
        _core.solve(load("line"), max_mb=0)


def test_the_default_method_depends_on_the_settings() -> None:
    core = toy_core()
    small, large = toy_game("boxes", size=1), toy_game("boxes", size=3)
    assert core.methods_of("boxes")[0] == "retrograde"
    assert core.Engine(small).method == "retrograde"
    assert {core.Engine(toy_game("boxes", size=size)).method for size in (3, 5)} == {"alphabeta"}
    engine = core.Engine(large, method="retrograde")
    for call in (engine.search, engine.evaluate):
        with pytest.raises(ValueError, match="the limit is 64 MB"):
            call(large.start())


@pytest.mark.usefixtures("toys")
def test_values_come_from_the_solver_for_all_board_sizes() -> None:
    for game in (toy_game("boxes", size=1), toy_game("boxes", size=3)):
        finder = exact_games.exact_finder(game)
        state = game.start() if game.start().text.count("0") < 10 else game.parse(NEARLY_FULL)
        assert all(entry.margin is not None for entry in finder.find(state, 60))


@pytest.mark.usefixtures("toys")
def test_a_refused_game_without_a_solver_has_no_values() -> None:
    large = toy_game("boxes", size=5)
    known = known_values.KnownMoveValues(large)
    assert known.refusal is not None
    assert {entry.value for entry in known.find(large.start(), 1)} == {None}


def test_the_memory_limit_is_an_option() -> None:
    result = CliRunner().invoke(solve, ["tictactoe", "--hash", "1"])
    assert result.exit_code == 2
    assert "the limit is 1 MB. Try smaller settings or a larger --hash." in result.output
    assert CliRunner().invoke(solve, ["tictactoe", "--hash", "8"]).exit_code == 0
