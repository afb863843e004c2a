"""The matches of the levels: a short one is played and the table formatted."""

from pathlib import Path

import pytest

from benchmarks.levels import HEAD, interval, play, row, rows


def test_intervals_follow_wilsons_formula() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = interval(1.0, 10)
    assert (round(low, 4), round(high, 4)) == (0.7225, 1.0)


def test_rows_have_every_column() -> None:
    result = {"games": 40, "wins": 21, "draws": 0, "losses": 19, "score": 0.525}
    line = row("go", 3, result)
    assert line == "| go | 3 over 2 | 40 | 21 / 0 / 19 | 52.5 %, 37 to 67 % | no |"
    assert line.count("|") == HEAD.splitlines()[0].count("|")


def test_a_match_is_played_until_its_result_is_significant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fake(game: str, level: int, games: int, folder: Path) -> dict[str, float]:
        calls.append((level, games))
        score = 0.9 if level == 2 else 0.5
        counts = {"wins": score * games, "draws": 0, "losses": (1 - score) * games}
        return counts | {"games": games, "score": score}

    monkeypatch.setattr("benchmarks.levels.play", fake)
    lines = list(rows(["tictactoe"], (20, 40), tmp_path))
    assert calls == [(2, 20), *((level, n) for level in (3, 4, 5) for n in (20, 40))]
    assert [line.split("|")[-2].strip() for line in lines] == ["yes", "no", "no", "no"]


def test_a_match_continues_where_it_stopped(tmp_path: Path) -> None:
    for games in (1, 2):
        assert play("tictactoe", 2, games, tmp_path)["games"] == games
    assert len((tmp_path / "tictactoe-2.jsonl").read_text().splitlines()) == 3
