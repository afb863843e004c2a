"""The watch beside a game: between which instants each clock must have started, by our own time.

A turn's clock starts after the command before it was sent, and before its event was heard. When
the server is killed, the turn has lasted at least from the later and at most from the earlier of
these to the kill. What `paused` says it had lasted may be wrong by 100 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """The clock was started within these instants."""

    earliest: float
    latest: float


def error_ms(start: Start, kills: Sequence[float], heard: float, elapsed_ms: int) -> float | None:
    """By how much `paused`, heard at `heard`, is wrong; None if no kill was in between.

    A start that was heard of only after a kill may belong to the run before it: the best fits.
    """
    before = [k for k in kills if start.earliest <= k <= start.latest]
    after = [k for k in kills if start.latest < k <= heard][:1]
    return min((_distance(start, kill, elapsed_ms) for kill in before + after), default=None)


def _distance(start: Start, kill: float, elapsed_ms: int) -> float:
    least = 1000 * (kill - min(start.latest, kill))
    most = 1000 * (kill - start.earliest)
    return max(least - elapsed_ms, elapsed_ms - most, 0.0)
