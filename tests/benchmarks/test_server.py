"""The benchmark of the server runs; no test depends on its speed."""

import os
from pathlib import Path

import pytest

from benchmarks import ratios
from benchmarks.server import main
from benchmarks.shares import shares
from tests.repetition import NIGHTLY


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
def test_runs_a_small_benchmark(capfd: pytest.CaptureFixture[str]) -> None:
    databases = "both" if NIGHTLY else "sqlite"
    size = ["--runs", "1", "--seconds", "0.3", "--paced", "0.3", "--scale", "0.004"]
    main(["--db", databases, *size])
    output = capfd.readouterr().out
    for part in (
        "echo, messages",
        "inside games",
        "charged-time error",
        "delay of the event loop",
        "sent changes",
        "lobby watched, to unwatched",
        "CPython",
    ):
        assert part in output
    assert ("PostgreSQL to SQLite" in output) == NIGHTLY


def test_stacks_are_counted_for_the_innermost_part() -> None:
    ours = "main (server/zeitnot_server/app.py:1);run (asyncio/runners.py:2)"
    room = "step (server/zeitnot_server/rooms/steps/step.py:3);replace (msgspec/x.py:4)"
    lines = [
        f"{ours} 40",
        f"{ours};{room} 50",
        f"{ours};{room};put (server/zeitnot_server/y.py:1) 10",
    ]
    result = dict(shares(lines))
    assert result == {
        "the room: step, clock, fold": 0.5,
        "the loop": 0.4,
        "zeitnot_server/y.py": 0.1,
    }


def test_ratios_are_stored_and_slower_ones_reported(tmp_path: Path) -> None:
    def rows(commits: str, moves: str) -> list[ratios.Row]:
        return [
            (ratios.YARDSTICK[0], "9 /s", "", "1.00"),
            ("  per second of its processor", "9", "", "1.00"),
            ("sqlite", "", "", ""),
            ("commits", "9 /s", "", commits),
            ("moves", "5 /s", "8", "0.100"),
            ("  of its processor", "5", "", moves),
            ("  errors", "0", "0", ""),
        ]

    before = ratios.of_rows(rows("0.500", "0.110"))
    names = ["sqlite: commits", "sqlite: moves", "sqlite: moves, of its processor"]
    assert list(before) == names
    ratios.store({"steady": 1.0}, tmp_path / "ratios.json")
    ratios.store(before, tmp_path / "ratios.json")
    stored = ratios.read(tmp_path / "ratios.json")
    assert stored == {"steady": 1.0, **before}
    assert list(ratios.slower(ratios.of_rows(rows("0.490", "0.090")), stored)) == [
        "slower by 18 %: sqlite: moves, of its processor, 0.090 of the echo; stored is 0.110"
    ]
    assert ratios.read(tmp_path / "none.json") == {}
