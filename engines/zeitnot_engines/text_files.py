"""Files of other programs and of people, read with bounds: nothing of them is kept that is longer
than a reader allows, and what is wrong with one is a sentence that names its line.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

MB = 1 << 20
LONGEST_LINE = MB
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
    """The lines of a file to which whole lines are added, none if it does not exist. A last one
    that has no end was being written when the machine stopped: after all others it is cut off.
    Raises BadFile, OSError."""
    if not path.exists():
        return
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        end = _end_of_lines(file, size, longest)
        file.seek(0)
        if not end and size:
            raise BadFile(1, "it has no end")
        for number, line in numbered_lines(file, longest):
            if file.tell() > end:
                break
            yield number, line
    if end < size:
        os.truncate(path, end)


def whole_text(path: Path, most: int) -> str:
    """All of a file that has at most so many bytes. Raises BadFile, OSError."""
    try:
        return whole_bytes(path, most).decode()
    except UnicodeDecodeError as bad:
        line = bad.object.count(b"\n", 0, bad.start) + 1
        raise BadFile(line, "it is not UTF-8 text") from None


def whole_bytes(path: Path, most: int) -> bytes:
    """The same, of a file that is no text. Raises BadFile, OSError."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadFile(0, f"The file is longer than {size_text(most)}")
    return data


def size_text(size: int) -> str:
    """As `64 MB`."""
    return f"{size // MB} MB" if size >= MB else f"{size} bytes"


def _end_of_lines(file: BinaryIO, size: int, longest: int) -> int:
    """Where the last end of a line is. Raises BadFile for a last line that is too long."""
    begin = max(0, size - longest - 2)
    file.seek(begin)
    found = file.read(size - begin).rfind(b"\n")
    if found < 0 < begin:
        raise BadFile(0, f"Its last line is longer than {size_text(longest)}")
    return begin + found + 1
