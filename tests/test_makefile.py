"""A file that is edited during a build is built by the next `make`: the stamp of a step, a file
whose time tells `make` when the step was done, is no newer than the start of the step.

The Makefile runs in a copy of its files, with programs that only edit a file and end.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {  # for each stamp, a file that it depends on
    ".venv/.tools": "pyproject.toml",
    ".venv/.installed": "engines/core/position.hpp",
    "clients/web/node_modules/.installed": "clients/web/package-lock.json",
    "server/zeitnot_server/web/static/index.html": "clients/web/src/main.ts",
}
# The folder into which the build of the core puts its types.
TYPED = ".venv/lib/python3.11/site-packages/zeitnot_engines"
# Makes the output, then edits the source until its time is later than that of the program's start.
PROGRAM = """#!/bin/sh
cd {checkout}
mkdir -p .venv/bin clients/web/node_modules server/zeitnot_server/web/static
mkdir -p {typed} engines/zeitnot_engines
touch started {typed}/_core.pyi server/zeitnot_server/web/static/index.html
[ -f edit ] || exit 0
until [ "$(cat edit)" -nt started ]; do touch "$(cat edit)"; done
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "engines/games").mkdir(parents=True)
    for name in [*SOURCES.values(), ".venv/bin/python", "bin/npm"]:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PROGRAM.format(checkout=tmp_path, typed=TYPED))
        file.chmod(0o755)
    return tmp_path


def make(checkout: Path, *args: str) -> int:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environment = {**inherited, "PATH": f"{checkout}/bin:{os.environ['PATH']}"}
    result = subprocess.run(
        ["make", "-s", *args], cwd=checkout, env=environment, capture_output=True
    )
    assert result.stderr == b""
    return result.returncode


def test_every_stamp_is_tested() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    stamps = re.findall(r"^([\w./]*/[\w./]+):", makefile, re.MULTILINE)
    page = re.findall(r"^STATIC := (.*)$", makefile, re.MULTILINE)
    assert {*stamps, *page} == set(SOURCES)


@pytest.mark.parametrize("stamp", SOURCES)
def test_a_file_edited_during_a_build_is_built_by_the_next(checkout: Path, stamp: str) -> None:
    (checkout / "edit").write_text(SOURCES[stamp])
    assert make(checkout, stamp) == 0
    assert make(checkout, "--question", stamp) == 1
    (checkout / "edit").unlink()
    assert make(checkout, stamp) == 0
    assert make(checkout, "--question", stamp) == 0
