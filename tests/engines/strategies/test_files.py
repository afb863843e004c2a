"""Strategy files: written, read and refused; and the commands that take them."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from zeitnot_engines._core import GameTree, Strategy
from zeitnot_engines.bots.house import EngineBackend
from zeitnot_engines.commands import strategy as strategy_command
from zeitnot_engines.commands.analyse import analyse
from zeitnot_engines.commands.bot import bot
from zeitnot_engines.commands.match import match
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load
from zeitnot_engines.minimising import Goal, Minimisation
from zeitnot_engines.strategy_files import BadStrategy, fitted, strategy_for, strategy_in

from .files import probabilities, strategy_file, weighted_strategy, write

KUHN = GameTree(load("kuhn"))


def caller(information: str, move: str) -> float:
    """Weights of a strategy that never folds and never bets."""
    return float(move in ("check", "call"))


def run(command: click.Command, *arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def strategy(*arguments: str | Path) -> Result:
    return run(strategy_command.strategy, *arguments)


def error_line(result: Result) -> str:
    """The last line of a command that has refused its input."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output.splitlines()[-1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with the strategy `caller` for Kuhn poker."""
    return write(tmp_path / "caller", KUHN, caller)


# ── files ──────────────────────────────────────────────────────────────────────────────────────


def test_a_strategy_survives_a_round_trip(tmp_path: Path) -> None:
    work = Minimisation(load("leduc", {"bets": "nolimit", "stack": 5}))
    work.run(Goal(iterations=100))
    path = tmp_path / "file"
    path.write_bytes(work.strategy.write())
    read = strategy_in(path, "leduc")
    assert read.game == load("leduc", {"bets": "nolimit", "stack": 5})
    assert read.origin == "cfr, 100 iterations"
    assert read.exploitability() == pytest.approx(work.strategy.exploitability(), abs=1e-6)


def test_the_documented_format_is_read_and_written(file: Path) -> None:
    """A file that a test writes as documented is read, and written again with the same bytes."""
    read = strategy_in(file)
    assert read.origin == "by hand"
    assert read.write() == file.read_bytes()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda data: data[:20], "This is no strategy."),
        (lambda data: b"", "This is no strategy."),
        (lambda data: b"ZNWEIGHT" + data[8:], "This is no strategy."),
        (lambda data: data[:8] + b"\2" + data[9:], "version 2, and this program reads version 1"),
        (lambda data: data[:-1], "This strategy is damaged."),
        (lambda data: data + b"\0", "This strategy is damaged."),
        (lambda data: data[:60] + bytes([data[60] ^ 1]) + data[61:], "This strategy is damaged."),
    ],
)
def test_damaged_files_are_refused(
    file: Path, change: Callable[[bytes], bytes], sentence: str
) -> None:
    file.write_bytes(change(file.read_bytes()))
    assert sentence in error_line(strategy("exploit", "kuhn", file))


@pytest.mark.parametrize("bad", [float("nan"), -0.5, 2.0, 0.25, float("inf")])
def test_invalid_probabilities_are_refused(tmp_path: Path, bad: float) -> None:
    path = tmp_path / "bad"
    numbers = [bad, *probabilities(KUHN, caller)[1:]]
    path.write_bytes(strategy_file("kuhn", KUHN.key, numbers, "hands=10"))
    assert "This strategy is damaged." in error_line(strategy("show", "kuhn", path))


def test_a_strategy_for_another_game_is_refused(file: Path, tmp_path: Path) -> None:
    assert "for kuhn, not for leduc" in error_line(strategy("exploit", "leduc", file))
    nolimit = GameTree(load("leduc", {"bets": "nolimit"}))
    other = write(tmp_path / "nolimit", nolimit, lambda *_: 1.0)
    with pytest.raises(BadStrategy, match="for other settings or another version"):
        strategy_for(other, load("leduc"))
    with pytest.raises(BadStrategy, match="has no strategies"):
        strategy_for(file, load("tictactoe"))
    unknown = tmp_path / "unknown"
    unknown.write_bytes(strategy_file("chess9", 1, [1.0]))
    with pytest.raises(BadStrategy, match="There is no game"):
        strategy_in(unknown)
    odd = tmp_path / "odd"
    odd.write_bytes(strategy_file("kuhn", KUHN.key, probabilities(KUHN, caller), "hands=3"))
    with pytest.raises(BadStrategy, match="setting hands"):
        strategy_in(odd)


def test_a_huge_count_is_refused_without_allocating(tmp_path: Path) -> None:
    """The number of probabilities is checked before any is read."""
    body = bytearray(strategy_file("kuhn", KUHN.key, [1.0]))
    count = body.rindex(struct.pack("<If", 1, 1.0))
    body[count : count + 4] = b"\xff\xff\xff\xff"
    path = tmp_path / "long"
    path.write_bytes(bytes(body))
    assert "damaged" in error_line(strategy("exploit", "kuhn", path))


def test_settings_that_do_not_change_a_hand_are_ignored(file: Path) -> None:
    saved, short = strategy_in(file), load("kuhn", {"hands": 4})
    assert strategy_for(file, short).game == short
    assert (refitted := fitted(saved, short)) is not None
    assert refitted.game == short
    assert fitted(saved, load("kuhn")) is saved
    nolimit = weighted_strategy(GameTree(load("leduc", {"bets": "nolimit"})), lambda *_: 1.0)
    assert fitted(nolimit, load("leduc")) is None


# ── commands ───────────────────────────────────────────────────────────────────────────────────


def test_exploit_measures_what_solve_saved(tmp_path: Path) -> None:
    path = tmp_path / "saved"
    arguments = ("kuhn", "--exploitability", "0.0001", "--save", path, "--json")
    solved = json.loads(strategy("solve", *arguments).stdout)
    measured = json.loads(strategy("exploit", "kuhn", path, "--json").stdout)
    assert solved["exploitability"] <= 0.0001
    assert solved["points"][-1]["exploitability"] == solved["exploitability"]
    assert measured["exploitability"] == pytest.approx(solved["exploitability"], abs=1e-6)
    assert sum(measured["best_responses"]) == pytest.approx(2 * measured["exploitability"])
    assert {key: solved[key] for key in ("histories", "ends", "information_sets")} == {
        "histories": 55,
        "ends": 30,
        "information_sets": 12,
    }
    assert [entry.name for entry in tmp_path.iterdir()] == ["saved"]


def test_solve_stops_at_its_goals() -> None:
    exact = json.loads(strategy("solve", "kuhn", "--iterations", "37", "--json").stdout)
    assert exact["points"][-1]["iterations"] == 37
    options = ("--method", "mccfr", "--iterations", "30", "--seed", "3", "--json")
    runs = [json.loads(strategy("solve", "kuhn", *options).stdout) for _ in range(2)]
    assert runs[0]["best_responses"] == runs[1]["best_responses"]
    assert runs[0]["origin"] == "mccfr, 30 iterations"
    timed = json.loads(strategy("solve", "kuhn", "--time", "0.02", "--json").stdout)
    assert timed["points"][-1]["seconds"] >= 0.02


def test_solve_prints_its_progress() -> None:
    lines = strategy("solve", "kuhn").stdout.splitlines()
    assert lines[0] == "55 histories, 30 of them terminal; 12 information sets"
    assert lines[1].split()[:2] == ["1", "iterations"]
    assert lines[-3].startswith("value -0.05")
    assert lines[-1].endswith("iterations)")


def test_ctrl_c_saves_the_strategy_so_far(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Minimisation, goal: Goal) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Minimisation, "run", interrupted)
    result = strategy("solve", "kuhn", "--save", tmp_path / "saved", "--json")
    assert result.exit_code == 130
    assert strategy_in(tmp_path / "saved").origin == "uniform"


def test_a_missing_file_is_named_once(tmp_path: Path) -> None:
    result = CliRunner().invoke(analyse, ["kuhn", "--strategy", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Error: {tmp_path}/none: No such file or directory.\n")


def test_show_prints_rows_in_order(file: Path) -> None:
    """Rows are sorted by seat, length and card, and show each move's share and value."""
    legend, *lines = strategy("show", "kuhn", file).stdout.splitlines()
    assert "its card, the public card if there is one, the betting" in legend
    assert legend.endswith("in chips.")
    heads = [line if line.startswith("seat") else line.split()[0] for line in lines]
    first, second = ["J", "Q", "K", "Jcb", "Qcb", "Kcb"], ["Jb", "Jc", "Qb", "Qc", "Kb", "Kc"]
    assert heads == ["seat 0", *first, "seat 1", *second]
    assert "J    check 100.0% -1.00  bet 0.0% -2.00" in lines
    seen = strategy("show", "kuhn", file, "Q?/cb 1 0 --/").stdout.splitlines()
    assert seen[1:] == ["seat 0", "Qcb  fold 0.0% +0.00  call 100.0% +0.00"]
    (row,) = json.loads(strategy("show", "kuhn", file, "?J/b 1 0 --/", "--json").stdout)
    assert (row["seat"], row["information"]) == (1, "Jb")
    call = next(entry for entry in row["moves"] if entry["move"] == "call")
    assert call["probability"] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("show", "kuhn", "FILE", "--/ 1 0 --/"), "No seat is to move"),
        (("show", "kuhn", "FILE", "??/ 1 0 --/"), "hides what the seat to move sees"),
        (("show", "kuhn", "FILE", "nonsense"), "A position is a hand"),
        (("show", "kuhn", "FILE", "a", "b"), "contains spaces in quotes"),
        (("exploit", "kuhn", "missing"), "No such file"),
        (("exploit", "chess", "FILE"), "'chess' is not"),
        (("solve", "chess"), "chess has no strategies"),
        (("solve", "kuhn", "--iterations", "0"), "0 is not in the range"),
        (("solve", "kuhn", "--exploitability", "nan"), "not a finite number"),
        (("solve", "kuhn", "--iterations", "1", "--save", "/none/such"), "No such file"),
    ],
)
def test_invalid_arguments_are_refused(
    file: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    result = strategy(*(file if argument == "FILE" else argument for argument in arguments))
    assert sentence in error_line(result)


# ── play ───────────────────────────────────────────────────────────────────────────────────────


def test_analyse_reads_a_strategy(file: Path) -> None:
    arguments = ("kuhn", "K?/cb 1 0 --/", "--strategy", file)
    assert run(analyse, *arguments).stdout.splitlines()[-1] == "best call"
    refused = run(analyse, "tictactoe", "--strategy", file)
    assert "tictactoe has no strategies" in error_line(refused)
    method = run(analyse, *arguments, "--method", "mcts")
    assert "Only the method cfr plays a strategy" in error_line(method)


def test_a_match_plays_a_strategy(file: Path, tmp_path: Path) -> None:
    """Two callers check every hand down: no one ever wins more than an ante."""
    player, log = f"house:strategy={file}", tmp_path / "log"
    result = run(
        match, "kuhn", player, player, "--games", "6", "--plies", "0", "--log", log, "--json"
    )
    assert result.exit_code == 0, result.output
    first, *games = map(json.loads, log.read_text().splitlines())
    header = first["match"]
    assert len(games) == 6
    assert all(abs(game["margin"]) <= 10 for game in games)
    assert header["a"]["strategy"] == header["b"]["strategy"] != str(file)
    bad = run(match, "kuhn", "house:strategy=missing", "random")
    assert "missing: No such file" in error_line(bad)


def test_a_bot_refuses_bad_strategies_at_start(file: Path) -> None:
    arguments = ("--token", "t", "--games", "tictactoe", "--strategy", file)
    assert "kuhn is not among the games" in error_line(run(bot, *arguments))
    file.write_bytes(b"nothing")
    assert "This is no strategy." in error_line(run(bot, "--token", "t", "--strategy", file))
    program = ("--engine", "true", "--protocol", "ecui", "--strategy", file)
    assert "--strategy is for house engines" in error_line(run(bot, "--token", "t", *program))


def test_a_bot_refuses_bad_methods_at_start(file: Path) -> None:
    arguments = ("--token", "t", "--games", "whist,kuhn", "--method")
    assert "chess is not among the games" in error_line(run(bot, *arguments, "chess=mcts"))
    assert "searched by pimc or double-dummy or mcts" in error_line(run(bot, *arguments, "whist=x"))
    both = ("kuhn=mcts", "--strategy", file)
    assert "kuhn is already played by --strategy" in error_line(run(bot, *arguments, *both))
    program = ("--engine", "true", "--protocol", "ecui", "--method", "ewn=mcts")
    assert "--method is for house engines" in error_line(run(bot, "--token", "t", *program))


def test_a_bot_refuses_bad_options_of_searches_at_start() -> None:
    arguments = ("--token", "t", "--games", "othello,kuhn")
    assert "--eval: chess is not among the games" in error_line(
        run(bot, *arguments, "--eval", "chess=x")
    )
    for word in ("othello=x", "othello", "kuhn=hand"):
        game = word.partition("=")[0]
        line = error_line(run(bot, *arguments, "--eval", word))
        assert f"--eval: {game} has no evaluation" in line
    methods = ("--method", "othello=minimax", "--eval", "othello=x")
    assert "othello has no evaluation" in error_line(run(bot, *arguments, *methods))
    for option in (("--depth", "3"), ("--nodes", "9"), ("--textbook",), ("--eval", "ewn=table")):
        program = ("--token", "t", "--engine", "true", "--protocol", "ecui", *option)
        assert f"{option[0]} is for house engines" in error_line(run(bot, *program))


def test_a_bots_engines_have_its_evaluations_and_limits() -> None:
    backend = EngineBackend(
        methods={"othello": "minimax"}, evaluations={"othello": "plain"}, depth=2
    )
    state = load("othello").start()
    report: Any = backend.engine(state.game, 1, 1).search(state, depth=5)
    same = Engine(state.game, method="minimax", evaluation="plain").search(state, depth=2)
    assert (report.depth, report.leaves, report.value) == (2, same.leaves, same.value)


def test_a_bot_plays_its_strategy_for_any_number_of_hands(file: Path) -> None:
    backend = EngineBackend(strategies={"kuhn": strategy_in(file)})
    for settings in ({}, {"hands": 4}):
        game = load("kuhn", settings)
        state = game.start().throw((2, 0, 1))
        report = backend.engine(game, 1, 1).search(state)
        assert report.best == "check"
        assert {line.move: line.probability for line in report.lines} == {"check": 1, "bet": 0}  # type: ignore[attr-defined]


def test_an_engine_refuses_strategies_of_other_games() -> None:
    uniform = Strategy.uniform(KUHN)
    for game in (load("leduc"), load("kuhn", {"hands": 4})):
        with pytest.raises(ValueError, match="another game or other settings"):
            Engine(game, strategy=uniform)
