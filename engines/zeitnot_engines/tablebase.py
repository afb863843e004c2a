"""Tablebases, exact values of endings in a folder: listing, making and opening tables."""

import fcntl
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ._core import Tablebase, TablebaseMaker, games_with_tablebase

HEADER_BYTES = 10_000  # of any table, at most


@dataclass(frozen=True, slots=True)
class Part:
    """One table: its file is NAME.table."""

    name: str
    values: int
    bytes: int  # the estimated size of its file, at most


class TablebaseFolder:
    """The folder of a game's tablebase, which may be incomplete.

    Raises ValueError for a game without a tablebase and for damaged tables.
    """

    def __init__(self, game: str, folder: Path) -> None:
        self._maker = TablebaseMaker(game, str(folder))
        self._game, self._folder = game, folder
        if any(self.has(part) for part in self.parts(self._maker.max_size)):
            Tablebase(game, str(folder))

    @property
    def max_size(self) -> int:
        """The largest size of a tablebase, in `unit`."""
        return self._maker.max_size

    @property
    def min_size(self) -> int:
        """The smallest size for which there are tables."""
        return next(size for size in range(1, self.max_size + 1) if self.parts(size))

    @property
    def present_size(self) -> int:
        """The largest size of which there is any table; 0 without tables."""
        sizes = range(self.max_size, 0, -1)
        return next((size for size in sizes if self._has_any_of(size)), 0)

    def _has_any_of(self, size: int) -> bool:
        smaller = {part.name for part in self.parts(size - 1)}
        return any(self.has(part) for part in self.parts(size) if part.name not in smaller)

    @property
    def usual_size(self) -> int:
        """The size that is built by default."""
        return self._maker.default_size

    @property
    def unit(self) -> str:
        """What the size counts, such as `stones a side`."""
        return self._maker.unit

    def parts(self, size: int) -> list[Part]:
        """The tables up to this size, each after the tables from which it is built."""
        each = self._maker.bytes_per_value
        return [
            Part(name, values, round(values * each) + HEADER_BYTES)
            for name, values in self._maker.parts(size)
        ]

    def has(self, part: Part) -> bool:
        """Whether the file of this part exists."""
        return (self._folder / f"{part.name}.table").exists()

    def missing(self, size: int) -> list[Part]:
        """The tables that do not exist yet."""
        return [part for part in self.parts(size) if not self.has(part)]

    def missing_disk_bytes(self, missing: list[Part]) -> int:
        """By how many bytes the free disk space is too small; 0 or less if there is enough."""
        existing = next(p for p in (self._folder, *self._folder.absolute().parents) if p.exists())
        return sum(part.bytes for part in missing) - shutil.disk_usage(existing).free

    @contextmanager
    def exclusive_lock(self) -> Iterator[None]:
        """Creates the folder, and locks it while tables are built. Raises BlockingIOError if
        another process has the lock, and OSError if the folder cannot be created."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / f"{self._game}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield

    def make(self, part: Part) -> None:
        """Builds a table; build those of `missing` in order. Raises ValueError."""
        self._maker.make(part.name)


def open_tablebase(game: str, folder: Path | None) -> Tablebase | None:
    """The game's tablebase in a folder; None without a folder, or for a game without tablebases.

    Raises ValueError for a folder without any table of the game, and for damaged tables.
    """
    if folder is None or game not in games_with_tablebase():
        return None
    return Tablebase(game, str(folder))


def open_tablebases(games: Iterable[str], folder: Path | None) -> dict[str, Tablebase]:
    """The tablebases of these games in a folder, as far as they exist.

    Raises ValueError if there is none of them, and for damaged tables.
    """
    possible = [game for game in games if game in games_with_tablebase()]
    if folder is None or not possible:
        return {}
    found = [game for game in possible if any(folder.glob(f"{game}-*.table"))]
    if not found:
        raise ValueError(f"{folder} contains no tables of {' or '.join(possible)}.")
    return {game: Tablebase(game, str(folder)) for game in found}
