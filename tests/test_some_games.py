"""`make game` and `make serve GAMES=`: a core with some of the games."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from some_games.__main__ import PAGE_TESTS, TESTS, environment
from zeitnot_engines import _core

ROOT = Path(__file__).parents[1]
BUILD = [sys.executable, "-m", "some_games"]


def test_the_tests_of_a_game_exist() -> None:
    for test in TESTS:
        path, _, name = test.format("othello").partition("::")
        assert (ROOT / path).exists(), path
        assert not name or f"def {name}(" in (ROOT / path).read_text("utf-8"), test
    for path in PAGE_TESTS:
        assert (ROOT / "clients/web" / path.format("othello")).exists()


def test_a_command_and_its_children_use_the_selected_core(tmp_path: Path) -> None:
    core = shutil.copy(_core.__file__, tmp_path)
    show = "import zeitnot_engines._core as core; print(core.__file__)"
    run = f"import subprocess, sys; subprocess.run([sys.executable, '-P', '-c', {show!r}])"
    result = subprocess.run(
        [sys.executable, "-c", run], env=environment(Path(core)), capture_output=True, text=True
    )
    assert result.stdout == f"{core}\n"


def test_a_build_of_some_games_has_no_textbook_methods() -> None:
    """The installed ones may have been compiled from other sources of the games."""
    show = "from zeitnot_engines.games import methods_of; print(*methods_of('othello'))"
    result = subprocess.run(
        [sys.executable, "-c", show],
        env=environment(Path(_core.__file__)),
        capture_output=True,
        text=True,
    )
    assert (result.stdout, result.stderr) == ("alphabeta mcts\n", "")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("chess,nogame", "true"), "there is no game 'nogame' in engines/games"),
        (("--test", "chess,go"), "--test takes only one game"),
        (("chess",), "name a command to run with these games"),
    ],
)
def test_a_bad_command_is_refused_before_anything_is_built(
    arguments: tuple[str, ...], error: str
) -> None:
    result = subprocess.run(
        [*BUILD, *arguments], cwd=ROOT / "tools", capture_output=True, text=True
    )
    assert result.returncode == 2
    assert result.stderr.endswith(f"error: {error}\n")
