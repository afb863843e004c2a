"""Whose the files beside a database are, when root makes them: the database's owner's, who could
not open them else. Everybody else owns what he makes, as usual.

Only a file that was just made is given away. One that is there already may be a link to anything,
put there by the very owner.
"""

import os
from pathlib import Path


def open_beside(path: Path, database: Path) -> int:
    """Opens a companion file of the database to read and write, and makes it, for its owner only,
    if it is not there. Raises OSError."""
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
    """Gives a file just made, open as `fd`, to the owner of the database, or of its folder if there
    is none yet. Raises PermissionError; does nothing for who is not root."""
    if os.geteuid() != 0:
        return
    like = (database if database.exists() else database.parent).stat()
    made = os.fstat(fd)
    if (made.st_uid, made.st_gid) == (like.st_uid, like.st_gid):
        return
    try:
        os.fchown(fd, like.st_uid, like.st_gid)
    except OSError as bad:
        raise PermissionError(
            f"{path} cannot be given to user {like.st_uid}, whose {database} is ({bad.strerror});"
            " run this as that user."
        ) from None
