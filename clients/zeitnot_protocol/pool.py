"""The server's pool, in which bots are paired with each other."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from .parts import Control, Value

MAX_POOL = 16
"""The maximum number of entries of one bot."""

PoolClock = Literal["bullet", "blitz", "rapid"]
POOL_CONTROLS: Mapping[str, Control] = {
    "bullet": Control(kind="fischer", base_ms=60_000, increment_ms=1_000),
    "blitz": Control(kind="fischer", base_ms=180_000, increment_ms=2_000),
    "rapid": Control(kind="fischer", base_ms=600_000, increment_ms=5_000),
}
"""The time controls of the pool, by `PoolClock`."""


class PoolEntry(Value):
    """A game that a bot plays in the pool, against other bots that have entered the same. The game
    has two seats and its default settings. `clock`: `bullet` is 1 minute and 1 second for each
    move, `blitz` 3 minutes and 2 seconds, `rapid` 10 minutes and 5 seconds."""

    game_type: Annotated[str, Meta(max_length=32)]
    clock: PoolClock = "blitz"
