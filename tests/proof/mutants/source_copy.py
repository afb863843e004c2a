"""A copy of the sources, in which faults are planted and tests run.

Through `sitecustomize` the copy precedes the installed package in `sys.path`, in the tests and in
all processes that they start. Nothing outside of the copy is changed.
"""

import compileall
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.util import cache_from_source, find_spec
from pathlib import Path

from .fault import Fault

ROOT = Path(__file__).parents[3]
TREES = (
    "server",
    "clients",
    "engines",
    "migrations",
    "tests",
    "benchmarks",
    "tools",
    "docs",
    ".ci",
    "docker",
)
TIMEOUT_S = 300  # some faults make a test hang

SITECUSTOMIZE = """
import pathlib
import sys

here = pathlib.Path(__file__).parent
sys.meta_path[:] = [f for f in sys.meta_path if "ScikitBuild" not in type(f).__name__]
sys.path[:0] = [str(here / part) for part in ("server", "clients", "engines")]
"""


class TextMoved(Exception):
    """The source no longer has the text that a fault replaces, so the fault must be updated."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a run. `failed_test`: the first that failed, or None."""

    failed_test: str | None
    output: str


class SourceCopy:
    """The copy of the sources. An existing folder is used unchanged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if folder.exists():
            return
        ignored = shutil.ignore_patterns("node_modules", ".hypothesis", "*-pytest-*", "*.pyc.*")
        for tree in TREES:
            shutil.copytree(ROOT / tree, folder / tree, ignore=ignored)
        for file in filter(Path.is_file, ROOT.iterdir()):
            shutil.copy(file, folder)
        (folder / "engines/zeitnot").mkdir()
        (folder / "engines/zeitnot/games").symlink_to("../games")  # as in the installed package
        self._copy_native_module()
        (folder / "sitecustomize.py").write_text(SITECUSTOMIZE)
        compileall.compile_dir(folder, quiet=2)  # so that tests need not compile modules

    def _copy_native_module(self) -> None:
        """Copies the installed native module."""
        spec = find_spec("zeitnot_engines._core")
        if spec is None or spec.origin is None:
            raise AssertionError("run make install first")
        shutil.copy(spec.origin, self.folder / "engines/zeitnot_engines")

    @property
    def environ(self) -> dict[str, str]:
        """An environment in which processes and their children import from the copy."""
        return {
            **os.environ,
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def run(
        self, tests: tuple[str, ...], seconds: float | None = None, *, nightly: bool = True
    ) -> Verdict:
        """Runs these tests until one fails. `nightly` runs all repetitions. Raises RuntimeError if
        the tests cannot run."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        try:
            result = subprocess.run(
                command,
                cwd=self.folder,
                env={**self.environ, "NIGHTLY": "1" if nightly else "0"},
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

    def run_with(
        self, fault: Fault, seconds: float = TIMEOUT_S, *, nightly: bool = True
    ) -> Verdict:
        """Runs a fault's tests with the fault planted."""
        path = self.folder / fault.file
        original = path.read_text(encoding="utf-8")
        # The new source may have the same time stamp and size as the compiled one.
        Path(cache_from_source(path)).unlink(missing_ok=True)
        path.write_text(planted(fault, original), encoding="utf-8")
        try:
            return self.run(fault.tests, seconds, nightly=nightly)
        finally:
            path.write_text(original, encoding="utf-8")


def planted(fault: Fault, source: str) -> str:
    """Plants the fault in the source. Raises TextMoved."""
    if source.count(fault.old) != 1:
        raise TextMoved(f"{fault.name}: {fault.file} has its text {source.count(fault.old)} times")
    return source.replace(fault.old, fault.new)


def _first_failure(output: str) -> str:
    lines = [line for line in output.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return lines[0].split(" ", 1)[1].split(" - ")[0] if lines else "(unnamed)"
