"""The benchmark of the server runs; no test depends on its speed."""

import os

import pytest

from benchmarks.server import main
from benchmarks.shares import shares


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
def test_runs_a_small_benchmark(capfd: pytest.CaptureFixture[str]) -> None:
    main(["--db", "both", "--runs", "1", "--seconds", "0.3", "--paced", "0.3", "--scale", "0.004"])
    output = capfd.readouterr().out
    for part in (
        "yardstick: echo",
        "inside games",
        "charged-time error",
        "the loop held",
        "told changes",
        "PostgreSQL to SQLite",
    ):
        assert part in output


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
