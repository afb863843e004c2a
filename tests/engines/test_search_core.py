"""Table and search in C++ alone, under the sanitizers: memory and races."""

import fcntl
from pathlib import Path

import pytest

from .building import run

ROOT = Path(__file__).parents[2]


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
