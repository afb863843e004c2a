"""Whether the write-ahead log (WAL) still has the frames that its index lists.

A WAL that is truncated in place keeps its inode, and SQLite, which goes by the index in the -shm
file, continues to write after the gap. The file's length alone is no proof: another process may
truncate it by a checkpoint (TRUNCATE), which updates the index. So the WAL and its index are
compared, and the result counts only if the index was the same before and after: SQLite resets a WAL
first in the index and then in the file.

A sound WAL begins with the salts that are in the index, and is long enough for all its frames. A
gap in the middle over which SQLite has written is not detected. A frame is here one page in the WAL
with its header, as in SQLite's documentation. Formats:
https://www.sqlite.org/walformat.html and https://www.sqlite.org/fileformat2.html#walformat
"""

import os
import struct
from pathlib import Path

from .lock import beside

_INDEX = struct.Struct("=3I2BHI12x8s8x")
"""In the machine's byte order: version, unused, change counter, whether it is initialized, byte
order of the checksums, page size (1: 65536), number of frames; then the salts, as they are in the
WAL."""
_WAL_HEADER_BYTES, _SALTS = 32, slice(16, 24)
_FRAME_HEADER_BYTES = 24


class WalIndex:
    """The index of a database that is open, until `close`. Raises OSError."""

    def __init__(self, database: Path) -> None:
        self._wal = beside(database, "-wal")
        self._fd = os.open(beside(database, "-shm"), os.O_RDONLY | os.O_CLOEXEC)

    def is_truncated(self) -> bool:
        """Whether the WAL lacks frames that the index lists. Raises OSError."""
        index = os.pread(self._fd, _INDEX.size, 0)
        length, header = self._read()
        if len(index) < _INDEX.size or os.pread(self._fd, _INDEX.size, 0) != index:
            return False  # just being written: left to the next check
        _, _, _, valid, _, page, frames, salts = _INDEX.unpack(index)
        if not valid or not frames:
            return False
        page_bytes = 65536 if page == 1 else page
        min_length = _WAL_HEADER_BYTES + frames * (_FRAME_HEADER_BYTES + page_bytes)
        return bool(length < min_length or header[_SALTS] != salts)

    def _read(self) -> tuple[int, bytes]:
        """The WAL's length, and its header."""
        fd = os.open(self._wal, os.O_RDONLY | os.O_CLOEXEC)
        try:
            return os.fstat(fd).st_size, os.pread(fd, _WAL_HEADER_BYTES, 0)
        finally:
            os.close(fd)

    def close(self) -> None:
        """Must be called after every connection of this process is closed: a process that closes a
        file loses all its locks on it, SQLite's included (POSIX)."""
        os.close(self._fd)
