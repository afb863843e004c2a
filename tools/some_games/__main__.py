"""Builds only some games, separately from the installation, and runs commands with them.

    make serve GAMES=chess,go
    make game G=othello

The core is built in build/some-games. The first call compiles the shared code; later calls compile
only games that are new or edited. With `--test`, the tests of one game are listed and run.
"""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build/some-games"
TESTS = (
    *("tests/games/{}", "tests/games/test_complete.py", "tests/games/test_sampling.py"),
    "tests/games/test_sides.py",
    "tests/games/test_rules_page.py::test_pictures_show_all_moves_of_a_piece",
    "tests/games/test_rules_page.py::test_moves_in_backquotes_can_be_typed",
    "tests/docs/test_games.py::test_start_and_settings_equal_the_cores",
    *("tests/engines/test_twins.py", "tests/engines/test_parse.py"),
    "tests/engines/test_layers.py",
    "tests/engines/test_playthroughs.py::test_playthroughs_are_unchanged",
    "tests/engines/test_games.py::test_position_keys_match_recorded_ones",
    "tests/engines/test_games.py::test_each_game_matches_its_facts",
    "tests/engines/test_history.py::test_incremental_keys_equal_those_of_the_parsed_position",
    "tests/engines/test_perft.py::test_perft_equals_the_published_counts",
    "tests/engines/test_perft.py::test_divide_adds_up",
)
"""The tests of one game, and the tests that run for every game."""
PAGE_TESTS = (
    *("src/games/{}/", "tests/games.test.ts", "tests/rules.test.ts"),
    "tests/folders.test.ts",
)


def build(games: str) -> Path:
    """Builds the core with these games (separated by commas), and returns its file. If that fails,
    exits with the compiler's message."""
    settings = (
        f"-DZEITNOT_GAMES={games}",
        "-DZEITNOT_LTO=OFF",
        f"-DPython_EXECUTABLE={sys.executable}",
    )
    _run("cmake", "-G", "Ninja", *settings, "-S", str(ROOT / "engines/core"), "-B", str(BUILD))
    _run("cmake", "--build", str(BUILD), "--target", "_core")
    (core,) = BUILD.glob("_core.*.so")
    return core


def _run(*command: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(done.stdout)


def environment(core: Path) -> dict[str, str]:
    """The environment of a command that uses this core."""
    paths = [str(Path(__file__).parent / "on_path"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "CORE_OF_SOME_GAMES": str(core),
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }


def test(game: str, core: Path) -> int:
    """Lists the tests of a game, runs them, and returns the exit status."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-m", "not compiles and not whole"]
    pytest += [path.format(game) for path in TESTS]
    page = ["npx", "vitest", "run", *(path.format(game) for path in PAGE_TESTS)]
    print(
        shlex.join(["pytest", *pytest[3:]]),
        f"cd clients/web && {shlex.join(page)}",
        sep="\n",
        flush=True,
    )
    status = subprocess.run(pytest, cwd=ROOT, env=environment(core)).returncode
    return subprocess.run(page, cwd=ROOT / "clients/web").returncode or status


def main() -> int:
    """Returns the exit status of the command, or of the tests."""
    parser = argparse.ArgumentParser(prog="some_games", description="Build only some games.")
    parser.add_argument("--test", action="store_true", help="run the tests of the game")
    parser.add_argument("games", help="ids of games, separated by commas")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command to run with them")
    arguments = parser.parse_args()
    if arguments.test and "," in arguments.games:
        parser.error("--test takes only one game")
    if not arguments.test and not arguments.command:
        parser.error("name a command to run with these games")
    for game in arguments.games.split(","):
        if not (ROOT / "engines/games" / game / "game.toml").is_file():
            parser.error(f"there is no game {game!r} in engines/games")
    core = build(arguments.games)
    if arguments.test:
        return test(arguments.games, core)
    return subprocess.run(arguments.command, env=environment(core)).returncode


if __name__ == "__main__":
    sys.exit(main())
