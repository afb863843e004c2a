"""What each of many may do of one kind: a token bucket a name, without a memory that grows.

A bucket that is full again says nothing and is forgotten first. If that does not make room, those
go that would be full soonest: whoever fills the memory with names gains next to nothing by it,
since a bucket that has been emptied stays longest.
"""

import heapq
from collections.abc import Sequence

from ..play.bucket import Bucket, Rate

REMEMBERED = 10_000


class Allowance:
    """Buckets by name, each with all of these rates. Time is given, in milliseconds."""

    def __init__(self, rates: Sequence[Rate], remembered: int = REMEMBERED) -> None:
        self._rates = tuple(rates)
        self._remembered = remembered
        self._buckets: dict[str, tuple[Bucket, ...]] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def wait_ms(self, name: str, now_ms: int, count: int = 1) -> float:
        """How long until this name may do it so many times more; 0: now. `count`: no more than
        every rate has at once."""
        held = self._buckets.get(name, ())
        return max((bucket.wait_ms(now_ms, count) for bucket in held), default=0)

    def take(self, name: str, now_ms: int, count: int = 1) -> None:
        """Counts so many. Whether it may be is what `wait_ms` says."""
        if name not in self._buckets:
            self._make_room(now_ms)
            self._buckets[name] = tuple(Bucket(*rate) for rate in self._rates)
        for bucket in self._buckets[name]:
            bucket.take(now_ms, count)

    def owe(self, name: str, now_ms: int, count: int, debt_ms: float) -> None:
        """Counts so many that have been used already, whether or not they might be. No debt lasts
        longer than `debt_ms`."""
        self.take(name, now_ms, 0)
        for bucket in self._buckets[name]:
            bucket.owe(now_ms, count, most=bucket.rate * debt_ms / 1000)

    def give_back(self, name: str) -> None:
        """One that was taken is not counted after all."""
        for bucket in self._buckets.get(name, ()):
            bucket.give_back()

    def _make_room(self, now_ms: int) -> None:
        """A tenth at a time, so that not every newcomer costs a look at all."""
        if len(self._buckets) < self._remembered:
            return
        empty_for = {
            name: max(bucket.full_in_ms(now_ms) for bucket in held)
            for name, held in self._buckets.items()
        }
        tenth = heapq.nsmallest(
            max(1, self._remembered // 10), empty_for, key=empty_for.__getitem__
        )
        gone = {name for name, left in empty_for.items() if left == 0} | set(tenth)
        self._buckets = {name: b for name, b in self._buckets.items() if name not in gone}


def may(asked: Sequence[tuple[Allowance, str]], now_ms: int, count: int = 1) -> float:
    """Takes so many from each if each has them; else how many milliseconds until they have."""
    wait = max((allowance.wait_ms(name, now_ms, count) for allowance, name in asked), default=0)
    if wait == 0:
        for allowance, name in asked:
            allowance.take(name, now_ms, count)
    return wait
