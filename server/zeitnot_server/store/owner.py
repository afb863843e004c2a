"""Gives files that root creates beside a database to the database's owner, because the owner could
not open them otherwise. Files created by other users keep their owner.

Only a newly created file changes its owner: an existing one may be a link to any file, made by the
database's owner.
"""

import os
from pathlib import Path


def open_beside(path: Path, database: Path) -> int:
    """Opens a companion file of the database for reading and writing, and creates it, with access
    for its owner only, if it does not exist. Raises OSError."""
    flags = os.O_RDWR | os.O_CLOEXEC
    while True:
        try:
            fd = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
            break
        except FileExistsError:
            pass
        try:
            return os.open(path, flags)
        except FileNotFoundError:
            if path.is_symlink():
                raise
    try:
        give(fd, path, database)
    except OSError:
        os.close(fd)
        path.unlink(missing_ok=True)
        raise
    return fd


def give(fd: int, path: Path, database: Path) -> None:
    """Gives a file just created, open as `fd`, to the owner of the database, or of its folder if
    there is no database yet. Raises PermissionError; does nothing unless run as root."""
    if os.geteuid() != 0:
        return
    owner = (database if database.exists() else database.parent).stat()
    status = os.fstat(fd)
    if (status.st_uid, status.st_gid) == (owner.st_uid, owner.st_gid):
        return
    try:
        os.fchown(fd, owner.st_uid, owner.st_gid)
    except OSError as bad:
        raise PermissionError(
            f"{path} cannot be given to user {owner.st_uid}, whose {database} is ({bad.strerror});"
            " run this as that user."
        ) from None
