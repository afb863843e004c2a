"""`zeitnot migrate`: bring a database to this version's schema."""

from pathlib import Path

import click

from ..database import Upgrade, upgrade
from ..store import StoreError
from .archive import database_file, db_option


@click.command()
@db_option
def migrate(db: str | None) -> None:
    """Bring the database up to date; an old one is copied first."""
    path = database_file(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}; `zeitnot serve` makes a new one.")
    try:
        done = upgrade(path)
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    click.echo(said(path, done) or f"{path} is up to date")


def said(path: Path, done: Upgrade) -> str | None:
    """A sentence for what has been changed; None where nothing was."""
    if done.before == done.after:
        return None
    if done.before is None:
        return f"NEW DATABASE: {path} was missing or empty; it has been made, without any games"
    return (
        f"{path} has been brought from schema {done.before} to {done.after};"
        f" a copy as it was: {done.backup}"
    )
