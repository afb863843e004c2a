"""The state of a training on disk between runs: one file, replaced atomically."""

import json
import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ..text_files import LONGEST_LINE, NOT_AS_WRITTEN

MAX_BYTES = 1 << 31  # a larger file is damaged


@dataclass
class TrainingState:
    """`games` played so far; `rows`: measurements, each after its number of games; `data`: all that
    is learnt, in the engine's own form, empty to begin with.

    The file: a line of JSON that ends with the SHA-256 of `data`, then `data`.
    """

    path: Path
    game: str
    games: int = 0
    rows: list[tuple[float, ...]] = field(default_factory=list)
    data: bytes = b""

    @classmethod
    def open(cls, path: Path, game: str, **options: str) -> "TrainingState":
        """The state after earlier runs, all with these options of the command line. Raises
        ValueError for a file that is damaged, of another game or of other options; OSError."""
        name, game = game, " ".join([game, *options.values()])
        path.parent.mkdir(parents=True, exist_ok=True)
        state = cls(path, game)
        if not path.exists():
            return state
        with path.open("rb") as file:
            head = file.readline(LONGEST_LINE)
            data = file.read() if path.stat().st_size <= MAX_BYTES else b""
        try:
            stored = json.loads(head)
            state.games = int(stored["games"])
            state.rows = [tuple(map(float, row)) for row in stored["rows"]]
            complete = stored["sha256"] == sha256(data).hexdigest()
            other = "" if stored["game"] == game else str(stored["game"])
        except NOT_AS_WRITTEN:
            complete, other = False, ""
        if not complete:
            raise ValueError(f"{path} is damaged. Delete it to begin the training anew.")
        if other:
            raise ValueError(f"{path} is of {_difference(other, name, options)}.")
        state.data = data
        return state

    def add(self, games: int, measured: tuple[float, ...] | None, data: bytes) -> None:
        """Adds games, a measurement if there is one, and the new data; on disk when it returns."""
        self.games += games
        if measured is not None:
            self.rows.append((float(self.games), *measured))
        self.data = data
        stored = {
            "game": self.game,
            "games": self.games,
            "rows": self.rows,
            "sha256": sha256(data).hexdigest(),
        }
        draft = self.path.with_suffix(".tmp")
        with draft.open("wb") as file:
            file.write(json.dumps(stored).encode() + b"\n" + data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)


def _difference(other: str, game: str, options: dict[str, str]) -> str:
    """How the game and the options of a file differ from these."""
    name, *values = other.split()
    if name == game and len(values) == len(options):
        for (option, wanted), value in zip(options.items(), values, strict=True):
            if value != wanted:
                return f"--{option} {value}, not {wanted}"
    return "another game"
