"""`zeitnot migrate`: bring a database to this version's schema."""

from pathlib import Path

import click

from ..database import Place, Upgrade, upgrade
from ..store import StoreError
from .archive import database_place, db_option


@click.command()
@db_option
def migrate(db: str | None) -> None:
    """Bring the database to this version's schema; an old one is copied first."""
    path = database_place(db)
    if isinstance(path, Path) and not path.is_file():
        raise click.UsageError(f"There is no database {path}; `zeitnot serve` makes a new one.")
    try:
        upgraded = upgrade(path)
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    click.echo(upgrade_message(path, upgraded) or f"{path} is up to date")


def upgrade_message(path: Place, upgraded: Upgrade) -> str | None:
    """A sentence about the upgrade, or None if nothing was changed."""
    if upgraded.before == upgraded.after:
        return None
    if upgraded.before is None:
        return (
            f"NEW DATABASE: {path} was missing or empty; a new one without games has been created"
        )
    copy = f"; the old one was copied to {upgraded.backup}" if upgraded.backup else ""
    return f"{path} has been upgraded from schema {upgraded.before} to {upgraded.after}{copy}"
