"""The benchmark of the server runs; how fast it is, no test asks."""

import os

import pytest

from .server import main


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
def test_a_small_benchmark(capfd: pytest.CaptureFixture[str]) -> None:
    main(["--runs", "1", "--seconds", "0.3", "--paced", "1", "--scale", "0.004"])
    shown = capfd.readouterr().out
    for part in ("yardstick: echo", "inside games", "charged-time error", "the loop held"):
        assert part in shown
