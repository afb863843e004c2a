"""`zeitnot backup` and `zeitnot restore`: a copy of the database, and the way back."""

import time
from pathlib import Path

import click

from ..store import Damaged, StoreError, backup
from .archive import Unusable, database, db_option
from .progress import shown


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@db_option
def back_up(file: Path, db: str | None) -> None:
    """Copy the database to FILE, while games are played or not.

    The copy is one file, as the database was at one moment, checked and synced to disk before it
    gets its name. FILE must not be there yet. Exit code 1 if the database is damaged.
    """
    path = database(db)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    begun = time.monotonic()
    try:
        with shown("backup, pages") as tell:
            backup.back_up(path, file, tell)
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
    kept under another name. Exit code 1 if FILE is damaged.
    """
    path = database(db)
    try:
        with shown("restore, pages") as tell:
            kept = backup.restore(file, path, tell)
    except Damaged as bad:
        raise Unusable(f"{bad} Nothing was changed.") from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    was = f"; what was there is {kept}" if kept else ""
    click.echo(f"{path} is {file} now{was}")
