"""Tables of exact endings: what is still to be made in a folder, making it, and opening them."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ._core import EndTables, TableMaker, games_with_tables

# Of a value on the disk; EinStein's three stones against three take 3.06, smaller tables less.
BYTES_A_VALUE = 3.1
HEADERS = 10_000  # bytes that a table takes however small it is


@dataclass(frozen=True, slots=True)
class Part:
    """One table: its file is NAME.table."""

    name: str
    values: int

    @property
    def bytes(self) -> int:
        """What it will take on the disk, at most, by experience."""
        return round(self.values * BYTES_A_VALUE) + HEADERS


class Tablebase:
    """The tables of one game in one folder, which need not be there yet.

    Raises ValueError for a game without tables and for tables that are damaged.
    """

    def __init__(self, game: str, folder: Path) -> None:
        self._maker = TableMaker(game, str(folder))
        self._game, self._folder = game, folder
        if any(self.has(part) for part in self.parts(self._maker.most)):
            EndTables(game, str(folder))

    @property
    def most(self) -> int:
        """The most stones a side."""
        return self._maker.most

    def parts(self, stones: int) -> list[Part]:
        """The tables for up to so many stones a side, each after those it is made from."""
        return [Part(name, values) for name, values in self._maker.parts(stones)]

    def has(self, part: Part) -> bool:
        """Whether it is made."""
        return (self._folder / f"{part.name}.table").exists()

    def missing(self, stones: int) -> list[Part]:
        """What is still to be made."""
        return [part for part in self.parts(stones) if not self.has(part)]

    def lacking_bytes(self, missing: list[Part]) -> int:
        """How much room the disk lacks for these; 0 or less if there is enough."""
        there = next(p for p in (self._folder, *self._folder.absolute().parents) if p.exists())
        return sum(part.bytes for part in missing) - shutil.disk_usage(there).free

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Makes the folder and keeps other builders out. Raises BlockingIOError if there is one,
        OSError if the folder cannot be made."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / f"{self._game}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield

    def make(self, part: Part) -> None:
        """Makes one of `missing`, the first before the others. Raises ValueError."""
        self._maker.make(part.name)


def open_tables(game: str, folder: Path | None) -> EndTables | None:
    """The game's tables in a folder; None without a folder and for a game that has none.

    Raises ValueError for a folder without any, and for damage.
    """
    if folder is None or game not in games_with_tables():
        return None
    return EndTables(game, str(folder))
