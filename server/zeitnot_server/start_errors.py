"""Errors because of which a server cannot start on its database, or continue: one sentence with the
path, and the exit status that says whether another attempt may help (`exits`)."""

import contextlib
import errno
from collections.abc import Iterator
from pathlib import Path

from .database import Place, is_full
from .exits import DAMAGED, NO_ACCESS, TEMPORARY_FAILURE
from .free_space import free_bytes
from .store import Busy, Damaged, ReadFailed, SlowRead, StoreError, Unavailable, WriteFailed
from .store.errors import causes

MIN_FREE_BYTES = 1 << 17
_FULL_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT})
_TEMPORARY_ERRORS = frozenset({errno.EIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EAGAIN})
_ACCESS_ERRORS = frozenset(
    {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EISDIR}
)


class StartFailed(Exception):
    """The server cannot start; the message is one sentence, `status` the exit status."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class DiskFull(StartFailed):
    """The disk is full; later there may be room."""

    def __init__(self, path: Place | str) -> None:
        super().__init__(
            f"The disk is full, so {path} cannot be written. Trying again.", TEMPORARY_FAILURE
        )


@contextlib.contextmanager
def translating_errors(database: Place) -> Iterator[None]:
    """Turns errors of disk and file system into StartFailed, during the whole life of a server;
    other errors are raised unchanged."""
    try:
        yield
    except Damaged as bad:
        raise StartFailed(str(bad), DAMAGED) from bad
    except StoreError as bad:
        if any(map(is_full, causes(bad))):
            raise DiskFull(database) from bad
        if not isinstance(bad, ReadFailed | SlowRead | Busy | WriteFailed):
            raise
        if isinstance(database, Path) and _is_disk_full(
            database.parent
        ):  # for -shm, SQLite reports another error
            raise DiskFull(database) from bad
        subject = "" if isinstance(bad, Unavailable) else f"The database {database}: "
        raise StartFailed(f"{subject}{bad} Trying again.", TEMPORARY_FAILURE) from bad
    except OSError as bad:
        if bad.errno in _FULL_ERRORS:
            raise DiskFull(bad.filename or database) from bad
        if bad.errno in _TEMPORARY_ERRORS:
            place = bad.filename or database
            raise StartFailed(f"{place}: {bad.strerror}; trying again.", TEMPORARY_FAILURE) from bad
        if bad.errno in _ACCESS_ERRORS and bad.filename:
            raise StartFailed(f"{bad.filename}: {bad.strerror}.", NO_ACCESS) from bad
        raise


def _is_disk_full(folder: Path) -> bool:
    try:
        return free_bytes(folder) < MIN_FREE_BYTES
    except OSError:
        return False
