"""`zeitnot analyse`, as a user calls it."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands import analyse as module
from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.commands.solve import solve
from zeitnot_engines.commands.thinking import think
from zeitnot_engines.engine import Engine, Report
from zeitnot_engines.games import NAMES, History, load
from zeitnot_engines.interrupts import Interrupts
from zeitnot_engines.notations import notation_of, write_line

from .test_thinking import NO_TERMINAL, interrupting_clock

TEXTBOOK = "B 2 25 24 14 12 0 15 1 8 3 6 19 23"
KEYS = {"best", "seat", "value", "unit", "exact", "distance", "depth", "seldepth", "nodes", "nps"}
KEYS |= {"seconds", "pv"}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(analyse, arguments)


def as_json(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    output: dict[str, Any] = json.loads(result.stdout)
    assert set(output) == KEYS | {"lines"}
    return output


def test_the_textbook_position() -> None:
    result = run("ewn", TEXTBOOK, "--depth", "5")
    assert result.exit_code == 0
    assert "best 24-19" in result.output.splitlines()


def test_json_for_a_position_with_a_move_to_choose() -> None:
    output = as_json("othello", "--depth", "5", "--lines", "3")
    assert (output["unit"], output["depth"], output["exact"]) == ("discs", 5, False)
    assert [set(line) for line in output["lines"]] == [{"move", "value", "pv"}] * 3
    assert (output["best"], output["pv"]) == (output["lines"][0]["move"], output["lines"][0]["pv"])


def test_json_before_a_throw_has_a_line_for_each_throw() -> None:
    output = as_json("ewn", "--depth", "2")
    assert output["best"] is None
    assert output["unit"] == "win_probability"
    assert [line["throw"] for line in output["lines"]] == [[n] for n in range(1, 7)]
    mean = sum(line["probability"] * line["value"] for line in output["lines"])
    assert output["value"] == pytest.approx(mean)


def test_a_proof_ends_an_unlimited_search() -> None:
    output = as_json("tictactoe", "xx.oo.... x")
    assert (output["best"], output["value"], output["exact"], output["distance"]) == (
        "c3",
        1,
        True,
        1,
    )


@pytest.mark.parametrize(
    ("game", "text", "moves", "notation", "best"),
    [
        ("chess", "e4 e5 Nf3 Nc6 0-0", None, "san", None),
        ("chess", "e4 e5 Bc4 Nc6 Qh5 Nf6", "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6", "san", "Qxf7#"),
        ("xiangqi", "炮二平五 马8进7", "h2e2 h9g7", "chinese", None),
        ("xiangqi", "砲二平五 h9g7", "h2e2 h9g7", "traditional", None),
    ],
)
def test_reads_the_notation_of_players(
    game: str, text: str, moves: str | None, notation: str, best: str | None
) -> None:
    result = run(game, "--moves", text, "--depth", "3", "--notation", notation)
    if moves is None:
        assert result.exit_code == 2
        assert "not a legal move" in result.output
        return
    assert result.exit_code == 0, result.output
    output = as_json(game, "--moves", moves, "--depth", "3")
    state = load(game).start()
    for move in moves.split():
        state = state.play(move)
    word, *expected = write_line(state, output["pv"], notation_of(game).writers[notation])
    lines = result.output.splitlines()
    assert lines[-1] == f"best {word}"
    assert lines[0].split()[0] == word
    assert lines[0].endswith(" ".join(expected))
    assert best in (None, word)


def test_a_notation_of_another_game_is_refused() -> None:
    for game, name, sentence in (
        ("chess", "chinese", 'chess has no notation "chinese" but san.'),
        ("othello", "san", 'othello has no notation "san".'),
    ):
        result = run(game, "--notation", name)
        assert result.exit_code == 2
        assert sentence in result.output


def test_moves_and_throws_are_played_first() -> None:
    by_moves = as_json("ewn", "--moves", "2 24-18, 3 3-8 5", "--depth", "2")
    by_position = as_json("ewn", "B 5 25 18 23 20 19 15 1 2 8 6 7 11", "--depth", "2")
    assert by_moves["value"] == by_position["value"]
    joined, separate = (as_json("othello", "--moves", m, "--depth", "3") for m in ("f5d6", "f5 d6"))
    assert joined["value"] == separate["value"]


def test_repetition_counts_the_given_moves() -> None:
    there_and_back = "0-1 8-6 1-0 6-7 0-1 7-6 1-0"
    assert as_json("niujiaoqi", "--moves", there_and_back, "--depth", "20")["value"] == 0


@pytest.mark.parametrize(
    ("game", "position", "expected_texts"),
    [
        ("checkers", "B:W32:BK23,K24,K22", ["24-28    won in 3 plies", "won in 3 plies ("]),
        ("chess", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", ["won in 1 ply", "won in 1 ply ("]),
        ("tictactoe", "xx.oo.... x", ["proved, 1 ply to the end: +1.00 points ("]),
    ],
)
def test_a_forced_end_is_printed_with_its_plies(
    game: str, position: str, expected_texts: list[str]
) -> None:
    printed = " ".join(run(game, position, "--depth", "6").stdout.split())
    for text in expected_texts:
        assert " ".join(text.split()) in printed


def test_a_textbook_search_that_was_stopped_shows_no_value() -> None:
    result = run("line", "--method", "minimax", "--nodes", "1000")
    assert result.exit_code == 0
    assert result.stdout.startswith("stopped before any value was found (1000 nodes, ")
    assert result.stdout.endswith("\nfirst 1-2\n")
    one = run("tree", "max(5)", "--method", "minimax")
    assert "(1 leaf, 2 nodes, " in one.stdout


def test_settings_and_method() -> None:
    small = as_json("othello", "--set", "size=6", "--nodes", "500", "--method", "alphabeta")
    assert small["nodes"] == 500


def test_monte_carlo_tree_search_counts_visits() -> None:
    output = as_json("othello", "--method", "mcts", "--nodes", "500", "--lines", "9")
    assert output["unit"] == "win_probability"
    assert sum(line["visits"] for line in output["lines"]) == output["nodes"] == 500
    assert output["lines"][0]["move"] == output["best"]
    text = run("othello", "--method", "mcts", "--nodes", "500").output
    assert f"{output['lines'][0]['visits']} visits" in text


def test_move_priors_sum_to_one() -> None:
    lines = as_json("connect4", "--method", "mcts", "--nodes", "500", "--lines", "9")["lines"]
    assert sum(line["prior"] for line in lines) == pytest.approx(1)


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_searched_by_mcts(game: str) -> None:
    output = as_json(game, "--method", "mcts", "--nodes", "50")
    assert output["nodes"] == 50


def test_textbook_methods_search_open_games_with_each_evaluation() -> None:
    arguments = ("othello", "--method", "minimax", "--depth", "3", "--json", "--eval")
    outputs = [json.loads(run(*arguments, name).stdout) for name in ("patterns", "hand")]
    assert len({output["value"] for output in outputs}) == 2
    assert {output["leaves"] for output in outputs} == {56}
    assert run(*arguments, "other").exit_code == 2


def test_raw_values_have_no_unit() -> None:
    position = "B 2 25 24 14 12 0 15 1 8 3 6 19 23"
    arguments = ("ewn", position, "--method", "expectiminimax", "--eval", "table", "--depth", "1")
    assert run(*arguments, "--raw").output.splitlines()[0] == "24-19                +0"
    deeper = run(*arguments[:-1], "4", "--raw", "--json")
    assert json.loads(deeper.stdout)["unit"] == "raw"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["shogi"], 'There is no game "shogi"; the games are chess'),
        (["othelo"], 'There is no game "othelo"; did you mean othello?'),
        (["othello", "nonsense"], "64 of X"),
        (["tictactoe", "xxxoo.... o"], "game is over"),
        (["othello", "--depth", "0"], "0 is not in the range"),
        (["othello", "--time", "0"], "0.0 is not in the range"),
        (["othello", "--dept", "3"], "No such option '--dept'. (Did you mean one of: '--depth', "),
        (["othello", "--method", "chance"], "searched by alphabeta or mcts or minimax or plain-"),
        (["othello", "--raw"], "Only minimax, plain-alphabeta, expectiminimax can report raw"),
        (["othello", "--method", "uct", "--raw"], "can report raw values"),
        (["othello", "--moves", "a1"], '"a1" is not a legal move'),
        (["ewn", "--moves", "24-18"], 'A throw is due, but "24-18" is not its values'),
        (["kuhn", "--moves", "bet"], 'A deal is due, but "bet" is not its values'),
        (["ewn", "--moves", "7"], "impossible for the due throw"),
        (["ewn", "B", "2", "25"], "in quotes"),
    ],
)
def test_bad_input(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output


def test_ctrl_c_prints_the_best_move_so_far(
    monkeypatch: pytest.MonkeyPatch, interrupts: Interrupts
) -> None:
    def interrupted(engine: Engine, state: History, **limits: Any) -> Report:
        clock = interrupting_clock(interrupts)
        return think(engine, state, clock=clock, console=NO_TERMINAL, lines=2)

    monkeypatch.setattr("zeitnot_engines.commands.analyse.think", interrupted)
    result = run("othello", "--json", "--time", "3600")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["best"] in load("othello").start().legal()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--time", value) for value in ("nan", "inf", "1e300", "0")),
        *((option, 10**30) for option in ("--depth", "--nodes", "--lines")),
        ("--depth", 2**31),
    ],
)
def test_oversized_numbers_are_refused(option: str, value: object) -> None:
    result = run("tictactoe", option, str(value))
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["whist", "6h6d9c8c ???? - 0 0:0"],
        ["whist", "6h6d9c8c Tc5c2s4h|Tc5c2s4d - 0 0:0"],
        ["whist", "--set", "seats=4", "--set", "trump=hearts"],
    ],
)
def test_double_dummy_needs_all_hands_open(arguments: list[str]) -> None:
    """Otherwise the value of one deal would pass for a proof. The proposed command works."""
    for refused in (
        run(*arguments, "--method", "double-dummy"),
        CliRunner().invoke(solve, arguments),
    ):
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert (
            "Give a position with all hands open. For hidden cards, use `zeitnot analyse whist "
            in refused.stderr
        )
        _, _, *proposed = shlex.split(refused.stderr.split("`")[1])
        assert "best " in run(*proposed, "--method", "mcts", "--nodes", "4").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess", "--alliance", "white"],
        ["kuhn", "--alliance", "first"],
        ["chinesecheckers", "--set", "seats=3", "--method", "mcts", "--alliance", "blue+orange"],
    ],
)
def test_only_max_n_takes_an_alliance(arguments: list[str]) -> None:
    result = run(*arguments, "--nodes", "10")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Only max^n takes an alliance." in result.stderr


def test_the_documented_alliance_options_work() -> None:
    text = (Path(__file__).parents[3] / "docs/why/many-seats.md").read_text(encoding="utf-8")
    options = [word for option in re.findall(r"`(--a\w+ \S+)`", text) for word in option.split()]
    assert options[::2] == ["--alliance", "--against"]
    arguments = ["--set", "seats=3", "--method", "maxn", "--depth", "1", *options]
    assert run("chinesecheckers", *arguments).exit_code == 0


def test_one_visit_is_in_the_singular() -> None:
    text = run("chess", "--method", "mcts", "--nodes", "1").stdout
    assert "1 visit\n" in text


@pytest.mark.parametrize("game", ["blindtictactoe", "battleship"])
def test_a_missing_value_is_not_shown(game: str) -> None:
    """A stored strategy has probabilities of moves only; fleets have no value before a shot."""
    assert "points" not in run(game).stdout
    output = json.loads(run(game, "--json").stdout)
    assert "value" not in output
    assert all("value" not in line for line in output["lines"])


def test_a_blueprint_samples_boards_until_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    def think_briefly(engine: Engine, state: History, **options: Any) -> Report:
        limits.append((options["nodes"], options["ms"]))
        return think(engine, state, **{**options, "nodes": 3})

    monkeypatch.setattr(module, "think", think_briefly)
    arguments = ("holdem", "AhKd????/-/ 1 0 -/-/")
    assert "(3 boards, " in run(*arguments).stdout
    run(*arguments, "--nodes", "7")
    assert limits == [(module.MAX_NODES, 2000), (7, None)]


def test_simulations_before_a_deal_show_a_value() -> None:
    assert "depth 0: " in run("kuhn", "--method", "mcts", "--nodes", "50").stdout
