"""Match logs: continuing a match where it stopped."""

import json
from pathlib import Path

import pytest

from zeitnot_engines.matches.gamelog import GameLog, WrongLog
from zeitnot_engines.matches.played import FinishedGame

MATCH = {"game": "ewn", "seed": 1}
GAMES = [
    FinishedGame(1, 1, 0.5, "even", ("3", "24-19"), (10, 20)),
    FinishedGame(0, 0, 1.0, "B: it resigned", (), None, "B: it resigned", 1),
]


def test_games_are_read_back(tmp_path: Path) -> None:
    file = tmp_path / "log"
    for i in range(2):
        with GameLog(file, MATCH) as log:
            assert log.played == GAMES[:i]
            log.add(GAMES[i])
    with GameLog(file, MATCH) as log:
        assert log.played == GAMES


def test_margins_are_read_back(tmp_path: Path) -> None:
    """Old logs have no margins: then a win counts 1."""
    file = tmp_path / "log"
    games = [
        FinishedGame(0, 1, 0.0, "gammon", ("6.5", "24/18 13/8"), margin=-2),
        FinishedGame(1, 0, 1.0, "all borne off", ("3.1",), margin=1),
    ]
    with GameLog(file, MATCH) as log:
        for game in games:
            log.add(game)
    assert file.read_text().count('"margin"') == 1
    with GameLog(file, MATCH) as log:
        assert log.played == games


def test_a_claim_in_an_old_log_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "log"
    claim = {"game": 0, "seat": 0, "score": 0.5, "reason": "A claims: draw", "moves": ""}
    with GameLog(file, MATCH):
        pass
    with file.open("a") as log:
        log.write(json.dumps(claim | {"fault": "claim", "end": "claimed"}) + "\n")
    with GameLog(file, MATCH) as log:
        assert [(game.fault, game.end) for game in log.played] == [("", "claimed")]


def test_a_game_with_an_incomplete_line_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "log"
    with GameLog(file, MATCH) as log:
        for game in GAMES:
            log.add(game)
    full_log = file.read_bytes()
    first_two = full_log[: full_log.rindex(b"\n", 0, -1) + 1]
    for cut in range(len(first_two), len(full_log)):
        file.write_bytes(full_log[:cut])
        with GameLog(file, MATCH) as log:
            assert log.played == GAMES[:1]
            log.add(GAMES[1])
        assert file.read_bytes() == full_log


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing\n", "is not a log"),
        ("{}\n", "is not a log"),
        ("[]\n", "is not a log"),
        ('{"match": {"game": "ewn", "seed": 1}}\n{"game": 1}\n', "is not a log"),
        (
            '{"match": {"game": "ewn", "seed": 1}}\n'
            '{"game": 1, "seat": 0, "score": 0.7, "reason": "", "moves": ""}\n',
            "see line 2",
        ),
        ('{"match": {"game": "ewn", "seed": 2}}\n', "its seed is 2, not 1"),
        ('{"match": {"seed": 1}}\n', 'its game is null, not "ewn"'),
    ],
)
def test_other_files_are_refused_and_not_changed(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "log"
    file.write_text(text)
    with pytest.raises(WrongLog, match=sentence):
        GameLog(file, MATCH)
    assert file.read_text() == text
