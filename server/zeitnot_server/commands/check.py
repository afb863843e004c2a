"""`zeitnot check`: whether a database holds."""

import contextlib
import math
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import click

from ..audit import Audit, Finding, pages
from ..play.native import rules_for
from ..store import OtherName, SchemaError
from ..store.sqlite import migrate
from ..store.sqlite.connect import connect_reading
from ..store.sqlite.links import check_name
from ..store.sqlite.schema import differences
from . import printing
from .archive import database, db_option
from .progress import Tell, shown

SNAPSHOT_SECONDS = 5.0


@click.command()
@click.option("--whole", is_flag=True, help="Check the file in one piece, however long it takes.")
@db_option
def check(db: str | None, whole: bool) -> int:
    """Check the database: its pages and tables, every game by the rules, lists and books by the
    games.

    A running server is not disturbed; with --whole its log grows until the check is done. Exit
    code 1 if anything is wrong.
    """
    path = database(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    wrong = 0
    try:
        for finding in _findings(path, math.inf if whole else SNAPSHOT_SECONDS):
            wrong += finding.kind == "wrong"
            printing.say(finding.text if finding.kind == "wrong" else f"not judged: {finding.text}")
    except (SchemaError, OtherName) as bad:
        raise click.UsageError(str(bad)) from None
    except sqlite3.DatabaseError as bad:
        printing.say(f"{path} cannot be read: {bad}")
        wrong += 1
    printing.say(f"{path}: {wrong or 'nothing'} wrong")
    return 1 if wrong else 0


def _findings(path: Path, seconds: float) -> Iterator[Finding]:
    """Raises SchemaError, OtherName, sqlite3.DatabaseError."""
    check_name(path)
    with contextlib.closing(connect_reading(path)) as connection, shown("check, games") as tell:
        revision = migrate.known_revision(connection, path)
        yield from pages(connection, seconds)
        for text, harmless in differences(connection, revision):
            yield Finding("unjudged" if harmless else "wrong", text)
        if revision != migrate.newest_revision():
            text = f"games and books: the schema is {revision}; `zeitnot migrate` changes that"
            yield Finding("unjudged", text)
            return
        yield from _contents(connection, tell)


def _contents(connection: sqlite3.Connection, tell: Tell) -> Iterator[Finding]:
    with contextlib.closing(Audit(connection, rules_for)) as audit:
        yield from audit.all_games(tell)
        yield from audit.book()
        printing.say(f"{audit.games} games and {audit.moves} moves of the book were looked at")
