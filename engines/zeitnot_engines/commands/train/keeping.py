"""What a training keeps on disk between runs: one file, replaced as a whole, so that it is always
that of one moment."""

import json
import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path


@dataclass
class Kept:
    """`games` played so far; `rows`: after some of them what was measured, the number of games
    first; `data`: all that is learnt, in the engine's own form, empty to begin with.

    The file: a line of JSON that ends with the SHA-256 of `data`, then `data`.
    """

    path: Path
    game: str
    games: int = 0
    rows: list[tuple[float, ...]] = field(default_factory=list)
    data: bytes = b""

    @classmethod
    def open(cls, path: Path, game: str) -> "Kept":
        """What earlier runs left. Raises ValueError for a file that is damaged or another's."""
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = cls(path, game)
        if not path.exists():
            return kept
        head, _, data = path.read_bytes().partition(b"\n")
        try:
            noted = json.loads(head)
            kept.games = int(noted["games"])
            kept.rows = [tuple(map(float, row)) for row in noted["rows"]]
            whole = noted["sha256"] == sha256(data).hexdigest()
            known = noted["game"] == game
        except (ValueError, KeyError, TypeError):
            whole, known = False, True
        if not whole:
            raise ValueError(f"{path} is damaged; without it the training begins anew.")
        if not known:
            raise ValueError(f"{path} is of another game.")
        kept.data = data
        return kept

    def add(self, games: int, measured: tuple[float, ...], data: bytes) -> None:
        """So many games more, and what is known now; safe on the disk when it returns."""
        self.games += games
        self.rows.append((float(self.games), *measured))
        self.data = data
        noted = {
            "game": self.game,
            "games": self.games,
            "rows": self.rows,
            "sha256": sha256(data).hexdigest(),
        }
        draft = self.path.with_suffix(".tmp")
        with draft.open("wb") as file:
            file.write(json.dumps(noted).encode() + b"\n" + data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)
