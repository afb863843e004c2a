"""`zeitnot check`: checks a database."""

import contextlib
import math
from collections.abc import Iterator

import click

from ..database import Place, checking
from ..hosting.native import rules_for
from ..log_check import LogCheck
from ..store import Damaged, OtherName, ReadFailed, SchemaError
from ..store.checks import Checks, Finding
from . import printing
from .archive import db_option, existing_database
from .progress import OnProgress, progress_bar

SNAPSHOT_SECONDS = 5.0


@click.command()
@click.option("--whole", is_flag=True, help="Check the file as a whole, however long it takes.")
@db_option
def check(db: str | None, whole: bool) -> int:
    """Check the database: its pages and tables, every game against the rules, and the lists and
    books against the games.

    A running server is not disturbed, but with --whole its write-ahead log grows until the check is
    done. The exit code is 1 if anything is wrong, 2 if the database cannot be read to the end.
    """
    path = existing_database(db)
    problems = 0
    try:
        for finding in _findings(path, math.inf if whole else SNAPSHOT_SECONDS):
            problems += finding.kind == "wrong"
            printing.say(finding.text if finding.kind == "wrong" else f"not judged: {finding.text}")
    except Damaged as bad:
        printing.say(str(bad))
        problems += 1
    except (SchemaError, OtherName, ReadFailed) as bad:
        raise click.UsageError(str(bad)) from None
    found = printing.counted(problems, "problem", "problems") if problems else "no problems"
    printing.say(f"{path}: {found} found")
    return 1 if problems else 0


def _findings(path: Place, seconds: float) -> Iterator[Finding]:
    """The findings. Raises SchemaError, OtherName, ReadFailed; Damaged if damage ends the check."""
    with checking(path) as checks, progress_bar("check, games") as report:
        yield from checks.file(seconds)
        if checks.is_current:
            yield from _contents(checks, report)


def _contents(checks: Checks, report: OnProgress) -> Iterator[Finding]:
    with contextlib.closing(LogCheck(checks, rules_for)) as check:
        yield from check.all_games(report)
        yield from check.book()
        printing.say(
            f"checked {printing.counted(check.games, 'game', 'games')} and "
            f"{printing.counted(check.moves, 'move', 'moves')} of the book"
        )
