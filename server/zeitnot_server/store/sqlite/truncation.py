"""Whether the write-ahead log still holds what its index says it holds.

A log that is emptied or cut short in place keeps its inode, and SQLite, which goes by the index in
the -shm file, writes on behind the gap. Its length alone says nothing: other programs that know
SQLite may empty it by a checkpoint (TRUNCATE), of which the index then tells. So log and index are
compared, and only what the index says before and after the look is taken for true: SQLite begins a
log anew in the index first and in the file after that.

Two things are sure then: the log begins with the salts that the index has, and is long enough for
all its frames. A gap in the middle over which more has been written is not seen here.
Formats: https://www.sqlite.org/walformat.html and https://www.sqlite.org/fileformat2.html#walformat
"""

import os
import struct
from pathlib import Path

from .lock import beside

_INDEX = struct.Struct("=3I2BHI12x8s8x")
"""In the machine's byte order: version, unused, changes, whether it is valid, byte order of the
checksums, page size (1: 65536), frames; then the salts, as they stand in the log."""
_LOG_HEADER, _SALTS = 32, slice(16, 24)
_FRAME_HEADER = 24


class LogIndex:
    """The index of a database that is open, until `close`. Raises OSError."""

    def __init__(self, database: Path) -> None:
        self._log = beside(database, "-wal")
        self._fd = os.open(beside(database, "-shm"), os.O_RDONLY | os.O_CLOEXEC)

    def is_truncated(self) -> bool:
        """Whether the log lacks frames that it has had. Raises OSError."""
        index = os.pread(self._fd, _INDEX.size, 0)
        length, head = self._read()
        if len(index) < _INDEX.size or os.pread(self._fd, _INDEX.size, 0) != index:
            return False  # it is being written: the next check tells
        _, _, _, valid, _, page, frames, salts = _INDEX.unpack(index)
        if not valid or not frames:
            return False
        page_bytes = 65536 if page == 1 else page
        least = _LOG_HEADER + frames * (_FRAME_HEADER + page_bytes)
        return bool(length < least or head[_SALTS] != salts)

    def _read(self) -> tuple[int, bytes]:
        """The log's length, and its header."""
        fd = os.open(self._log, os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.fstat(fd).st_size, os.pread(fd, _LOG_HEADER, 0)
        finally:
            os.close(fd)

    def close(self) -> None:
        """To be called when no connection of this process has the database any more: with the file
        it loses all its locks on it, SQLite's too (POSIX)."""
        os.close(self._fd)
