"""A copy of the sources to plant faults in, and a way to run tests against it.

The copy stands before the installed package on the path, in the tests and in every process that
they start: `sitecustomize` sees to that. Nothing outside the copy is ever changed.
"""

import compileall
import os
import py_compile
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from .fault import Fault

ROOT = Path(__file__).parents[3]
TREES = ("server", "clients/zeitnot_client", "engines/zeitnot_engines", "migrations", "tests")
MORE = ("docs", "tools", "pyproject.toml", "CHANGELOG.md", "README.md")
SECONDS = 300  # a fault may well keep a test from ending

SITECUSTOMIZE = """
import pathlib
import sys

here = pathlib.Path(__file__).parent
sys.meta_path[:] = [f for f in sys.meta_path if "ScikitBuild" not in type(f).__name__]
sys.path[:0] = [str(here / part) for part in ("server", "clients", "engines")]
"""


class Moved(Exception):
    """A fault's text is not where it was: the fault must be updated."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a run. `by`: the first test that failed, None when all passed."""

    by: str | None
    output: str


class Bench:
    """The copy, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        junk = shutil.ignore_patterns("__pycache__", "node_modules", ".hypothesis")
        for tree in (*TREES, *MORE):
            source, target = ROOT / tree, folder / tree
            if source.is_dir():
                shutil.copytree(source, target, ignore=junk)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)
        self._native()
        (folder / "sitecustomize.py").write_text(SITECUSTOMIZE)
        by_content = py_compile.PycInvalidationMode.CHECKED_HASH  # a fault changes no time stamp
        compileall.compile_dir(folder, quiet=2, invalidation_mode=by_content)

    def _native(self) -> None:
        """The compiled module, as it is installed."""
        spec = find_spec("zeitnot_engines._core")
        if spec is None or spec.origin is None:
            raise AssertionError("make install comes first")
        shutil.copy(spec.origin, self.folder / "engines/zeitnot_engines")

    def run(self, tests: tuple[str, ...], seconds: float | None = None) -> Verdict:
        """Runs these tests up to the first that fails. Raises RuntimeError when they cannot run."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        path = {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            result = subprocess.run(
                command,
                cwd=self.folder,
                env={**os.environ, **path},
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Verdict("(no end)", "")
        if result.returncode == 0:
            return Verdict(None, result.stdout)
        if result.returncode != 1:
            raise RuntimeError(f"the tests could not run:\n{result.stdout}{result.stderr}")
        return Verdict(_first_failure(result.stdout), result.stdout)

    def against(self, fault: Fault) -> Verdict:
        """Runs a fault's tests with the fault planted."""
        path = self.folder / fault.file
        sound = path.read_text(encoding="utf-8")
        path.write_text(planted(fault, sound), encoding="utf-8")
        try:
            return self.run(fault.tests, SECONDS)
        finally:
            path.write_text(sound, encoding="utf-8")


def planted(fault: Fault, source: str) -> str:
    """The source with the fault in it. Raises Moved."""
    if source.count(fault.old) != 1:
        raise Moved(f"{fault.name}: {fault.file} has its text {source.count(fault.old)} times")
    return source.replace(fault.old, fault.new)


def _first_failure(output: str) -> str:
    lines = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return lines[0].split(" ", 1)[1].split(" - ")[0] if lines else "(unnamed)"
