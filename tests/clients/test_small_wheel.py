"""The wheel `zeitnot-client` is pure Python and complete, and runs without modules of POSIX."""

import ast
import asyncio
import os
import shlex
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from ..server.running_server import Server
from ..statements import statements
from .guest import game_against, running

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "engines/games"
PACKAGES = {
    "zeitnot_client": ROOT / "clients/zeitnot_client",
    "zeitnot_protocol": ROOT / "clients/zeitnot_protocol",
}
TESTS = Path(__file__).parent
COURSE_BOT = TESTS / "drivers/course_bot.py"
WAIT_S = 300


def run(*command: str | Path, cwd: Path, input: str = "") -> subprocess.CompletedProcess[str]:
    """Runs a command that must succeed, without a path to the sources."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV")
    environment = {k: v for k, v in os.environ.items() if k not in hidden}
    result = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        input=input,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result


def project(file: str) -> dict[str, Any]:
    """The table `project` of a pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((ROOT / file).read_text())["project"]
    return table


def imported(path: Path) -> set[str]:
    """The modules that a game's module imports: dotted, or a neighbour's name with a dot before."""
    names = set[str]()
    for node in statements(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return names


def is_pure(path: Path) -> bool:
    """Whether a game's module needs no engine, by its imports and those of its neighbours."""
    names = imported(path)
    neighbours = [path.with_name(f"{name[1:]}.py") for name in names if name.startswith(".")]
    return not any(name.startswith("zeitnot_engines") for name in names) and all(
        map(is_pure, neighbours)
    )


def needed(distributions: dict[str, Distribution], requirements: list[str]) -> None:
    """Adds the installed distributions that satisfy these requirements, and theirs."""
    for requirement in map(Requirement, requirements):
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if applies and requirement.name not in distributions:
            found = distributions[requirement.name] = distribution(requirement.name)
            assert requirement.specifier.contains(found.version, prereleases=True)
            needed(distributions, found.requires or [])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    run(*build, ROOT / "clients", cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """Python in a new venv with the wheel and nothing but its dependencies, which are links to
    those of the venv that runs the tests."""
    folder = wheel.parent
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv/bin/python"
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    distributions: dict[str, Distribution] = {}
    needed(distributions, project("clients/pyproject.toml")["dependencies"])
    for found in distributions.values():
        for name in {file.parts[0] for file in found.files or () if file.parts[0] != ".."}:
            if name != "__pycache__":
                (site / name).symlink_to(Path(str(found.locate_file(name))))
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*pip, "--no-index", "--no-deps", wheel, cwd=folder)
    return python


def test_both_wheels_agree() -> None:
    """They have the same version, and the same bounds for the dependencies that both have."""
    large, small = project("pyproject.toml"), project("clients/pyproject.toml")
    for key in ("version", "requires-python", "license"):
        assert large[key] == small[key]
    assert set(small["dependencies"]) <= set(large["dependencies"])


def test_the_wheel_has_everything_that_is_pure(wheel: Path) -> None:
    assert wheel.name == f"zeitnot_client-{project('pyproject.toml')['version']}-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    files = {name for name in names if not name.startswith(wheel.name.partition("-py3")[0])}
    expected = {
        f"{package}/{path.relative_to(folder)}"
        for package, folder in PACKAGES.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    server_only = {"opponents.py"}  # which house bots do not play
    pure = {path for path in GAMES.rglob("*.py") if is_pure(path)} - {
        path for path in GAMES.rglob("*.py") if path.name in server_only
    }
    assert len(pure) > 20
    expected |= {f"zeitnot/games/{path.relative_to(GAMES)}" for path in pure}
    assert files == expected
    assert [name for name in names if name.endswith("/licenses/LICENSE")]


def test_everything_imports_where_posix_modules_are_missing(wheel: Path, python: Path) -> None:
    modules = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")]
    inits = [name for name in modules if name.count("/") == 1 and name.endswith("__init__.py")]
    imported_ = run(python, TESTS / "imports_all.py", cwd=wheel.parent).stdout
    assert int(imported_) == len(modules) - len(inits) - 1  # zeitnot.games


def test_the_hidden_modules_are_really_missing(python: Path) -> None:
    """Otherwise the other tests would show nothing."""
    script = "import without_posix as w; w.hide(); import fcntl"
    result = subprocess.run(
        [python, "-c", script], cwd=TESTS, capture_output=True, text=True, timeout=WAIT_S
    )
    assert "No module named 'fcntl'" in result.stderr


async def test_a_students_program_plays_where_posix_modules_are_missing(
    python: Path, shared_server: Server, tmp_path: Path
) -> None:
    """With the commands of the wheel, against a guest in the terminal client of the wheel."""
    url, bot = f"http://{shared_server.host}", program(python, "bot")
    registered = run(*bot, "register", "student", "--server", url, cwd=TESTS)
    engine = shlex.join([str(python), str(COURSE_BOT), "1"])
    command = shlex.join([*map(str, bot), "--protocol", "ecui", "--engine", engine])
    with running(f"{command} --server {url}", tmp_path, registered.stdout.strip()) as log:
        async with asyncio.timeout(WAIT_S):
            record = await game_against(url, "student", "ewn")
        play = [*program(python, "play"), "ewn", "--bot", "student", "--server", url]
        shown = run(*play, cwd=TESTS, input="resign\nyes\n").stdout
    assert (record.game.state, record.game.reason) == ("finished", "rules")
    assert "You lose: by resignation." in shown
    text = log.read_text()
    assert text.count("this system cannot limit what an engine uses") == 1
    assert "Traceback" not in text


def program(python: Path, name: str) -> list[str | Path]:
    """A script of the wheel, in a process in which POSIX's modules are missing."""
    hidden = "import without_posix; without_posix.hide(); import zeitnot_client.commands.programs"
    return [
        python,
        "-P",
        "-c",
        f"import sys; sys.path.insert(0, {str(TESTS)!r}); {hidden} as x; x.{name}()",
    ]
