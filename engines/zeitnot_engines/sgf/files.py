"""Reads the games of SGF files and folders."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from .record import Record, read_all
from .tree import MAX_BYTES, BadSgf

SUFFIX = ".sgf"
T = TypeVar("T")


def sgf_files(path: Path) -> list[Path]:
    """The file itself, or all SGF files in the folder and its subfolders."""
    if not path.is_dir():
        return [path]
    return [file for file in sorted(path.rglob("*")) if file.suffix.lower() == SUFFIX]


def map_games(function: Callable[[Record], T], file: Path) -> Iterator[T]:
    """Yields the function's result for each game of the file. Raises BadSgf with the file's name,
    also if the function raises it or the file cannot be read."""
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
        for record in read_all(data):
            yield function(record)
    except (OSError, BadSgf) as bad:
        raise BadSgf(f"{file}: {bad}") from None
