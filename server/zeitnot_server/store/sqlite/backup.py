"""Backups of a database, taken while a server writes, and restoring one.

A backup is one snapshot, read page by page through SQLite's backup API in steps of STEP_PAGES on a
read-only connection. Commits do not wait for it; but while the snapshot lasts, the write-ahead log
cannot be reset, so it grows by what is written meanwhile. A backup is one file, not in WAL mode,
under a temporary name until it is complete and on disk. Its last run gets another key, so that no
`.alive` file of another database is trusted (`runs`).
"""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from ..audit import AuditDifference
from ..errors import BadCopyName, Damaged, OtherName, ReadFailed
from ..owner import give
from . import runs
from . import undone as undone_acts
from .connect import connect_reading, uri_reading
from .links import KEPT_SUFFIX, check_name, undo_restore
from .lock import COMPANIONS, Lock, beside
from .migrate import known_revision

STEP_PAGES = 1024  # 4 MiB
MAX_KEPT = 999

Progress = Callable[[int, int], None]
"""Called with pages done and pages in all."""


def back_up(database: Path, to: Path, progress: Progress = lambda done, total: None) -> None:
    """Copies the database to a file that must not exist yet.

    Raises FileExistsError, BadCopyName, OtherName, ReadFailed, SchemaError, Damaged, OSError, and
    then leaves no file behind.
    """
    if os.path.lexists(to):
        raise FileExistsError(f"{to} already exists.")
    _check_copy_name(to)
    check_name(database)
    with _copy_beside(database, to, progress) as copy:
        try:
            os.link(copy, to)  # unlike a rename it replaces nothing
        except FileExistsError:
            raise FileExistsError(f"{to} already exists.") from None
        except OSError:  # a file system without links
            copy.rename(to)
    sync_folder(to.parent)


def _check_copy_name(to: Path) -> None:
    """Raises BadCopyName if SQLite would take the copy for the journal or write-ahead log of a
    database, or an existing file for that of the copy."""
    for suffix in COMPANIONS:
        database = to.with_name(to.name.removesuffix(suffix) or to.name)
        if database != to and os.path.lexists(database):
            raise BadCopyName(
                f"SQLite would take {to} for a part of {database}. Choose another name."
            )
    for suffix in ("-journal", "-wal"):
        if os.path.lexists(file := beside(to, suffix)):
            raise BadCopyName(f"SQLite would take {file} for a part of {to}. Choose another name.")


def restore(
    backup: Path, database: Path, progress: Progress = lambda done, total: None
) -> Path | None:
    """Replaces the database by a copy of the backup; returns the path of the old database.

    Raises DatabaseInUse, ReadFailed, SchemaError, Damaged, OSError, and then has changed nothing.
    """
    if not backup.is_file():
        raise ReadFailed(f"There is no backup {backup}.")
    if database.exists() and backup.samefile(database) and backup.resolve() != database.resolve():
        raise OtherName(f"{backup} is not a copy, but another name of {database}.")
    check_name(backup)
    with Lock(database), _copy_beside(backup, database, progress, as_database=True) as copy:
        undo_restore(database)
        replaced = _keep(database) if database.exists() else None
        for suffix in ("-wal", "-shm", ".alive"):
            beside(database, suffix).unlink(missing_ok=True)
        copy.replace(database)
        sync_folder(database.parent)
    return replaced


def undone(replaced: Path, path: Path) -> AuditDifference:
    """How many acts the audit log of the replaced database has that the backup lacks. Raises
    ReadFailed."""
    try:
        with contextlib.closing(connect_reading(replaced)) as connection:
            return undone_acts.undone(connection, uri_reading(path))
    except sqlite3.Error as error:
        raise ReadFailed(f"The audit log of {replaced} could not be compared: {error}.") from error


def sync_folder(folder: Path) -> None:
    """Makes the entries of a folder durable. Raises OSError."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextlib.contextmanager
def _copy_beside(
    source: Path, to: Path, progress: Progress, *, as_database: bool = False
) -> Iterator[Path]:
    """A copy, complete and on disk, under a temporary name beside its final one, readable by its
    owner only (the database's owner if it is to replace a database); removed if it still has the
    temporary name at the end."""
    to.parent.mkdir(parents=True, exist_ok=True)
    fd, name = tempfile.mkstemp(prefix=f"{to.name}.", suffix=".partial", dir=to.parent)
    copy = Path(name)
    try:
        if as_database:
            give(fd, copy, to)
        _copy(source, copy, _syncing(fd, progress))
        os.fsync(fd)
        yield copy
    finally:
        os.close(fd)
        for suffix in ("", "-journal", "-wal", "-shm"):
            beside(copy, suffix).unlink(missing_ok=True)


def _syncing(fd: int, progress: Progress) -> Progress:
    """Syncs after each step: one sync at the end would delay commits for a tenth of a second and
    more."""

    def step(done: int, total: int) -> None:
        os.fdatasync(fd)
        progress(done, total)

    return step


def _copy(source: Path, to: Path, progress: Progress) -> None:
    try:
        with (
            contextlib.closing(
                connect_reading(source, immutable=_is_standalone_copy(source))
            ) as reading,
            contextlib.closing(sqlite3.connect(to, isolation_level=None)) as writing,
        ):
            known_revision(reading, source)
            writing.execute("PRAGMA synchronous=OFF").fetchall()  # synced once, when it is complete
            _snapshot(reading, writing, progress)
            _make_independent(source, writing)
    except sqlite3.DatabaseError as error:
        if (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise Damaged(f"{source} is damaged: {error}.") from error
        raise ReadFailed(f"{source} could not be copied: {error}.") from error


def _is_standalone_copy(source: Path) -> bool:
    """Whether the file has no write-ahead log or lock file beside it, so that no server can have it
    open."""
    return not any(beside(source, suffix).exists() for suffix in ("-wal", ".lock"))


def _snapshot(reading: sqlite3.Connection, writing: sqlite3.Connection, progress: Progress) -> None:
    reading.execute("BEGIN")  # without it the backup would begin again after every commit
    reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    reading.backup(
        writing,
        pages=STEP_PAGES,
        progress=lambda _status, left, total: progress(total - left, total),
        sleep=0,
    )
    reading.execute("ROLLBACK")


def _make_independent(source: Path, copy: sqlite3.Connection) -> None:
    """Checks the copy, and gives it another identity."""
    copy.execute("PRAGMA journal_mode=DELETE").fetchall()
    (integrity,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
    if integrity != "ok":
        raise Damaged(f"{source} is damaged: {' '.join(integrity.split())}.")
    if copy.execute("SELECT 1 FROM pragma_table_info('run') WHERE name = 'key'").fetchone():
        runs.change_key(copy)


def _keep(database: Path) -> Path:
    """Gives the database a second name; if its write-ahead log cannot be checkpointed, that is
    moved beside the second name."""
    _checkpoint(database)
    for number in range(1, MAX_KEPT + 1):
        target = beside(database, f"{KEPT_SUFFIX}{number}")
        with contextlib.suppress(FileExistsError):
            os.link(database, target)
            break
    else:
        raise FileExistsError(
            f"There are already {MAX_KEPT} kept copies of {database}. Remove some."
        )
    wal = beside(database, "-wal")
    if wal.exists():
        wal.rename(beside(target, "-wal"))
    return target


def _checkpoint(database: Path) -> None:
    """Checkpoints the write-ahead log that a killed server has left, if the database can be opened;
    otherwise neither file is changed."""
    with contextlib.suppress(sqlite3.DatabaseError):
        with contextlib.closing(connect_reading(database)) as reading:
            reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as writing:
            writing.execute("PRAGMA journal_mode=DELETE").fetchall()
