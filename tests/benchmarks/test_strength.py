"""The matches of `make bench-strength`: a short one is played, and the table is formatted."""

import os
import shutil
from pathlib import Path

import pytest

from benchmarks.strength import GNUGO, HEAD, PAIRINGS, Pairing, limits, main, row, start
from zeitnot_engines.games import NAMES
from zeitnot_engines.matches.player_texts import read_player


def test_every_pairing_can_be_read() -> None:
    assert {pairing.game for pairing in PAIRINGS} <= set(NAMES)
    for pairing in PAIRINGS:
        player = read_player(pairing.player)
        assert player.kind == "house" or player.command
    assert len({pairing.log for pairing in PAIRINGS}) == len(PAIRINGS)


def test_an_engine_that_ignores_clocks_plays_without_one() -> None:
    clocked = Pairing("othello", "x", "gtp:x", 100)
    assert limits(clocked, "10+0.1") == ["house:hash=64", "gtp:x", "--tc", "10+0.1"]
    free = Pairing("othello", "x", "gtp:x", 100, clocks=False)
    assert limits(free, "10+0.1") == ["house:hash=64,time=0.4", "gtp:x", "--time", "7200"]


def test_go_is_played_at_a_time_a_move_on_three_boards() -> None:
    matches = {pairing.settings: pairing for pairing in PAIRINGS if pairing.game == "go"}
    times = {}
    for (size,), pairing in matches.items():
        assert start(pairing) == ["--set", size, "--plies", "0"]
        ours, theirs, *_ = limits(pairing, "10+0.1")
        assert theirs == GNUGO
        times[size] = ours.rpartition("time=")[2]
    assert times == {"size=9": "1.0", "size=13": "5.0", "size=19": "5.0"}
    chess = Pairing("chess", "x", "uci:x", 100)
    assert start(chess) == ["--balance", "60.0", "--plies", "8"]


def test_rows_have_every_column() -> None:
    result = {
        **{"games": 100, "wins": 60, "draws": 10, "losses": 30, "score": 0.65},
        **{"elo": 107.5, "error": 70.2, "faults": 1},
    }
    table_row = row(Pairing("chess", "x", "uci:x", 100, "60 %"), result)
    assert table_row == "| chess | x | 100 | 60 / 10 / 30 | 65.0 % | +108 ± 70 | 60 % | 1 |"
    assert table_row.count("|") == HEAD.splitlines()[0].count("|")
    assert "| 100.0 % |  | 60 % |" in row(
        Pairing("chess", "x", "uci:x", 100, "60 %"),
        result | {"score": 1.0, "elo": None, "error": None},
    )


def test_a_short_match_can_be_continued(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    if shutil.which("gtp-rhino", path=f"{os.environ['PATH']}:/usr/games") is None:
        assert not os.environ.get("CI"), "grhino is not installed"
        pytest.skip("grhino is not installed")
    arguments = ["--folder", str(tmp_path), "--tc", "1+0.02", "--only", "level 3", "--games"]
    for games in (1, 2):
        assert main([*arguments, str(games)]) == 0
        line = capfd.readouterr().out.splitlines()[-1]
        assert line.startswith(f"| othello | gtp-rhino level 3 | {games} |")
    assert len((tmp_path / "othello-gtp-rhino-level-3.jsonl").read_text().splitlines()) == 3
