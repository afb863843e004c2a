"""A token bucket: how much one socket, account or address may do."""

import math
from typing import NamedTuple

RATE_PER_SECOND = 40
BURST = 200


class Rate(NamedTuple):
    """`at_once`: tokens of a full bucket; `per_second`: tokens gained."""

    per_second: float
    at_once: int

    @staticmethod
    def hourly(count: int) -> "Rate":
        """`count` at once, and `count` more in every hour after that."""
        return Rate(count / 3600, count)

    @staticmethod
    def daily(count: int) -> "Rate":
        """`count` at once, and `count` more in every day after that."""
        return Rate(count / 86_400, count)


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second; the time is given, in milliseconds."""

    def __init__(self, rate: float = RATE_PER_SECOND, burst: int = BURST) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._at_ms: int | None = None

    def take(self, now_ms: int, count: int = 1) -> bool:
        """Takes `count` tokens; False, and takes none, if there are fewer."""
        self._fill(now_ms)
        if self._tokens < count:
            return False
        self._tokens -= count
        return True

    def owe(self, now_ms: int, count: int, most: float) -> None:
        """Takes tokens for something that has happened already, even if there are fewer: the debt
        is paid before anything else can be taken. `most`: the largest debt."""
        self._fill(now_ms)
        self._tokens = max(-most, self._tokens - count)

    @property
    def rate(self) -> float:
        """Tokens gained per second."""
        return self._rate

    def give_back(self) -> None:
        """Returns one token."""
        self._tokens = min(self._burst, self._tokens + 1)

    def wait_ms(self, now_ms: int, count: int = 1) -> float:
        """How long until `count` tokens can be taken, in ms; 0: now, infinity: never."""
        self._fill(now_ms)
        return self._until_ms(count)

    def full_in_ms(self, now_ms: int) -> float:
        """How long until it is full again, in ms."""
        self._fill(now_ms)
        return self._until_ms(self._burst)

    def _fill(self, now_ms: int) -> None:
        if self._at_ms is not None:
            gained = (now_ms - self._at_ms) * self._rate / 1000
            self._tokens = min(self._burst, self._tokens + gained)
        self._at_ms = now_ms

    def _until_ms(self, tokens: int) -> float:
        lacking = tokens - self._tokens
        if lacking <= 0:
            return 0
        return lacking * 1000 / self._rate if self._rate > 0 else math.inf
