"""`zeitnot standings`."""

import json
from pathlib import Path

import pytest

from .conftest import Zeitnot

MATCH = {
    "game": "chess",
    "settings": {},
    "a": {"kind": "house", "depth": 3},
    "b": {"kind": "random"},
}
PGN = """[White "Ann"]
[Black "Bob"]
[Result "{result}"]

1. e4 e5 {result}

"""


@pytest.fixture
def match_log(tmp_path: Path) -> str:
    """A match of chess that A has won with two wins and a draw."""
    lines = [
        {"match": MATCH, "format": "zeitnot-match-2"},
        *(
            {"game": n, "seat": n % 2, "score": score, "reason": "checkmate", "moves": "e2e4 e7e5"}
            for n, score in enumerate((1.0, 0.5, 1.0))
        ),
    ]
    path = tmp_path / "match.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


@pytest.fixture
def pgn(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text("".join(PGN.format(result=each) for each in ("1-0", "1/2-1/2", "0-1", "*")))
    return str(path)


def test_the_log_of_a_match(zeitnot: Zeitnot, match_log: str) -> None:
    result = zeitnot("standings", match_log)
    assert (result.code, result.err) == (0, "")
    first, second = (line.split("\t") for line in result.out.splitlines())
    assert (first[0], *first[3:]) == ("house:depth=3", "83.3 %", "3")
    assert (second[0], *second[3:]) == ("random", "16.7 %", "3")
    assert int(first[1]) + int(second[1]) == 3000


def test_games_of_a_file(zeitnot: Zeitnot, pgn: str) -> None:
    result = zeitnot("standings", pgn)
    assert result.code == 0
    assert [line.split("\t")[0] for line in result.out.splitlines()] == ["Ann", "Bob"]
    assert result.out.splitlines()[0].split("\t")[1] == "1500"
    assert result.err == "left out 1 game without a result\n"


def test_several_files_as_json(zeitnot: Zeitnot, pgn: str, match_log: str) -> None:
    result = zeitnot("standings", pgn, match_log, "--anchor", "Bob=2000", "--json")
    printed = json.loads(result.out)
    assert printed["groups"] == 2
    assert printed["left_out"] == {"without a result": 1}
    players = {row["player"]: row for row in printed["players"]}
    assert players.keys() == {"Ann", "Bob", "house:depth=3", "random"}
    assert players["Bob"]["rating"] == pytest.approx(2000)
    assert players["Ann"]["games"] == 3
    assert "2 groups" in zeitnot("standings", pgn, match_log).err


def test_the_games_of_a_database(zeitnot: Zeitnot, db: Path) -> None:
    """It has finished games of different kinds."""
    several = zeitnot("standings", "--db", str(db))
    assert several.code == 2
    assert "choose one with --game" in several.err
    one = zeitnot("standings", "--db", str(db), "--game", "tictactoe")
    assert one.code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--anchor", "Ann"], "'Ann' is not a name and a rating"),
        (["--anchor", "Ann=high"], "is not a name and a rating"),
        (["--anchor", "Ann=nan"], "is not a name and a rating"),
        (["--anchor", "Cyd=1500"], "Cyd has played no game"),
        (["--game", "nonsense"], "There is no game 'nonsense'"),
    ],
)
def test_bad_input(zeitnot: Zeitnot, pgn: str, arguments: list[str], sentence: str) -> None:
    result = zeitnot("standings", pgn, *arguments)
    assert (result.code, result.out) == (2, "")
    assert sentence in result.err


def test_files_that_cannot_be_read(zeitnot: Zeitnot, tmp_path: Path, pgn: str) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_text(Path(pgn).read_text().replace("1. e4 e5 1-0", "1. e4 e9 1-0"))
    result = zeitnot("standings", str(bad))
    assert result.code == 1
    assert "bad.pgn:" in result.err
    assert result.out
    log = tmp_path / "bad.jsonl"
    log.write_text('{"match": {}, "format": "zeitnot-match-9"}\n')
    refused = zeitnot("standings", str(log))
    assert (refused.code, refused.out) == (2, "")
    assert "another version" in refused.err
    unknown = tmp_path / "notes.bin"
    unknown.write_text("nothing to see")
    assert zeitnot("standings", str(unknown)).code == 2
