"""`zeitnot migrate`: bring a database to this version's schema."""

from pathlib import Path

import click

from .. import config as configuration
from ..store import StoreError
from ..store import migrate as migrations


@click.command()
@click.option("--db", help="Database file or sqlite:/// URL (data/zeitnot.db).")
def migrate(db: str | None) -> None:
    """Bring the database up to date; an old one is copied first."""
    try:
        path = configuration.read({"db": db}).database()
        path.parent.mkdir(parents=True, exist_ok=True)
        done = migrations.upgrade(path)
    except (configuration.BadConfig, StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    click.echo(said(path, done) or f"{path} is up to date")


def said(path: Path, done: migrations.Upgrade) -> str | None:
    """A sentence for what has been changed; None where nothing was."""
    if done.before in (None, done.after):
        return None
    return (
        f"{path} has been brought from schema {done.before} to {done.after};"
        f" a copy as it was: {done.backup}"
    )
