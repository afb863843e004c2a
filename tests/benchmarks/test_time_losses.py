"""The benchmark of losses on time: a short run, and its table."""

from pathlib import Path

import pytest

from benchmarks.time_losses import HEAD, main, row


def test_losses_are_scaled_to_the_goal() -> None:
    result = {"games": 1_000, "faults": 5, "ends": {"rules": 995, "time": 2, "failed": 3}}
    assert row("house", result) == "| `house` | 1000 | 2 | 40.0 | 3 |"


def test_a_short_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--game", "tictactoe", "--games", "2", "--tc", "60", "--folder", str(tmp_path)]
    assert main([*arguments, "random"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        *HEAD.splitlines(),
        "| `random` | 2 | 0 | 0.0 | 0 |",
    ]
    assert len(list(tmp_path.glob("*.jsonl"))) == 1
