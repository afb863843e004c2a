"""`zeitnot match`, as a user calls it."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands import progress
from zeitnot_engines.commands.match import match
from zeitnot_engines.commands.match_results import Results
from zeitnot_engines.matches.played import FinishedGame

from ...games.weights import file_of, read_packed, weights_file

FAKE = f"'{sys.executable}' '{Path(__file__).parents[2] / 'clients/drivers/fake.py'}'"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(match, arguments)


def test_json_is_one_object() -> None:
    result = run("tictactoe", "house:depth=9", "random", "--games", "10", "--json")
    assert result.exit_code == 0
    output = json.loads(result.stdout)
    margins = {"margin", "margin_error", "pairs", "pair_error"}
    keys = {"games", "wins", "draws", "losses", "score", "elo", "error", "faults", "ends"} | margins
    assert set(output) == keys
    assert output["margin"] == pytest.approx((output["wins"] - output["losses"]) / 10)
    assert output["games"] == output["wins"] + output["draws"] + output["losses"] == 10
    assert output["score"] > 0.5


def test_errors_over_games_and_over_pairs_are_both_reported() -> None:
    """Each opening is won by the side that moves first: pairs are level, and games are not."""
    games = [FinishedGame(n, n % 2, float(n % 2), "", (), None) for n in range(20)]
    result = Results(None, games, "points")
    assert result.as_dict()["pairs"] == [0, 0, 10, 0, 0]
    assert result.as_dict()["pair_error"] == 0
    assert result.as_dict()["error"] > 150
    assert "50.0 %, +0 Elo ± 163 (± 0 over pairs)" in result.as_text()


def test_a_pair_counts_when_both_games_are_finished() -> None:
    scores = {5: 1.0, 0: 1.0, 4: 0.5, 3: 0.0, 7: 0.0}
    games = [FinishedGame(n, 0, score, "", (), None) for n, score in scores.items()]
    result = Results(None, [*games, games[0]], "points").as_dict()
    assert result["pairs"] == [0, 0, 0, 1, 0]
    assert result["pair_error"] is None
    assert result["games"] == 5


def test_the_same_seed_gives_the_same_match() -> None:
    arguments = ("ewn", "house:depth=1,eval=table", "random", "--games", "20", "--json")
    results = [json.loads(run(*arguments, "--seed", seed).stdout) for seed in ("5", "5", "6")]
    assert results[0] == results[1] != results[2]


def test_prints_a_report() -> None:
    result = run("othello", "random", "random", "--games", "4", "--set", "size=6")
    assert result.exit_code == 0
    assert result.output.startswith("A: ")


def test_without_a_finished_game_there_is_no_score() -> None:
    assert Results(None, [], "points").as_text() == "no games were finished"


def test_gammons_count_in_points_per_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ("backgammon", "house:depth=1", "random", "--games", "8", "--log", str(log))
    result = run(*arguments, "--plies", "0")
    match_ = re.search(r"by \+(\d\.\d+) ± \d\.\d+ \(standard error\)", result.stdout)
    assert match_
    reasons = {"all borne off": 1, "gammon": 2, "backgammon": 3}
    games = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    points = [(2 * game["score"] - 1) * reasons[game["reason"]] for game in games]
    assert float(match_[1]) == pytest.approx(sum(points) / 8, abs=0.001)
    assert run(*arguments, "--plies", "0").stdout == result.stdout  # from the log


def test_openings_from_a_file(tmp_path: Path) -> None:
    """An opening in which a search of one ply finds a win."""
    file = tmp_path / "openings"
    file.write_text("# a win for x\n\na3 a2 b3 b2  # c3 wins\n")
    result = run("tictactoe", "house:depth=1", "house:depth=1", "--openings", str(file), "--json")
    output = json.loads(result.stdout)
    assert (output["wins"], output["losses"], output["elo"]) == (10, 10, 0)


@pytest.mark.parametrize(("game", "plies"), [("kuhn", 0), ("battleship", 0), ("connect4", 4)])
def test_hidden_games_begin_at_the_start(tmp_path: Path, game: str, plies: int) -> None:
    """Random bets or fleets would not be a sensible opening. The log has the opening's length."""
    log = tmp_path / "log"
    arguments = (game, "random", "random", "--games", "2", "--log", str(log))
    assert run(*arguments).exit_code == 0
    header = json.loads(log.read_text().splitlines()[0])["match"]
    assert header["openings"] == plies
    assert run(*arguments, "--plies", str(plies)).exit_code == 0


def test_an_unwritable_log_is_reported_without_an_errno(tmp_path: Path) -> None:
    path = tmp_path / "none" / "log"
    result = run("tictactoe", "random", "random", "--log", str(path))
    assert result.exit_code == 2
    assert result.stderr.endswith(f"Error: {path}: No such file or directory.\n")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no openings"),
        ("a3 a3", 'line 1: "a3" is not a legal move'),
        ("a3 a2 b3 b2 c3", "line 1: the game is over"),
    ],
)
def test_bad_openings(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "openings"
    file.write_text(text)
    result = run("tictactoe", "random", "random", "--openings", str(file))
    assert result.exit_code == 2
    assert sentence in result.output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tictactoe", "random", "uci:no-such-engine"], 'no program "no-such-engine"'),
        (["tictactoe", "random", f"uci:{FAKE} uci tictactoe,Skil=3"], 'no option "Skil"'),
        (["ewn", "random", "uci:x"], "The protocol uci has no throws, which ewn needs"),
        (["ewn", "random", "gnubg:gnubg"], "The protocol gnubg does not support ewn"),
        (["backgammon", "random", "gnubg:gnubg", "--set", "cube=on"], "without the cube"),
        (["backgammon", "random", "gnubg:gnubg,plies=9"], "takes a whole number from 0 to 2"),
        (["backgammon", "random", "gnubg:gnubg,ply=0"], 'has no option "ply"'),
        (["backgammon", "random", "gnubg:no-such-engine"], 'no program "no-such-engine"'),
        (["tictactoe", "random", "random", "--tc", "fast"], "is not a time control"),
        (["tictactoe", "random", "random", "--tc", "0"], "is not a time control"),
        (["tictactoe", "random", "random", "--sprt", "5,0"], "is not an SPRT"),
        (["tictactoe", "random", "random", "--sprt", "0,5,1,1"], "is not an SPRT"),
        (["tictactoe", "random", "random", "--sprt", "0"], "is not an SPRT"),
        (["tictactoe", "random", "random", "--log", "/no/such/log"], "No such file"),
        (["tictactoe", "random", "nobody"], "unknown player"),
        (["othello", "random", "house:eval=bare"], 'no evaluation "bare"'),
        (["chess", "house:eval=hand", "random"], 'no evaluation "hand"'),
        (["othello", "random", "house:weights=/no/such"], "No such file"),
        (["chess", "random", f"house:weights={__file__}"], "chess takes no weights"),
        (["tictactoe", "random"], "Missing argument"),
        (["tictactoe", "random", "random", "--games", "0"], "not in the range"),
        (["tictactoe", "random", "random", "--openings", "/no/such"], "does not exist"),
    ],
)
def test_bad_input(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output


# ── external engines, logs, tests ──────────────────────────────────────────────────────────────


def test_other_weights_make_another_match(tmp_path: Path) -> None:
    ours, other, log = file_of("othello"), tmp_path / "b.weights", tmp_path / "log"
    packed = read_packed(ours)
    assert packed[-1] > 1
    other.write_bytes(weights_file("othello", packed[:-1] + bytes([packed[-1] - 1]) + b"\1"))
    players = ("house:depth=1,eval=hand", f"house:depth=1,weights={ours}")
    arguments = ("--games", "2", "--log", str(log), "--json")
    assert run("othello", *players, *arguments).exit_code == 0
    assert run("othello", *players, *arguments).exit_code == 0
    second_run = run("othello", players[0], f"house:depth=1,weights={other}", *arguments)
    assert second_run.exit_code == 2
    assert "another match" in second_run.output


def test_an_external_engine_on_a_clock() -> None:
    fake = f"uci:{FAKE} uci tictactoe,Skill Level=3"
    result = run("tictactoe", "random", fake, "--games", "4", "--tc", "20+0.1", "--json")
    assert result.exit_code == 0
    output = json.loads(result.stdout)
    assert (output["games"], output["faults"]) == (4, 0)


def test_faults_are_reported() -> None:
    crash = f"uci:{FAKE} uci tictactoe crash"
    result = run("tictactoe", "random", crash, "--games", "2")
    assert result.exit_code == 0
    assert "A: 2 won" in result.stdout
    assert "games decided by a fault: 2" in result.stdout
    assert "game 1: B: it ended with code 3, having said: " in result.stderr
    assert "my last words" in result.stderr


def test_a_match_can_be_continued(tmp_path: Path) -> None:
    """A match in two parts has the same result as in one."""
    log = str(tmp_path / "log")
    arguments = ("ewn", "house:depth=1", "random", "--json", "--seed", "3")
    expected = json.loads(run(*arguments, "--games", "30").stdout)
    first_part = json.loads(
        run(*arguments, "--games", "11", "--log", log, "--concurrency", "2").stdout
    )
    assert first_part["games"] == 11
    assert json.loads(run(*arguments, "--games", "30", "--log", log).stdout) == expected
    assert len(Path(log).read_text().splitlines()) == 31
    second_run = run(*arguments, "--games", "30", "--log", log)
    assert json.loads(second_run.stdout) == expected


def test_progress_of_a_continued_match_counts_all_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_EVERY_S", 0.0)
    arguments = ("tictactoe", "random", "random", "--log", str(tmp_path / "log"))
    first = run(*arguments, "--games", "3").stderr.splitlines()
    assert [line.partition(",")[0] for line in first] == [f"match: {n} of 3" for n in (1, 2, 3)]
    second = run(*arguments, "--games", "5").stderr.splitlines()
    assert [line.partition(",")[0] for line in second] == ["match: 4 of 5", "match: 5 of 5"]
    assert re.fullmatch(r"match: 5 of 5, A [\d.]+ %, [+-]\d+ Elo ± (\d+|∞)", second[-1])


def test_the_log_of_another_match_is_not_changed(tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    assert run("tictactoe", "random", "random", "--games", "1", "--log", log).exit_code == 0
    before = Path(log).read_text()
    for other in (["--seed", "2"], ["--plies", "2"], ["--tc", "9"], ["--set", "size=3"]):
        assert run("tictactoe", "random", "random", "--log", log, *other).exit_code == 2
    assert run("tictactoe", "random", "house", "--log", log).exit_code == 2
    assert Path(log).read_text() == before


def test_a_deeply_nested_log_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text('{"match":' * 100_000 + "\n")
    assert run("tictactoe", "random", "random", "--games", "1", "--log", str(log)).exit_code == 2


@pytest.mark.parametrize(("game", "unit"), [("kuhn", "chips"), ("othello", "discs")])
def test_margins_are_in_the_games_unit(game: str, unit: str) -> None:
    text = run(game, "random", "random", "--games", "4").stdout
    assert re.search(rf"^by .*error\) {unit} a game$", text, re.MULTILINE)


def test_the_sequential_test_ends_a_match() -> None:
    arguments = ("othello", "house:depth=2", "random", "--set", "size=6", "--games", "400")
    output = json.loads(run(*arguments, "--sprt", "0,100", "--json").stdout)
    assert output["accepted"] == "H1"
    assert output["llr"] >= output["bounds"][1] == pytest.approx(2.944, abs=0.001)
    assert output["games"] < 100
    text = run(*arguments, "--sprt", "0,100").stdout
    assert "SPRT 0 against 100 Elo: LLR" in text
    assert "H1" in text


def _restore_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_keeps_finished_games(tmp_path: Path, number: signal.Signals, code: int) -> None:
    """Neither a long search nor a hanging engine delays the end."""
    log = tmp_path / "log"
    hang = f"uci:{FAKE} uci othello hang"
    command = [
        *(sys.executable, "-m", "zeitnot_server.cli", "match", "othello", "house:time=3600", hang),
        *("--concurrency", "2", "--log", str(log)),
    ]
    pipe = subprocess.PIPE
    # In a background job of a shell the signal is ignored, which child processes inherit.
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, preexec_fn=_restore_ctrl_c) as running:
        try:
            deadline = time.monotonic() + 60
            while not log.exists():
                assert time.monotonic() < deadline
                time.sleep(0.05)
            time.sleep(1.0)  # until both games are in their first move
            running.send_signal(number)
            out, _ = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == code
    assert out == b"no games were finished\n"
    assert len(log.read_text().splitlines()) == 1


def test_drawn_starts_are_for_engines_that_can_be_told_them() -> None:
    drawn = ("--set", "start=960", "--games", "2")
    result = run("chess", "random", "random", *drawn)
    assert result.exit_code == 0, result.output
    for players, options, sentence in (
        (("random", f"uci:{FAKE} uci chess"), drawn, "has no option UCI_Chess960"),
        (("random", "xboard:true"), ("--set", "start=5"), "xboard cannot begin at this start"),
        (("random", "random"), (*drawn, "--openings", __file__), "a start that is not drawn"),
    ):
        result = run("chess", *players, *options)
        assert (result.exit_code, sentence in result.output) == (2, True), result.output
