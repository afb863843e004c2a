"""The state of a training between runs: a file that is replaced atomically."""

import json
import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ..text_files import MALFORMED_ERRORS, MAX_LINE_BYTES

MAX_BYTES = 1 << 31  # a larger file is damaged


@dataclass
class TrainingState:
    """The state of a training. `game`: the game's name and the values of the command's options, for
    which the file is; `games`: played so far; `rows`: measurements, each beginning with its number
    of games; `data`: everything learnt, in the engine's format, at first empty.

    The file has a line of JSON that ends with the SHA-256 of `data`, then `data`.
    """

    path: Path
    game: str
    games: int = 0
    rows: list[tuple[float, ...]] = field(default_factory=list)
    data: bytes = b""

    @classmethod
    def open(cls, path: Path, game: str, **options: str) -> "TrainingState":
        """Reads the state of earlier runs with the same command-line options. Raises ValueError for
        a file that is damaged, or for another game or other options; OSError."""
        name, game = game, " ".join([game, *options.values()])
        path.parent.mkdir(parents=True, exist_ok=True)
        state = cls(path, game)
        if not path.exists():
            return state
        with path.open("rb") as file:
            head = file.readline(MAX_LINE_BYTES)
            data = file.read() if path.stat().st_size <= MAX_BYTES else b""
        try:
            stored = json.loads(head)
            state.games = int(stored["games"])
            state.rows = [tuple(map(float, row)) for row in stored["rows"]]
            complete = stored["sha256"] == sha256(data).hexdigest()
            other = "" if stored["game"] == game else str(stored["game"])
        except MALFORMED_ERRORS:
            complete, other = False, ""
        if not complete:
            raise ValueError(f"{path} is damaged. Delete it to start the training again.")
        if other:
            raise ValueError(f"{path} is for {_difference(other, name, options)}.")
        state.data = data
        return state

    def add(self, games: int, measured: tuple[float, ...] | None, data: bytes) -> None:
        """Adds games, perhaps a measurement, and the new data; they are on disk when it returns."""
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
    """How a file's game and options differ from these."""
    name, *values = other.split()
    if name == game and len(values) == len(options):
        for (option, expected), value in zip(options.items(), values, strict=True):
            if value != expected:
                return f"--{option} {value}, not {expected}"
    return "another game"
