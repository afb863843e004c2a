"""How our engine plays when it speaks another program's protocol."""

from dataclasses import dataclass

HASH_MB = 16


@dataclass(frozen=True, slots=True)
class PlayingOptions:
    """How the engine plays. `ms` and `playouts`: limits of each move in addition to the clock;
    `level`: one of the house bot's, None: the strongest."""

    threads: int = 1
    hash_mb: int = HASH_MB
    ms: int | None = None
    playouts: int | None = None
    level: int | None = None
