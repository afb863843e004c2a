"""The wheel alone is enough: built, installed elsewhere, started, asked for its page.

One test, so that it is built once however many workers run.
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
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import load

ROOT = Path(__file__).parents[1]
PATIENCE_S = 60


BACKGAMMON = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
OTHELLO = f"{'-' * 19}X-------XX------XO{'-' * 27} O"


def with_weights() -> list[float]:
    """What our own core says of two positions by learnt weights."""
    return [
        Engine(game).evaluate(game.parse(text))
        for game, text in ((load("backgammon"), BACKGAMMON), (load("othello"), OTHELLO))
    ]


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed."""
    result = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def environment() -> dict[str, str]:
    """Ours, with the venv's cmake in reach, and without anything that leads back to the source."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV")
    environment_ = {
        k: v for k, v in os.environ.items() if k not in hidden and not k.startswith("ZEITNOT_")
    }
    return environment_ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def in_sdist(folder: Path) -> set[str]:
    """What the source distribution has, below its own folder."""
    build = (sys.executable, "-m", "build", "--sdist", "--no-isolation")
    run(*build, "--outdir", folder / "dist", ROOT, cwd=folder)
    (sdist,) = (folder / "dist").glob("zeitnot-*.tar.gz")
    with tarfile.open(sdist) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def build(folder: Path) -> Path:
    """The wheel, its native core compiled in a hurry, in a build folder of its own."""
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist"),
        f"-Cbuild-dir={folder / 'build'}",
        "-Ccmake.build-type=Debug",
        "-Ccmake.define.CMAKE_CXX_FLAGS_DEBUG=-O0",
        ROOT,
        cwd=folder,
    )
    (wheel,) = (folder / "dist").glob("zeitnot-*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """A new venv with this wheel; what it depends on is lent by the venv that runs the tests."""
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv/bin/python"
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    run(*pip, "--no-index", "--no-deps", wheel, cwd=folder)
    return python.parent


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
        server.communicate(timeout=PATIENCE_S)


@pytest.mark.compiles
def test_the_wheel_alone_serves_the_page(tmp_path: Path) -> None:
    static = ROOT / "server/zeitnot_server/web/static"
    assert (static / "index.html").is_file(), "the page is not built; run `make install`"
    wheel = build(tmp_path)
    names = set(zipfile.ZipFile(wheel).namelist())
    page = {str(p.relative_to(static.parents[2])) for p in static.rglob("*") if p.is_file()}
    migrations = {f"zeitnot_server/{p.relative_to(ROOT)}" for p in ROOT.glob("migrations/**/*.py")}
    assert page <= names
    weights = {f"zeitnot_engines/weights/{game}.weights" for game in games_with_weights()}
    assert weights <= names
    assert len(weights) > 2
    sdist = in_sdist(tmp_path)
    assert {f"server/{name}" for name in page} <= sdist
    assert {f"engines/{name}" for name in weights} <= sdist
    assert migrations <= names
    assert len(migrations) > 1
    assert not [name for name in names if "node_modules" in name or name.startswith("tests")]

    commands = install(wheel, tmp_path)
    show = "import zeitnot_server as s, zeitnot_client as c, zeitnot_engines._core as e;"
    show += "print(s.__file__, c.__file__, e.__file__)"
    homes = run(commands / "python", "-c", show, cwd=tmp_path).split()
    assert all(Path(home).is_relative_to(tmp_path) for home in homes), homes

    script = "from zeitnot_engines.engine import Engine; from zeitnot_engines.games import load;"
    script += "print([Engine(g).evaluate(g.parse(t)) for g, t in "
    script += f"[(load('backgammon'), {BACKGAMMON!r}), (load('othello'), {OTHELLO!r})]])"
    assert run(commands / "python", "-c", script, cwd=tmp_path) == f"{with_weights()}\n"

    work = tmp_path / "work"
    work.mkdir()
    with (
        serving(commands, work) as url,
        httpx.Client(base_url=url, timeout=PATIENCE_S) as client,
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
