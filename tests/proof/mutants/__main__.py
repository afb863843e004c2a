"""`make mutants [ONLY=name]`: plants each fault alone and prints which test has caught it."""

import sys
import tempfile
import time
from pathlib import Path

import click

from .bench import Bench
from .fault import Fault
from .faults import FAULTS


@click.command()
@click.option("--only", help="One fault, by its name.")
def main(only: str | None) -> None:
    """Every fault must be seen; every test that sees one must pass without it."""
    faults = [fault for fault in FAULTS if only in (None, "", fault.name)]
    if not faults:
        raise click.ClickException(f"no fault is called {only}")
    with tempfile.TemporaryDirectory(prefix="zeitnot-mutants-") as folder:
        bench = Bench(Path(folder) / "sources")
        tests = tuple(dict.fromkeys(test for fault in faults for test in fault.tests))
        if (sound := bench.run(tests)).by is not None:
            raise click.ClickException(f"without any fault, {sound.by} fails:\n{sound.output}")
        survivors = [fault.name for fault in faults if not _seen(bench, fault)]
    click.echo(f"\n{len(faults)} faults, {len(survivors)} not seen {' '.join(survivors)}")
    sys.exit(1 if survivors else 0)


def _seen(bench: Bench, fault: Fault) -> bool:
    started = time.monotonic()
    by = bench.against(fault).by
    seconds = time.monotonic() - started
    visible = "NOT SEEN" if by is None else by.removeprefix("tests/")
    click.echo(f"| {fault.name} | {fault.what} | {visible} | {seconds:.0f} s |")
    return by is not None


main()
