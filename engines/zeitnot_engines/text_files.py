"""Readers with size limits, for files of unknown origin. Errors name the line."""

from collections.abc import Iterator
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

MB = 1 << 20
MAX_LINE_BYTES = MB
MAX_RECORD_BYTES = 16 * MB  # of one game, on one line or several
MAX_BLANK_LINES = 100_000  # in a row
# The errors of parsing a file that this program has not written.
MALFORMED_ERRORS = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError)


class BadFile(ValueError):
    """A file is invalid. `line`: where, from 1; 0 for the file as a whole."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}." if line else f"{problem}.")
        self.line = line


def numbered_lines(file: BinaryIO, max_bytes: int = MAX_LINE_BYTES) -> Iterator[tuple[int, str]]:
    """Yields each line, without its end, and its number. Raises BadFile for a line that is longer
    than `max_bytes` or not UTF-8, and for too many blank lines."""
    number = last_filled = 0
    while line := file.readline(max_bytes + 2):
        number += 1
        text = line.rstrip(b"\r\n")
        last_filled = number if text else last_filled
        if number - last_filled > MAX_BLANK_LINES:
            raise BadFile(number, f"more than {MAX_BLANK_LINES} lines before it are blank")
        if len(text) > max_bytes:
            raise BadFile(number, f"it is longer than {size_text(max_bytes)}")
        try:
            yield number, text.decode()
        except UnicodeDecodeError:
            raise BadFile(number, "it is not UTF-8 text") from None


def lines_of(path: Path, max_bytes: int = MAX_LINE_BYTES) -> Iterator[tuple[int, str]]:
    """Yields the numbered lines of a file. Raises BadFile, OSError."""
    with path.open("rb") as file:
        yield from numbered_lines(file, max_bytes)


def complete_lines(path: Path, max_bytes: int = MAX_LINE_BYTES) -> Iterator[tuple[int, str]]:
    """Yields the numbered lines of a file to which lines are appended, none if it does not exist. A
    last line without an end is omitted, because the machine stopped while it was being written.
    Raises BadFile, OSError."""
    if not path.exists():
        return
    with path.open("rb") as file:
        end = _end_of_lines(file, max_bytes)
        file.seek(0)
        for number, line in numbered_lines(file, max_bytes):
            if file.tell() > end:
                break
            yield number, line


def has_partial_line(path: Path) -> bool:
    """Whether the last line of a file has no end. Raises OSError."""
    with path.open("rb") as file:
        size = file.seek(0, SEEK_END)
        file.seek(max(0, size - 1))
        return file.read() not in (b"", b"\n")


def drop_partial_line(path: Path, max_bytes: int = MAX_LINE_BYTES) -> None:
    """Removes a last line that has no end, so that lines can be appended; does nothing if there is
    no such file. Call it only after all lines were read, so that a file of another kind is never
    changed. Raises BadFile, OSError."""
    if path.exists():
        with path.open("rb+") as file:
            file.truncate(_end_of_lines(file, max_bytes))


def read_text(path: Path, max_bytes: int) -> str:
    """The text of a file of at most `max_bytes`. Raises BadFile, OSError."""
    try:
        return read_bytes(path, max_bytes).decode()
    except UnicodeDecodeError as bad:
        line = bad.object.count(b"\n", 0, bad.start) + 1
        raise BadFile(line, "it is not UTF-8 text") from None


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """The bytes of a file of at most `max_bytes`. Raises BadFile, OSError."""
    with path.open("rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise BadFile(0, f"The file is longer than {size_text(max_bytes)}")
    return data


def size_text(size: int) -> str:
    """A size such as `64 MB`."""
    return f"{size // MB} MB" if size >= MB else f"{size} bytes"


def _end_of_lines(file: BinaryIO, max_bytes: int) -> int:
    """Where the last complete line ends. Raises BadFile for a last line that is too long, and for a
    file whose only line has no end."""
    size = file.seek(0, SEEK_END)
    begin = max(0, size - max_bytes - 2)
    file.seek(begin)
    found = file.read(size - begin).rfind(b"\n")
    if found < 0 < begin:
        raise BadFile(0, f"Its last line is longer than {size_text(max_bytes)}")
    if found < 0 < size:
        raise BadFile(1, "it has no end")
    return begin + found + 1
