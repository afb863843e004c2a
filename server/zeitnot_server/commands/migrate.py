"""`zeitnot migrate`: bring a database to this version's schema."""

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
        migrations.upgrade(path)
    except (configuration.BadConfig, StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    click.echo(f"{path} is up to date")
