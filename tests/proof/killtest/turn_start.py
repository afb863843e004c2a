"""Bounds on the start of each turn's clock, by the clock of the test, and the error of a pause.

A turn's clock starts after the preceding command was sent and before its event was received. When
the server is killed, the turn has lasted at least since the later and at most since the earlier of
these instants. The duration in `paused` may be wrong by 100 ms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Kill(NamedTuple):
    """A kill took effect between these instants, in seconds."""

    requested_s: float
    done_s: float


@dataclass(frozen=True, slots=True)
class Start:
    """A clock was started between these instants, in seconds."""

    earliest: float
    latest: float


def error_ms(
    start: Start, kills: Sequence[Kill], received_s: float, elapsed_ms: int
) -> float | None:
    """The error of a `paused` event received at `received_s`; None if there was no kill before it.

    A start that is received after a kill may belong to the run before it. The smaller error counts.
    """
    before = [k for k in kills if start.earliest <= k.done_s and k.requested_s <= start.latest]
    after = [k for k in kills if start.latest < k.requested_s <= received_s][:1]
    return min((_distance(start, kill, elapsed_ms) for kill in before + after), default=None)


def _distance(start: Start, kill: Kill, elapsed_ms: int) -> float:
    min_ms = 1000 * (kill.requested_s - min(start.latest, kill.requested_s))
    max_ms = 1000 * (kill.done_s - start.earliest)
    return max(min_ms - elapsed_ms, elapsed_ms - max_ms, 0.0)
