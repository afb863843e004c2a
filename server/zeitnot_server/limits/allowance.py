"""Token buckets by name, of accounts or addresses. A bucket that is full again is like a new one,
so it is forgotten first (`bounded_map`)."""

from collections.abc import Sequence

from .bounded_map import BoundedMap
from .bucket import Bucket, Rate

REMEMBERED = 10_000


class Allowance:
    """Buckets by name, each with all of these rates. Time is given, in milliseconds."""

    def __init__(self, rates: Sequence[Rate], bounded_map: int = REMEMBERED) -> None:
        self._rates = tuple(rates)
        self._buckets: BoundedMap[tuple[Bucket, ...]] = BoundedMap(bounded_map, _full_in_ms)

    def __len__(self) -> int:
        return len(self._buckets)

    def wait_ms(self, name: str, now_ms: int, count: int = 1) -> float:
        """How long until this name may do it `count` times more; 0: now. `count`: at most the
        smallest burst of the rates."""
        held = self._buckets.get(name) or ()
        return max((bucket.wait_ms(now_ms, count) for bucket in held), default=0)

    def take(self, name: str, now_ms: int, count: int = 1) -> None:
        """Takes `count` tokens, without checking that there are so many (`wait_ms`)."""
        for bucket in self._of(name, now_ms):
            bucket.take(now_ms, count)

    def owe(self, name: str, now_ms: int, count: int, debt_ms: float) -> None:
        """Takes tokens for something that has happened already, even if there are fewer. No debt
        lasts longer than `debt_ms`."""
        for bucket in self._of(name, now_ms):
            bucket.owe(now_ms, count, most=bucket.rate * debt_ms / 1000)

    def give_back(self, name: str) -> None:
        """Returns one token."""
        for bucket in self._buckets.get(name) or ():
            bucket.give_back()

    def _of(self, name: str, now_ms: int) -> tuple[Bucket, ...]:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = tuple(Bucket(*rate) for rate in self._rates)
            self._buckets.put(name, bucket, now_ms)
        return bucket


def _full_in_ms(buckets: tuple[Bucket, ...], now_ms: int) -> float:
    return max(bucket.full_in_ms(now_ms) for bucket in buckets)


def may(allowances: Sequence[tuple[Allowance, str]], now_ms: int, count: int = 1) -> float:
    """Takes `count` tokens from each if all have them; otherwise returns how many milliseconds
    until they do."""
    wait = max(
        (allowance.wait_ms(name, now_ms, count) for allowance, name in allowances), default=0
    )
    if wait == 0:
        for allowance, name in allowances:
            allowance.take(name, now_ms, count)
    return wait
