"""How our engine plays behind a protocol of another program."""

from dataclasses import dataclass

HASH_MB = 16


@dataclass(frozen=True, slots=True)
class PlayingOptions:
    """How the engine plays. `ms` and `playouts`: of each move, on top of the clock's limit;
    `level`: of the house bot's, None the strongest."""

    threads: int = 1
    hash_mb: int = HASH_MB
    ms: int | None = None
    playouts: int | None = None
    level: int | None = None
