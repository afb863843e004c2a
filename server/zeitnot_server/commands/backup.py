"""`zeitnot backup` and `zeitnot restore`: a copy of the database, and the way back."""

import shlex
import time
from pathlib import Path

import click

from .. import database
from ..store import Damaged, ReadFailed, StoreError
from .archive import Unusable, database_file, db_option
from .progress import shown


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@db_option
def back_up(file: Path, db: str | None) -> None:
    """Copy the database to FILE, while games are played or not.

    The copy is one file, as the database was at one moment, checked and synced to disk before it
    gets its name. FILE must not be there yet. Exit code 1 if the database is damaged.
    """
    path = database_file(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    begun = time.monotonic()
    try:
        with shown("backup, pages") as tell:
            database.back_up(path, file, tell)
    except Damaged as bad:
        raise Unusable(f"{bad} No copy was made.") from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    size = file.stat().st_size
    click.echo(f"{file}: {size} bytes in {time.monotonic() - begun:.1f} s")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@db_option
def restore(file: Path, db: str | None) -> None:
    """Put a copy of FILE, a backup, in the place of the database.

    The server must not be running. FILE is checked before anything is changed; what was there is
    kept under another name. What the operator has done since the backup, and tokens that have been
    revoked since, is counted: it is undone. Exit code 1 if FILE is damaged.
    """
    path = database_file(db)
    try:
        with shown("restore, pages") as tell:
            kept = database.restore(file, path, tell)
    except Damaged as bad:
        raise Unusable(f"{bad} Nothing was changed.") from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    was = f"; what was there is {kept}" if kept else ""
    click.echo(f"{path} is {file} now{was}")
    if kept and (undone := _undone(kept, path)):
        click.echo(undone)


def _undone(kept: Path, path: Path) -> str | None:
    """How much the log of the database that was replaced tells and the backup's does not."""
    try:
        acts, ended = database.undone(kept, path)
    except ReadFailed:
        return f"What the operator did since is undone; the log of {kept} could not be compared."
    if not acts and not ended:
        return None
    return (
        f"Newer than the backup, and so undone: {acts} acts of the operator (bans, names, removed"
        f" chat), and {ended} times a token was revoked or rotated, or a session logged out. To see"
        f" what has to be done again: zeitnot admin log --db {shlex.quote(str(kept))}"
    )
