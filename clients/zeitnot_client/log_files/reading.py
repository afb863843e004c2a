"""Reads a bot's log: the old files, then the present one, and then what is added."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from .filters import LogLine
from .log_file import OLD_FILES

MAX_LINE = 1 << 20  # bytes; the writer's lines are far shorter


def old_files(path: Path) -> list[Path]:
    """The renamed files of this log, the oldest first."""
    numbered = (path.with_name(f"{path.name}.{number}") for number in range(OLD_FILES, 0, -1))
    return [each for each in numbered if each.is_file()]


def decoded(raw: bytes) -> LogLine | None:
    """The line; None: it is no line of a log."""
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) and {"at", "event"} <= line.keys() else None


class LogReader:
    """Reads a log from its beginning, and goes on when the file is renamed. `skipped`: how many
    lines could not be read. Raises OSError if the file cannot be opened."""

    def __init__(self, path: Path) -> None:
        self.skipped = 0
        self._path = path
        self._file: BinaryIO = path.open("rb")
        self._rest = b""

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def all_so_far(self) -> Iterator[LogLine]:
        """Yields the lines of the old files and of the present one."""
        for old in old_files(self._path):
            if not os.path.samestat(old.stat(), self._opened()):
                yield from self._lines_of(old)
        yield from self.more()

    def more(self) -> Iterator[LogLine]:
        """Yields the lines that have been added since the last call, including those of new files
        under the same name. A line without its line break is not complete, and comes later."""
        yield from self._lines(self._file)
        if not self._is_replaced():
            return
        yield from self._lines(self._file)  # what was written before it was renamed
        opened, newer = self._opened(), list[Path]()
        for old in old_files(self._path):
            newer = [] if os.path.samestat(old.stat(), opened) else [*newer, old]
        for old in newer:
            yield from self._lines_of(old)
        self._file.close()
        self._file, self._rest = self._path.open("rb"), b""
        yield from self._lines(self._file)

    def _lines_of(self, old: Path) -> Iterator[LogLine]:
        self._rest = b""
        with old.open("rb") as file:
            yield from self._lines(file)
        self._rest = b""

    def _opened(self) -> os.stat_result:
        return os.fstat(self._file.fileno())

    def _is_replaced(self) -> bool:
        """Whether another file has the name now, or this one has become shorter."""
        try:
            named = self._path.stat()
        except FileNotFoundError:
            return False  # it is being renamed
        return not os.path.samestat(named, self._opened()) or named.st_size < self._file.tell()

    def _lines(self, file: BinaryIO) -> Iterator[LogLine]:
        while chunk := file.readline(MAX_LINE):
            self._rest += chunk
            if not chunk.endswith(b"\n") and len(self._rest) < MAX_LINE:
                return
            raw, self._rest = self._rest, b""
            if (line := decoded(raw)) is not None:
                yield line
            elif raw.strip():
                self.skipped += 1
