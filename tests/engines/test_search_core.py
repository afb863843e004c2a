"""Table and search in C++ alone, under the sanitizers: memory and races."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


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


@pytest.mark.parametrize(
    ("folder", "sanitizers", "graphs"),
    [("checks", "address,undefined", 4000), ("checks-threads", "thread", 400)],
)
def test_checks_hold_under_sanitizers(folder: str, sanitizers: str, graphs: int) -> None:
    build = ROOT / "build" / folder
    build.mkdir(parents=True, exist_ok=True)
    with (build / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        options = ("PYTHON=OFF", "CHECKS=ON", f"SANITIZE={sanitizers}")
        settings = [f"-DZEITNOT_{option}" for option in options]
        run("cmake", "-G", "Ninja", *settings, "-S", ROOT / "engines/core", "-B", build)
        run("cmake", "--build", build, "--target", "search_checks")
    assert "0 wrong" in run(build / "tests" / "search_checks", str(graphs))
