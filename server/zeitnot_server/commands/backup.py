"""`zeitnot backup` and `zeitnot restore`: copy the database, and restore a copy."""

import shlex
import time
from pathlib import Path

import click

from zeitnot_client.commands.paths import PathType

from .. import database
from ..store import Damaged, ReadFailed, StoreError
from . import printing
from .archive import DamagedDatabase, database_file, db_option
from .progress import progress_bar

_COPIES = "use pg_dump or pg_basebackup (docs/how-to/cluster.md#backups)."
_RESTORES = "use pg_restore to put a dump back (docs/how-to/cluster.md#put-a-dump-back)."


@click.command("backup")
@click.argument("file", type=PathType(path_type=Path))
@db_option
def back_up(file: Path, db: str | None) -> None:
    """Copy the database to FILE; a server may be using it.

    The copy is a single file: a snapshot of the database, checked and synced to disk before it gets
    its name. FILE must not exist. The exit code is 1 if the database is damaged.
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
    """Replace the database with a copy of FILE, a backup.

    The server must not be running. FILE is checked before anything is changed, and the replaced
    database is kept under another name. Prints how many acts of the operator and revocations of
    tokens since the backup are undone. The exit code is 1 if FILE is damaged.
    """
    path = database_file(db, _RESTORES)
    try:
        with progress_bar("restore, pages") as report:
            replaced = database.restore(file, path, report)
    except Damaged as bad:
        raise DamagedDatabase(f"{bad} Nothing was changed.") from None
    except (StoreError, OSError) as bad:
        raise click.UsageError(str(bad)) from None
    kept = f"; the replaced database is kept as {replaced}" if replaced else ""
    click.echo(f"{path} is now a copy of {file}{kept}")
    if replaced and (undone := _lost_acts(replaced, path)):
        click.echo(undone)


def _lost_acts(replaced: Path, path: Path) -> str | None:
    """A sentence about the actions in the replaced database's audit log that the backup's lacks;
    None if there are none."""
    try:
        acts, end_count = database.undone(replaced, path)
    except ReadFailed:
        return (
            "The operator's acts after the backup are undone; the audit log of "
            f"{replaced} could not be compared with it."
        )
    if not acts and not end_count:
        return None
    return (
        "Undone, because it is newer than the backup: "
        f"{printing.counted(acts, 'act', 'acts')} of the operator (bans, names, removed "
        f"chat), and {printing.counted(end_count, 'token', 'tokens')} revoked, rotated or "
        "logged out. To see what has to be done again: zeitnot admin log --db "
        f"{shlex.quote(str(replaced))}"
    )
