"""Detects hard links of a database to which its write-ahead log does not belong.

SQLite looks for the write-ahead log (WAL) beside the name by which it opens the file. By another
name (a hard link) it sees the file without the content of the WAL, and writes a second WAL, which
damages the file once both are checkpointed. Symbolic links are harmless, because SQLite follows
them first.

A restore gives the file a second name, and a moment later puts another file under the first name.
If it is killed in between, both names remain.
"""

import fcntl
import os
import sys
from pathlib import Path

from ..errors import OtherName
from .lock import beside

KEPT_SUFFIX = ".before-restore-"
"""Between the database's name and a number: the name of a database that a restore has replaced."""


def check_name(database: Path) -> None:
    """Checks a database before it is opened without its lock. Raises OtherName if a server has it
    open under another name, or if the WAL is beside another name; changes nothing. No SQLite
    connection of this process may have the file open (`lock`)."""
    file = database.resolve()
    if not _is_linked(file) or is_served(file):
        return
    for other in _others(file):
        if is_served(other):
            raise OtherName(f"{database} is another name of a database that is in use: {other}.")
    if sys.platform == "linux" and _is_held(file):
        raise OtherName(
            f"{database} is another name of a database that is in use. Use the name with "
            "which its server was started."
        )
    check_wal(database)


def check_wal(database: Path) -> None:
    """Raises OtherName if the WAL is beside another name in the same folder. Names in other folders
    cannot be found."""
    file = database.resolve()
    if not _is_linked(file) or _has_wal(file):
        return
    for other in _others(file):
        if _has_wal(other):
            raise OtherName(
                f"{database} is another name of {other}, where its log is. Use that name."
            )


def undo_restore(database: Path) -> None:
    """Removes the second name left by a restore that was killed before it replaced the database,
    and moves a WAL beside that name back. The lock must be held. Raises OSError."""
    file = database.resolve()
    if not _is_linked(file):
        return
    for backup in _others(file):
        if not backup.name.startswith(f"{file.name}{KEPT_SUFFIX}"):
            continue
        if _has_wal(backup):
            if _has_wal(file):
                continue  # it is unknown which of them is the right one
            beside(backup, "-wal").replace(beside(file, "-wal"))
        for suffix in ("-wal", "-shm", ""):
            beside(backup, suffix).unlink(missing_ok=True)


def _is_linked(file: Path) -> bool:
    """Whether the file has several names (hard links)."""
    try:
        return file.stat().st_nlink > 1
    except OSError:
        return False


def _others(file: Path) -> list[Path]:
    """Its other names in its folder."""
    status = file.stat()
    try:
        names = sorted(
            entry.name
            for entry in os.scandir(file.parent)
            if entry.inode() == status.st_ino and entry.name != file.name
        )
    except OSError:  # a folder that may not be listed
        return []
    return [other for name in names if os.path.samefile(other := file.with_name(name), file)]


def _has_wal(file: Path) -> bool:
    try:
        return beside(file, "-wal").stat().st_size > 0
    except OSError:
        return False


def is_served(database: Path) -> bool:
    """Whether a server was started with this name. Checks only the lock file, so that a process
    that has the database open keeps SQLite's locks on it (`lock`)."""
    return _is_held(beside(database, ".lock"))


def _is_held(path: Path) -> bool:
    """Whether a process has locked the file by flock(2)."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # a file system without locks
        return False
    finally:
        os.close(fd)
    return False
