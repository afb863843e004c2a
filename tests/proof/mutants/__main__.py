"""`make mutants [ONLY=name]`: plants one fault after another and prints which test catches it."""

import sys
import tempfile
import time
from pathlib import Path

import click

from .fault import Fault
from .faults import FAULTS
from .source_copy import SourceCopy


@click.command()
@click.option("--only", help="One fault, by its name.")
def main(only: str | None) -> None:
    """Checks that a test catches every fault, and that these tests pass without faults."""
    faults = [fault for fault in FAULTS if only in (None, "", fault.name)]
    if not faults:
        raise click.ClickException(f"there is no fault {only}")
    with tempfile.TemporaryDirectory(prefix="zeitnot-mutants-") as folder:
        source_copy = SourceCopy(Path(folder) / "sources")
        tests = tuple(dict.fromkeys(test for fault in faults for test in fault.tests))
        if (unmutated := source_copy.run(tests)).failed_test is not None:
            raise click.ClickException(
                f"without any fault, {unmutated.failed_test} fails:\n{unmutated.output}"
            )
        survivors = [fault.name for fault in faults if not _is_caught(source_copy, fault)]
    click.echo(f"\n{len(faults)} faults, {len(survivors)} not caught {' '.join(survivors)}")
    sys.exit(1 if survivors else 0)


def _is_caught(source_copy: SourceCopy, fault: Fault) -> bool:
    started = time.monotonic()
    failed_test = source_copy.run_with(fault).failed_test
    seconds = time.monotonic() - started
    outcome = "NOT CAUGHT" if failed_test is None else failed_test.removeprefix("tests/")
    click.echo(f"| {fault.name} | {fault.description} | {outcome} | {seconds:.0f} s |")
    return failed_test is not None


main()
