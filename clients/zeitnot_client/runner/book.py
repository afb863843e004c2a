"""The author's own opening book: a text file with the moves of one opening in each line."""

import random
from collections.abc import Sequence
from pathlib import Path

from ..text_file import text_of
from .tables import ConfigError

MAX_BYTES = 16 << 20


class LineBook:
    """Openings as sequences of moves, as they are sent. `#` begins a comment."""

    def __init__(self, lines: Sequence[tuple[str, ...]]) -> None:
        self._lines = lines

    @staticmethod
    def read(path: Path) -> "LineBook":
        """The openings of a file. Raises ConfigError."""
        try:
            if path.stat().st_size > MAX_BYTES:
                raise ConfigError(f"{path}: larger than {MAX_BYTES >> 20} MB")
            text = text_of(path.read_bytes())
        except OSError as error:
            raise ConfigError(f"{path}: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise ConfigError(f"{path}: not text in UTF-8") from None
        lines = (tuple(line.partition("#")[0].split()) for line in text.splitlines())
        return LineBook([line for line in lines if line])

    def move(self, played: Sequence[str], legal: Sequence[str], rng: random.Random) -> str | None:
        """A move of a random opening that begins with the moves played; None: there is none."""
        begun, count = tuple(played), len(played)
        replies = [
            line[count]
            for line in self._lines
            if len(line) > count and line[:count] == begun and line[count] in legal
        ]
        return rng.choice(replies) if replies else None
