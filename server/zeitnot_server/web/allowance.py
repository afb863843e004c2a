"""What each of many may do of one kind: a token bucket a name. A bucket that is full again says
nothing and is forgotten first (`remembered`)."""

from collections.abc import Sequence

from ..play.bucket import Bucket, Rate
from .remembered import Remembered

REMEMBERED = 10_000


class Allowance:
    """Buckets by name, each with all of these rates. Time is given, in milliseconds."""

    def __init__(self, rates: Sequence[Rate], remembered: int = REMEMBERED) -> None:
        self._rates = tuple(rates)
        self._buckets: Remembered[tuple[Bucket, ...]] = Remembered(remembered, _full_in_ms)

    def __len__(self) -> int:
        return len(self._buckets)

    def wait_ms(self, name: str, now_ms: int, count: int = 1) -> float:
        """How long until this name may do it so many times more; 0: now. `count`: no more than
        every rate has at once."""
        held = self._buckets.get(name) or ()
        return max((bucket.wait_ms(now_ms, count) for bucket in held), default=0)

    def take(self, name: str, now_ms: int, count: int = 1) -> None:
        """Counts so many. Whether it may be is what `wait_ms` says."""
        for bucket in self._of(name, now_ms):
            bucket.take(now_ms, count)

    def owe(self, name: str, now_ms: int, count: int, debt_ms: float) -> None:
        """Counts so many that have been used already, whether or not they might be. No debt lasts
        longer than `debt_ms`."""
        for bucket in self._of(name, now_ms):
            bucket.owe(now_ms, count, most=bucket.rate * debt_ms / 1000)

    def give_back(self, name: str) -> None:
        """One that was taken is not counted after all."""
        for bucket in self._buckets.get(name) or ():
            bucket.give_back()

    def _of(self, name: str, now_ms: int) -> tuple[Bucket, ...]:
        held = self._buckets.get(name)
        if held is None:
            held = tuple(Bucket(*rate) for rate in self._rates)
            self._buckets.put(name, held, now_ms)
        return held


def _full_in_ms(buckets: tuple[Bucket, ...], now_ms: int) -> float:
    return max(bucket.full_in_ms(now_ms) for bucket in buckets)


def may(asked: Sequence[tuple[Allowance, str]], now_ms: int, count: int = 1) -> float:
    """Takes so many from each if each has them; else how many milliseconds until they have."""
    wait = max((allowance.wait_ms(name, now_ms, count) for allowance, name in asked), default=0)
    if wait == 0:
        for allowance, name in asked:
            allowance.take(name, now_ms, count)
    return wait
