"""Rate limits: how often, or how much, a client may do something over time.

They all use one algorithm, the generic cell rate algorithm in its continuous-state form (ITU-T
I.371, annex A): a bucket knows how much of it is used, and the used part drains at the rate. A
bucket that has drained is like a new one, so it is dropped first (`BoundedMap`).
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from .bounded_map import BoundedMap

MAX_NAMES = 10_000  # of each kind
ROUNDING = 1e-6  # tokens: draining in several steps drains a little less than in one

Key = tuple[str, str]
"""The kind, which is the name of a limit, and the account or address that it is counted for."""


class Rate(NamedTuple):
    """`burst`: what a drained bucket takes; `per_second`: how much drains."""

    per_second: float
    burst: int

    @staticmethod
    def hourly(count: int) -> "Rate":
        """`count` at once, and `count` more in every hour after that."""
        return Rate(count / 3600, count)

    @staticmethod
    def daily(count: int) -> "Rate":
        """`count` at once, and `count` more in every day after that."""
        return Rate(count / 86_400, count)


class TokenBucket:
    """One rate for one key. Callers pass the time, in milliseconds. `used`: the part that was used
    at the time of the last call, and what has been counted since."""

    __slots__ = ("_at_ms", "burst", "per_second", "used")

    def __init__(self, rate: Rate, now_ms: int = 0) -> None:
        self.per_second, self.burst = rate
        self.used = 0.0
        self._at_ms = now_ms

    def take(self, now_ms: int, count: int = 1) -> bool:
        """Takes `count` tokens; False, and takes none, if there are fewer."""
        self._drain(now_ms)
        if self.used + count > self.burst + ROUNDING:
            return False
        self.used += count
        return True

    def count(self) -> bool:
        """Takes one token without knowing the time, which is a single addition. False: call
        `recount`. The bucket does not drain until then, so after a pause nearly twice `burst` may
        pass: as many as fit, and as many again after `recount`."""
        self.used += 1
        return self.used <= self.burst

    def recount(self, now_ms: int) -> bool:
        """Takes the token that `count` could not, now that the time is known; False, and takes
        none, if there is none."""
        self.used -= 1
        return self.take(now_ms)

    def owe(self, now_ms: int, count: int, max_debt: float) -> None:
        """Takes tokens for something that has happened already, even if there are fewer: the debt
        is paid before anything else can be taken."""
        self._drain(now_ms)
        self.used = min(self.burst + max_debt, self.used + count)

    def refund(self) -> None:
        """Returns one token."""
        self.used = max(0.0, self.used - 1)

    def wait_ms(self, now_ms: int, count: int = 1) -> float:
        """How long until `count` tokens can be taken, in ms; 0: now; infinity: never."""
        self._drain(now_ms)
        return self._until_ms(self.used + count - self.burst)

    def drained_in_ms(self, now_ms: int) -> float:
        """How long until the bucket has drained, in ms."""
        self._drain(now_ms)
        return self._until_ms(self.used)

    def _drain(self, now_ms: int) -> None:
        gained = (now_ms - self._at_ms) * self.per_second / 1000
        self.used = max(0.0, self.used - gained)
        self._at_ms = now_ms

    def _until_ms(self, excess: float) -> float:
        if excess <= ROUNDING:
            return 0
        return excess * 1000 / self.per_second if self.per_second > 0 else math.inf


Buckets = tuple[TokenBucket, ...]


class Rates:
    """Token buckets by kind and name, one for each rate of the kind. `rates`: by kind.

    `on_reached` is called when a client has to wait, with the kind that it waits for longest."""

    def __init__(
        self,
        rates: Mapping[str, Sequence[Rate]],
        on_reached: Callable[[str], None] = lambda kind: None,
        max_names: int = MAX_NAMES,
    ) -> None:
        self._rates = rates
        self._on_reached = on_reached
        self._names = {kind: BoundedMap[Buckets](max_names, _drained_in_ms) for kind in rates}

    def names(self, kind: str) -> int:
        """How many names of this kind are remembered; for tests."""
        return len(self._names[kind])

    def wait_ms(self, keys: Iterable[Key], now_ms: int, count: int = 1) -> float:
        """How long until `count` tokens of each key can be taken; 0: now. `count`: at most the
        smallest burst of the rates."""
        return max((self._wait_ms(key, now_ms, count) for key in keys), default=0)

    def take(self, keys: Sequence[Key], now_ms: int, count: int = 1) -> float:
        """Takes `count` tokens of each key if all have them, and returns 0; otherwise returns how
        many ms until they do."""
        longest, longest_kind = 0.0, ""
        for key in keys:
            if (wait := self._wait_ms(key, now_ms, count)) > longest:
                longest, longest_kind = wait, key[0]
        if longest:
            self._on_reached(longest_kind)
            return longest
        for kind, name in keys:
            for bucket in self._buckets(kind, name, now_ms):
                bucket.used += count
        return 0

    def owe(self, keys: Iterable[Key], now_ms: int, count: int, debt_ms: float) -> None:
        """Takes tokens for something that has happened already, even if there are fewer. No debt
        lasts longer than `debt_ms`."""
        for kind, name in keys:
            for bucket in self._buckets(kind, name, now_ms):
                bucket.owe(now_ms, count, max_debt=bucket.per_second * debt_ms / 1000)

    def refund(self, keys: Iterable[Key]) -> None:
        """Returns one token of each."""
        for kind, name in keys:
            for bucket in self._names[kind].get(name) or ():
                bucket.refund()

    def _wait_ms(self, key: Key, now_ms: int, count: int) -> float:
        kind, name = key
        held = self._names[kind].get(name) or ()
        return max((bucket.wait_ms(now_ms, count) for bucket in held), default=0)

    def _buckets(self, kind: str, name: str, now_ms: int) -> Buckets:
        buckets = self._names[kind].get(name)
        if buckets is None:
            buckets = tuple(TokenBucket(rate, now_ms) for rate in self._rates[kind])
            self._names[kind].put(name, buckets, now_ms)
        return buckets


def _drained_in_ms(buckets: Buckets, now_ms: int) -> float:
    return max(bucket.drained_in_ms(now_ms) for bucket in buckets)
