"""Counters since the start, for /metrics: plain numbers.

Counting has to cost next to nothing, since some of it is done at every move: an addition here takes
a tenth of what one takes that is safe for several threads, so each number has one thread that adds.
Whoever reads may be another one, and makes Prometheus' families of it (`web.metrics`).
"""

from bisect import bisect_left
from collections.abc import Sequence


class Histogram:
    """How often values came, by size: a histogram. `bounds`: the upper ends of its buckets, which
    belong to them, in order; one more bucket takes what is above all."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.total = 0.0  # the sum of the values

    def add(self, value: float) -> None:
        """One more."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
ROWS = (1, 2, 5, 10, 20, 50, 100, 200)


class WriterTally:
    """What the writer's thread counts. `commit_s`: from when a commit was put to when it was on the
    disk; `batch_rows`: commits' rows in each transaction that was."""

    def __init__(self) -> None:
        self.commit_s = Histogram(SECONDS)
        self.batch_rows = Histogram(ROWS)
