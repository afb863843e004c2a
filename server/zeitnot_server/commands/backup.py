"""`zeitnot backup` and `zeitnot restore`: copying the database, and restoring a copy."""

import shlex
import time
from pathlib import Path

import click

from zeitnot_client.commands.paths import PathType

from .. import database
from ..store import Damaged, ReadFailed, StoreError
from .archive import DamagedDatabase, database_file, db_option
from .progress import progress_bar

_COPIES = "pg_dump or pg_basebackup copies it (docs/how-to/cluster.md#backups)."
_RESTORES = "pg_restore puts a dump of it back (docs/how-to/cluster.md#put-a-dump-back)."


@click.command("backup")
@click.argument("file", type=PathType(path_type=Path))
@db_option
def back_up(file: Path, db: str | None) -> None:
    """Copy the database to FILE, while games are played or not.

    The copy is one file, as the database was at one moment, checked and synced to disk before it
    gets its name. FILE must not exist. Exit code 1 if the database is damaged.
    """
    path = database_file(db, _COPIES)
    if not path.is_file():
        raise click.UsageError(f"There is no database {path}.")
    started = time.monotonic()
    try:
        with progress_bar("backup, pages") as report:
            database.back_up(path, file, report)
    except Damaged as bad:
        raise DamagedDatabase(f"{bad} No copy was made.") from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    size = file.stat().st_size
    click.echo(f"{file}: {size} bytes in {time.monotonic() - started:.1f} s")


@click.command()
@click.argument("file", type=PathType(path_type=Path))
@db_option
def restore(file: Path, db: str | None) -> None:
    """Put a copy of FILE, a backup, in the place of the database.

    The server must not be running. FILE is checked before anything is changed; what was there is
    kept under another name. What the operator has done since the backup, and tokens that have been
    revoked since, is counted: it is undone. Exit code 1 if FILE is damaged.
    """
    path = database_file(db, _RESTORES)
    try:
        with progress_bar("restore, pages") as report:
            replaced = database.restore(file, path, report)
    except Damaged as bad:
        raise DamagedDatabase(f"{bad} Nothing was changed.") from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    kept = f"; what was there is {replaced}" if replaced else ""
    click.echo(f"{path} is {file} now{kept}")
    if replaced and (undone := _lost_acts(replaced, path)):
        click.echo(undone)


def _lost_acts(replaced: Path, path: Path) -> str | None:
    """A sentence about the acts in the replaced database's audit log that the backup's lacks;
    None if there are none."""
    try:
        acts, end_count = database.undone(replaced, path)
    except ReadFailed:
        return (
            f"What the operator did since is undone; the audit log of {replaced} could not be"
            " compared."
        )
    if not acts and not end_count:
        return None
    return (
        f"Newer than the backup, and so undone: {acts} acts of the operator (bans, names, removed"
        f" chat), and {end_count} times a token was revoked or rotated, or a session logged out. To"
        f" see what has to be done again: zeitnot admin log --db {shlex.quote(str(replaced))}"
    )
