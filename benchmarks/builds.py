"""Measures how long the core takes to compile, completely and after an edit of a game or a search.

    python -m benchmarks.builds [--jobs 2] [--rounds 3] [--games chess kuhn]

Builds the Python module like `make install`, but in a separate folder. An edit is simulated by
`touch`; the printed times are medians of the rounds. Run it on an otherwise idle machine.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = ROOT / "engines/core"
BUILD = ROOT / "build/bench-core"
GAMES = sorted(path.parent.name for path in ROOT.glob("engines/games/*/game.toml"))
SEARCHES = ("alphabeta", "expectiminimax")


def run(*command: str | Path) -> None:
    """Runs a command that must succeed, with the venv's cmake in PATH."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    completed = subprocess.run(
        command, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if completed.returncode != 0:
        sys.exit(completed.stdout.decode())


def measure_s(work: Callable[[], None]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


class Core:
    """The build folder of the Python module."""

    def __init__(self, jobs: int) -> None:
        self._jobs = str(jobs)
        settings = ("-DZEITNOT_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}")
        run("cmake", "-G", "Ninja", *settings, "-S", CORE, "-B", BUILD)

    def build(self) -> None:
        run("cmake", "--build", BUILD, "-j", self._jobs)

    def rebuild_all(self) -> None:
        run("cmake", "--build", BUILD, "-j", self._jobs, "--clean-first")

    def rebuild_after_edit(self, file: str) -> None:
        (ROOT / "engines" / file).touch()
        self.build()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", nargs="*", choices=GAMES, default=GAMES, help="to edit")
    options = parser.parse_args()
    core = Core(options.jobs)

    def median(work: Callable[[], None]) -> float:
        return statistics.median(measure_s(work) for _ in range(options.rounds))

    print(f"{'everything':<32} {median(core.rebuild_all):6.1f} s", flush=True)
    for game in options.games:
        took = median(partial(core.rebuild_after_edit, f"games/{game}/position.hpp"))
        print(f"{'an edit of ' + game:<32} {took:6.1f} s", flush=True)
    for search in SEARCHES:
        took = median(partial(core.rebuild_after_edit, f"core/include/zeitnot/search/{search}.hpp"))
        print(f"{'an edit of ' + search + '.hpp':<32} {took:6.1f} s", flush=True)


if __name__ == "__main__":
    main()
