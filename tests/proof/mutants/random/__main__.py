"""Random mutants, to compare two states of the tests: `make random-mutants`.

    python -m tests.proof.mutants.random sample FOLDER
    python -m tests.proof.mutants.random run FOLDER --first 0 --last 100
    git switch …
    python -m tests.proof.mutants.random run FOLDER --again

The first command runs all tests of `make test` under coverage, which takes a quarter of an hour,
and draws mutants of the lines that they run. The second plants one mutant after another and runs
the tests of its line for up to MAX_SECONDS, the most specific ones first. `--again` does the same
with the current tests, in a new copy; the test that caught a mutant before runs first.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import click

from ..fault import Fault
from ..source_copy import SourceCopy, TextMoved, planted
from . import covered, sample

LIMIT_S = 90  # some mutants make a test hang
INI = "tests/proof/mutants/random/coverage.ini"


@click.group()
def main() -> None:
    """Draws random mutants of all sources, and plants them."""


@main.command("sample")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--count", default=300, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--workers", default="3", show_default=True)
def draw(folder: Path, count: int, seed: int, workers: str) -> None:
    """Runs all tests under coverage, and writes `sample.json` into FOLDER."""
    source_copy, notes = SourceCopy(folder.absolute() / "copy"), folder.absolute() / "notes"
    if not notes.exists():
        notes.mkdir()
        _run_all(source_copy, notes, workers)
    combine = [sys.executable, "-m", "coverage", "combine", "-q", "--keep"]
    data = f"--data-file={notes / 'coverage'}"
    subprocess.run([*combine, data, f"{notes}"], cwd=notes, check=True)
    coverage = covered.read(notes, source_copy.folder)
    faults = sample.sample(source_copy.folder, coverage, count, seed)
    sample.write(faults, folder / "sample.json")
    files, tests = len(coverage.by_line), len(coverage.line_counts)
    click.echo(f"{len(faults)} mutants of {files} files, {tests} tests")


def _run_all(source_copy: SourceCopy, notes: Path, workers: str) -> None:
    command = ["-m", "pytest", "-q", "-p", "tests.proof.mutants.random.contexts", "-n", workers]
    environ = {
        "COVERAGE_PROCESS_START": str(source_copy.folder / INI),
        "COVERAGE_FOLDER": str(notes),
    }
    subprocess.run(
        [sys.executable, *command, "--dist", "worksteal", "-m", "not compiles and not whole"],
        cwd=source_copy.folder,
        env={**source_copy.environ, **environ},
        check=False,  # failed tests are not used
    )


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--first", default=0, show_default=True)
@click.option("--last", default=300, show_default=True, help="One past the last.")
@click.option("--again", is_flag=True, help="With the current sources and tests.")
def run(folder: Path, first: int, last: int, again: bool) -> None:
    """Plants those mutants of FOLDER's sample that have no result yet."""
    faults = sample.read(folder / "sample.json")[first:last]
    earlier = _results(folder / "results.json")
    results = folder / ("again.json" if again else "results.json")
    source_copy = SourceCopy(folder.absolute() / ("copy-again" if again else "copy"))
    verdicts = _results(results)
    for fault in faults:
        if fault.name not in verdicts:
            verdicts[fault.name] = _verdict(source_copy, fault, earlier.get(fault.name))
            results.write_text(json.dumps(verdicts, indent=1), "utf-8")
    _print(faults, verdicts, earlier if again else {})


def _results(path: Path) -> dict[str, str]:
    return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}


GONE, SURVIVED = "gone", "survived"


def _verdict(source_copy: SourceCopy, fault: Fault, earlier: str | None) -> str:
    """The test that catches the fault, or the reason why no test does."""
    started = time.monotonic()
    try:
        planted(fault, (source_copy.folder / fault.file).read_text("utf-8"))
    except (TextMoved, FileNotFoundError):
        return GONE
    first = earlier if earlier and earlier.startswith("tests/") else None
    current = sample.with_tests_of(source_copy.folder, fault, first)
    try:
        failed = source_copy.run_with(current, LIMIT_S, nightly=False).failed_test
    except RuntimeError as error:
        if "not found: " in str(error):
            raise
        failed = "(the tests cannot be imported)"
    verdict = failed or SURVIVED
    seconds = time.monotonic() - started
    click.echo(f"| {fault.name} | {fault.description} | {verdict} | {seconds:.0f} s |")
    return verdict


def _print(faults: list[Fault], verdicts: dict[str, str], earlier: dict[str, str]) -> None:
    uncaught = [fault for fault in faults if verdicts[fault.name] == SURVIVED]
    gone = [fault for fault in faults if verdicts[fault.name] == GONE]
    caught = len(faults) - len(uncaught) - len(gone)
    click.echo(f"{len(faults)} mutants: {caught} caught, {len(uncaught)} not, {len(gone)} gone")
    for fault in uncaught:
        if earlier.get(fault.name, SURVIVED) != SURVIVED:
            click.echo(f"no longer caught: {fault.name}, {fault.description}")


if __name__ == "__main__":
    main()
