"""Counters since the start, for /metrics: plain numbers.

Some are counted at every move, so counting has to be cheap: a thread-safe counter would cost ten
times as much. So each number is written by one thread only; any thread may read it, as
`web.metrics` does for Prometheus.
"""

from bisect import bisect_left
from collections.abc import Sequence


class Histogram:
    """Counts values by size. `bounds`: the inclusive upper bounds of the buckets, in order; one
    more bucket counts the values above all of them."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.total = 0.0  # the sum of the values

    def add(self, value: float) -> None:
        """Counts a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


# upper bounds of buckets
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
BATCH_ROWS = (1, 2, 5, 10, 20, 50, 100, 200)


class WriterTally:
    """Counters of the writer's thread. `commit_s`: seconds from when a commit is queued until it is
    on disk; `batch_rows`: rows of the commits in each transaction."""

    def __init__(self) -> None:
        self.commit_s = Histogram(SECONDS)
        self.batch_rows = Histogram(BATCH_ROWS)
