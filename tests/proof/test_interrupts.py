"""Commands end soon after a signal, whatever they are doing."""

import subprocess
import sys

import pytest

COMMAND = [sys.executable, "-m", "tests.proof.interrupts", "--any-time", "--times"]
SCENES = ["uci", "gtp", "gtp analysis", "gomocup", "analyse", "match", "match that starts", "tune"]


@pytest.mark.parametrize("seed", ["1"])
def test_commands_end_after_signals_at_random_moments(seed: str) -> None:
    """Sends four signals to each command; `make interrupts` sends two hundred."""
    command = [*COMMAND, "4", "--seed", seed, "--scenes", *SCENES]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.count("4 of 4 passed") == len(SCENES)
