"""`zeitnot db`: copies entire databases."""

import time

import click

from .. import database
from ..store import StoreError
from . import printing
from .archive import DamagedDatabase, database_place
from .progress import progress_bar


@click.group()
def db() -> None:
    """Move from one kind of database to another."""


@db.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy everything in the database FROM to the new database TO, and compare the two.

    Each is a file, or a sqlite:/// or postgresql:// URL. No server may have either open. TO is a
    file that does not exist yet, or an empty PostgreSQL database; if anything fails, it is left as
    it was. FROM is not changed. The exit code is 1 if the copy differs.
    """
    from_, to = database_place(source), database_place(target)
    if from_ == to:
        raise click.UsageError("FROM and TO are the same database.")
    started = time.monotonic()
    try:
        with progress_bar("copy, rows") as report:
            rows = database.copy(from_, to, report, lambda line: printing.say(line, err=True))
    except database.Unequal as bad:
        raise DamagedDatabase(f"The copy differs: {bad}. It was discarded.") from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    seconds = time.monotonic() - started
    counted = printing.counted(rows, "row", "rows")
    click.echo(f"{to}: {counted} from {from_}, compared, in {seconds:.1f} s")
