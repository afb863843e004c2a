"""`zeitnot match` with more than two players, with luck, adjudication, clocks and files."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zeitnot_engines.commands.match import match
from zeitnot_engines.commands.match_plan import record_names
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_engines.formats.source import Source
from zeitnot_engines.matches.players import Spec

FAKE = Path(__file__).parents[2] / "clients" / "drivers" / "fake.py"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(match, arguments)


def test_a_round_robin_has_a_cross_table(tmp_path: Path) -> None:
    log = tmp_path / "log"
    arguments = ("tictactoe", "house:depth=9,name=strong", "random", "random", "--log", str(log))
    result = run(*arguments, "--games", "2")
    assert result.exit_code == 0, result.output
    head, first, *others = result.stdout.splitlines()
    assert head.split() == [
        "player",
        "games",
        "points",
        "score",
        "Elo",
        "±",
        "A",
        *head.split()[7:],
    ]
    assert first.startswith("1  A strong")
    assert len(others) == 2
    output = json.loads(run(*arguments, "--games", "6", "--json").stdout)
    assert output["games"] == 18
    assert [row["games"] for row in output["players"]] == [12, 12, 12]
    assert output["players"][0]["player"] == "A"
    assert output["players"][0]["against"].keys() == {"B", "C"}
    assert sum(row["points"] for row in output["players"]) == 18
    header, *games = [json.loads(line) for line in log.read_text().splitlines()]
    assert header["format"] == "zeitnot-match-2"
    assert header["match"]["tournament"] == "round-robin"
    assert len(games) == len({game["game"] for game in games}) == 18
    assert run(*arguments, "--tournament", "gauntlet").exit_code == 2


def test_in_a_gauntlet_the_others_do_not_meet() -> None:
    arguments = ("tictactoe", "random", "random", "random", "--games", "4", "--json")
    output = json.loads(run(*arguments, "--tournament", "gauntlet").stdout)
    assert output["games"] == 8
    by_player = {row["player"]: row["against"] for row in output["players"]}
    assert {player: set(others) for player, others in by_player.items()} == {
        "A": {"B", "C"},
        "B": {"A"},
        "C": {"A"},
    }


def test_the_same_luck_has_a_smaller_error() -> None:
    """Of equal players that move alike, luck decides the pairs of different throws alone."""
    arguments = ("ewn", "house:depth=1", "house:depth=1", "--games", "40", "--json", "--luck")
    errors = {luck: json.loads(run(*arguments, luck).stdout) for luck in ("each", "same")}
    assert errors["same"]["pair_error"] == 0
    assert errors["each"]["pair_error"] > 50


def test_values_end_games() -> None:
    arguments = ("chess", "house:depth=2", "house:depth=1", "--games", "4", "--json")
    output = json.loads(run(*arguments, "--resign", "100,1").stdout)
    assert output["ends"]["adjudicated"] >= 3
    drawn = json.loads(run(*arguments, "--max-moves", "3").stdout)
    assert (drawn["ends"], drawn["draws"]) == ({"adjudicated": 4}, 4)


def test_known_endings_end_games(tmp_path: Path) -> None:
    openings = tmp_path / "x.epd"
    openings.write_text("8/8/8/4k3/8/8/8/R3K3 w - -\n")
    arguments = ("chess", "random", "random", "--games", "2", "--openings", str(openings))
    output = json.loads(run(*arguments, "--exact", "--json").stdout)
    assert (output["wins"], output["losses"], output["ends"]) == (1, 1, {"adjudicated": 2})


def test_players_have_their_own_clocks(tmp_path: Path) -> None:
    log = tmp_path / "log"
    players = ("house:depth=1,tc=100", "house:depth=1,tc=40/50+1")
    result = run("tictactoe", *players, "--games", "2", "--log", str(log))
    assert result.exit_code == 0, result.output
    for line in log.read_text().splitlines()[1:]:
        first_ms, second_ms = json.loads(line)["left_ms"]
        assert 90_000 < first_ms <= 100_000
        assert 50_000 < second_ms <= 60_000


def test_games_are_written_as_pgn_and_logged_with_values(tmp_path: Path) -> None:
    record, log = tmp_path / "games.pgn", tmp_path / "log"
    files = ("--pgn", str(record), "--log", str(log))
    arguments = ("chess", "house:depth=1", "random", "--max-moves", "6", *files)
    assert run(*arguments, "--games", "2").exit_code == 0
    assert run(*arguments, "--games", "4").exit_code == 0
    text = record.read_text()
    assert text.count('[White "house:depth=1"]') == text.count('[White "random"]') == 2
    assert text.count("[Termination ") == 4
    assert "{book}" in text
    with record.open("rb") as file:
        games = [*FORMATS["pgn"].read(Source(file, "games.pgn"))]
    moves = [game.moves() for game in games]  # type: ignore[union-attr]
    stored = [json.loads(line) for line in log.read_text().splitlines()[1:]]
    assert moves == [line["moves"].split() for line in stored]
    for line in stored:
        thought_of = len(line["moves"].split()) - line["opening"]
        assert len(line["ms"]) == len(line["depth"]) == len(line["value"]) == thought_of


@pytest.mark.parametrize(("game", "suffix"), [("othello", "sgf"), ("backgammon", "mat")])
def test_other_games_are_written_in_their_formats(tmp_path: Path, game: str, suffix: str) -> None:
    record = tmp_path / f"games.{suffix}"
    result = run(game, "random", "random", "--games", "2", "--plies", "0", "--pgn", str(record))
    assert (result.exit_code, result.stderr) == (0, "")
    with record.open("rb") as file:
        games = [*FORMATS[suffix].read(Source(file, record.name))]
    assert len(games) == 2
    assert all(game.end().result for game in games)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["tictactoe", "random"], "Missing argument"),
        (["tictactoe", "random", "random", "random", "--sprt", "0,5"], "this match has more"),
        (["chess", "random", "random", "--resign", "300"], "is not a rule such as 600,3"),
        (["chess", "random", "random", "--resign", "0,3"], "is not a rule such as 600,3"),
        (["chess", "random", "random", "--resign", "nan,3"], "is not a rule such as 600,3"),
        (["chess", "random", "random", "--draw", "10,8,0"], "is not a rule such as 10,8,40"),
        (["chess", "random", "random", "--draw", "10,8,9,9"], "is not a rule such as 10,8,40"),
        (["ewn", "random", "random", "--exact"], "without throws and secrets, which ewn is not"),
        (["chess", "random", "random", "--tables", "/tmp"], "--tables needs --exact"),
        (["chess", "random", "random", "--order", "random"], "for a file of openings"),
        (["kuhn", "random", "random", "--pgn", "x"], "--log has its games"),
        (["othello", "random", "random", "--pgn", "x.pgn"], "are not written as PGN, but as GGF"),
        (["chess", "random", "random", "--pgn", "/no/such.pgn"], "No such file"),
        (["chess", "random", "house:tc=fast"], '"fast" is not a time control'),
        (["chess", "random", "house:ponder=maybe"], "it is on or off"),
        (["chess", "random", "house:name="], "1 to 40 printable"),
        (["chess", "random", "random:depth=3"], "unknown player"),
        (["chess", "random", "random", "random", "--games", "999999"], "at most 1000000 games"),
    ],
)
def test_bad_input(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output


def test_names_in_files_are_those_that_rating_tools_know() -> None:
    specs = [
        Spec("uci", command=("a",), name="Mine", text="uci:a,name=Mine"),
        Spec("uci", command=("b",), text="uci:b"),
        Spec("uci", command=("b",), options=(("Hash", "1"),), text="uci:b,Hash=1"),
        Spec("random", text="random"),
        Spec("uci", command=("c",), text="uci:c"),
    ]
    own = ["Fish 1", "Fish 2", "Fish 2", "", ""]
    assert record_names(specs, own) == ["Mine", "Fish 2 (B)", "Fish 2 (C)", "random", "uci:c"]


def test_an_external_engine_has_its_own_name_in_the_file(tmp_path: Path) -> None:
    record = tmp_path / "games.pgn"
    engine = f"uci:{sys.executable} {FAKE} uci chess"
    run("chess", engine, "random", "--games", "2", "--max-moves", "2", "--pgn", str(record))
    assert record.read_text().count('"Fake"') == 2


@pytest.mark.parametrize("refused", ["log", "pgn"])
def test_a_refused_file_leaves_no_other_behind(tmp_path: Path, refused: str) -> None:
    record, log = tmp_path / "games.pgn", tmp_path / "log"
    if refused == "log":
        log.write_text("nonsense\n")
    else:
        record = tmp_path / "games.sgf"
    before = set(tmp_path.iterdir())
    result = run("chess", "random", "random", "--pgn", str(record), "--log", str(log))
    assert result.exit_code == 2
    assert set(tmp_path.iterdir()) == before
