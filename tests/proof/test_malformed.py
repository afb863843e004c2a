"""Malformed files of every kind, for every reader: one line, exit code 2, little memory."""

import subprocess
import sys

COMMAND = [sys.executable, "-m", "tests.proof.malformed"]
MEMORY_MB = "400"  # for all files one after the other; those of 50 MB by hand have 512 MB each


def test_two_megabytes_of_each_kind() -> None:
    words = [*COMMAND, "--mb", "2", "--here", MEMORY_MB, "--once"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "BAD" not in result.stdout
