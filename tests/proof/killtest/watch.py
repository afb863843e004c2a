"""The watch beside a game: between which instants each clock must have started, by our own time.

A turn's clock starts after the command before it was sent, and before its event was heard. When
the server is killed, the turn has lasted at least from the later and at most from the earlier of
these to the kill. What `paused` says it had lasted may be wrong by 100 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Kill(NamedTuple):
    """One was asked for and was done between these instants."""

    asked: float
    done: float


@dataclass(frozen=True, slots=True)
class Start:
    """The clock was started within these instants."""

    earliest: float
    latest: float


def error_ms(start: Start, kills: Sequence[Kill], heard: float, elapsed_ms: int) -> float | None:
    """By how much `paused`, heard at `heard`, is wrong; None if no kill was in between.

    A start that was heard of only after a kill may belong to the run before it: the best fits.
    """
    before = [k for k in kills if start.earliest <= k.done and k.asked <= start.latest]
    after = [k for k in kills if start.latest < k.asked <= heard][:1]
    return min((_distance(start, kill, elapsed_ms) for kill in before + after), default=None)


def _distance(start: Start, kill: Kill, elapsed_ms: int) -> float:
    least = 1000 * (kill.asked - min(start.latest, kill.asked))
    most = 1000 * (kill.done - start.earliest)
    return max(least - elapsed_ms, elapsed_ms - most, 0.0)
