"""Bounded readers for files of unknown origin. Errors name the line."""

from collections.abc import Iterator
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

MB = 1 << 20
LONGEST_LINE = MB
LONGEST_RECORD = 16 * MB  # of a game, on one line or on many
MAX_BLANK = 100_000  # lines one after the other
# What reading raises where a file is not as this program writes it.
NOT_AS_WRITTEN = (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError)


class BadFile(ValueError):
    """What is wrong with a file; `line`: where, from 1, or 0 for the whole."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}." if line else f"{problem}.")
        self.line = line


def numbered_lines(file: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[tuple[int, str]]:
    """Each line with its number, without its end. Raises BadFile for one that has more bytes than
    `longest`, or is not UTF-8, and for too many blank ones."""
    number = last = 0
    while line := file.readline(longest + 2):
        number += 1
        text = line.rstrip(b"\r\n")
        last = number if text else last
        if number - last > MAX_BLANK:
            raise BadFile(number, f"more than {MAX_BLANK} lines before it are blank")
        if len(text) > longest:
            raise BadFile(number, f"it is longer than {size_text(longest)}")
        try:
            yield number, text.decode()
        except UnicodeDecodeError:
            raise BadFile(number, "it is not UTF-8 text") from None


def lines_of(path: Path, longest: int = LONGEST_LINE) -> Iterator[tuple[int, str]]:
    """Those of a file. Raises BadFile, OSError."""
    with path.open("rb") as file:
        yield from numbered_lines(file, longest)


def whole_lines(path: Path, longest: int = LONGEST_LINE) -> Iterator[tuple[int, str]]:
    """The lines of a file to which whole lines are added, none if it does not exist, without a torn
    last one: it was being written when the machine stopped. Raises BadFile, OSError."""
    if not path.exists():
        return
    with path.open("rb") as file:
        end = _end_of_lines(file, longest)
        file.seek(0)
        for number, line in numbered_lines(file, longest):
            if file.tell() > end:
                break
            yield number, line


def cut_torn_line(path: Path, longest: int = LONGEST_LINE) -> None:
    """Cuts off a last line that has no end, so that lines can be added; does nothing if there is no
    such file. To be called after all lines were read: a file of another kind stays as it is.
    Raises BadFile, OSError."""
    if path.exists():
        with path.open("rb+") as file:
            file.truncate(_end_of_lines(file, longest))


def whole_text(path: Path, max_bytes: int) -> str:
    """All of a file that has at most so many bytes. Raises BadFile, OSError."""
    try:
        return whole_bytes(path, max_bytes).decode()
    except UnicodeDecodeError as bad:
        line = bad.object.count(b"\n", 0, bad.start) + 1
        raise BadFile(line, "it is not UTF-8 text") from None


def whole_bytes(path: Path, max_bytes: int) -> bytes:
    """The same, of a file that is no text. Raises BadFile, OSError."""
    with path.open("rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise BadFile(0, f"The file is longer than {size_text(max_bytes)}")
    return data


def size_text(size: int) -> str:
    """As `64 MB`."""
    return f"{size // MB} MB" if size >= MB else f"{size} bytes"


def _end_of_lines(file: BinaryIO, longest: int) -> int:
    """Where the last whole line ends. Raises BadFile for a last line that is too long, or is the
    only one and has no end."""
    size = file.seek(0, SEEK_END)
    begin = max(0, size - longest - 2)
    file.seek(begin)
    found = file.read(size - begin).rfind(b"\n")
    if found < 0 < begin:
        raise BadFile(0, f"Its last line is longer than {size_text(longest)}")
    if found < 0 < size:
        raise BadFile(1, "it has no end")
    return begin + found + 1
