"""Runs what the tests of the core build: compilers, and the programs that come of them."""

import os
import subprocess
import sys
from pathlib import Path


def run(*command: str | Path) -> str:
    """Runs a command; its output is the message if it fails."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout
