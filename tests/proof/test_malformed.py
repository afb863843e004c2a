"""Every command that reads files reports malformed files in one line, with exit code 2, and needs
little memory."""

import subprocess
import sys

COMMAND = [sys.executable, "-m", "tests.proof.malformed"]
MEMORY_MB = "400"  # for all files in one process; `make malformed` uses 50 MB files and 512 MB


def test_commands_report_malformed_files() -> None:
    command = [*COMMAND, "--mb", "2", "--here", MEMORY_MB, "--once"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "FAILED" not in result.stdout
