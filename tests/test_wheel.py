"""The wheel is complete: it is built, installed into another environment, and serves the page.

One test, so that the wheel is built once with any number of pytest workers.
"""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from zeitnot_engines._core import games_with_weights

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "engines/games"
WAIT_S = 600  # it runs at the lowest priority beside all other tests


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed."""
    result = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def environment() -> dict[str, str]:
    """The tests' environment, with the venv's cmake in PATH and without a path to the source."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV")
    environment_ = {
        k: v for k, v in os.environ.items() if k not in hidden and not k.startswith("ZEITNOT_")
    }
    return environment_ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def sdist_files(folder: Path) -> set[str]:
    """The files of the source distribution, relative to its folder."""
    build = (sys.executable, "-m", "build", "--sdist", "--no-isolation")
    run(*build, "--outdir", folder / "dist", ROOT, cwd=folder)
    (sdist,) = (folder / "dist").glob("zeitnot-*.tar.gz")
    with tarfile.open(sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def compiled_files() -> set[str]:
    """The files under engines/ that the installed core was compiled from, relative to the root."""
    (folder,) = (file.parent for file in ROOT.glob("build/cp*/build.ninja"))
    listed = re.findall(r"^ +(\S+)$", run("ninja", "-t", "deps", cwd=folder), re.M)
    paths = {Path(os.path.normpath(folder / file)) for file in listed}
    paths |= {*(ROOT / "engines/core/cmake").iterdir()}
    sources = {str(p.relative_to(ROOT)) for p in paths if p.is_relative_to(ROOT / "engines")}
    assert len(sources) > 200
    return sources


def build(folder: Path) -> Path:
    """Builds the wheel from the object files of the installed core, which `make check-core` has
    just built; with link-time optimisation everything would be compiled again."""
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist"),
        "-Ccmake.define.ZEITNOT_LTO=OFF",
        ROOT,
        cwd=folder,
    )
    (wheel,) = (folder / "dist").glob("zeitnot-*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """A new venv with this wheel, which uses the dependencies of the venv that runs the tests."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv/bin/python"
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*pip, "--no-index", "--no-deps", wheel, cwd=folder)
    return python.parent


def revealed_types(commands: Path, folder: Path) -> str:
    """The output of mypy for a call of the wheel's native module."""
    typed = folder / "typed.py"
    typed.write_text(
        "from zeitnot_engines.games import load\nreveal_type(load('go').start().legal())"
    )
    mypy = (sys.executable, "-m", "mypy", "--python-executable", commands / "python")
    return run(*mypy, "--strict", "--follow-imports=silent", typed, cwd=folder)


@contextmanager
def serving(commands: Path, folder: Path) -> Iterator[str]:
    """`zeitnot serve` in an empty folder; yields the address that it prints."""
    server = subprocess.Popen(
        [commands / "zeitnot", "serve", "--port", "0", "--no-bots"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        match = re.search(r"http://\S+", line)
        assert match, f"no address in {line!r}"
        yield match[0]
    finally:
        server.terminate()
        server.communicate(timeout=WAIT_S)


@pytest.mark.compiles
def test_the_wheel_serves_the_page_without_the_sources(tmp_path: Path) -> None:
    static = ROOT / "server/zeitnot_server/web/static"
    assert (static / "index.html").is_file(), "the page is not built; run `make install`"
    wheel = build(tmp_path)
    names = set(zipfile.ZipFile(wheel).namelist())
    page = {str(p.relative_to(static.parents[2])) for p in static.rglob("*") if p.is_file()}
    descriptions = {f"zeitnot_server/web/descriptions/{n}api.yaml" for n in ("open", "async")}
    assert descriptions <= names
    migrations = {f"zeitnot_server/{p.relative_to(ROOT)}" for p in ROOT.glob("migrations/**/*.py")}
    assert page <= names
    weights = {f"{game}/{game}.weights" for game in games_with_weights()}
    assert len(weights) > 2
    assert "zeitnot_engines/_core.pyi" in names
    assert [n for n in names if re.fullmatch(r"zeitnot_engines/_laboratory\.[\w.-]+\.so", n)]
    games = {name.removeprefix("zeitnot/games/") for name in names if name.startswith("zeitnot/")}
    modules = {str(path.relative_to(GAMES)) for path in GAMES.rglob("*.py")}
    assert games == weights | modules
    sdist = sdist_files(tmp_path)
    assert {f"server/{name}" for name in page} <= sdist
    assert {f"engines/games/{name}" for name in games} <= sdist
    assert compiled_files() <= sdist
    client = {
        p for p in (ROOT / "clients/zeitnot_client").rglob("*.*") if "__pycache__" not in f"{p}"
    }
    assert {str(path.relative_to(ROOT / "clients")) for path in client} <= names
    assert migrations <= names
    assert len(migrations) > 1
    assert not [name for name in names if "node_modules" in name or name.startswith("tests")]

    commands = install(wheel, tmp_path)
    print_files = "import zeitnot_server as s, zeitnot_client as c, zeitnot_engines._core as e;"
    print_files += "print(s.__file__, c.__file__, e.__file__)"
    module_files = run(commands / "python", "-c", print_files, cwd=tmp_path).split()
    assert all(Path(file).is_relative_to(tmp_path) for file in module_files), module_files

    script = "from zeitnot_client.terminal.boards import face_of;"
    script += "from zeitnot_engines.games import NAMES; print([g for g in NAMES if not face_of(g)])"
    assert run(commands / "python", "-c", script, cwd=tmp_path) == "[]\n"

    assert "list[str]" in revealed_types(commands, tmp_path)

    work = tmp_path / "work"
    work.mkdir()
    with (
        serving(commands, work) as url,
        httpx.Client(base_url=url, timeout=WAIT_S) as client,
    ):
        index = client.get("/")
        assert index.status_code == 200
        assert index.text == (static / "index.html").read_text()
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', index.text)
        assert assets
        for asset in assets:
            assert client.get(asset).content == (static / asset.lstrip("/")).read_bytes()
        assert client.get("/api/v1/games").json() == {"games": []}
    assert (work / "data/zeitnot.db").is_file()
