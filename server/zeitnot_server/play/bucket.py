"""A token bucket: how much one socket may send."""

RATE_PER_SECOND = 40
BURST = 200


class Bucket:
    """Holds BURST tokens, gains RATE_PER_SECOND; time is given, in milliseconds."""

    def __init__(self, rate: int = RATE_PER_SECOND, burst: int = BURST) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._at_ms: int | None = None

    def take(self, now_ms: int) -> bool:
        """Takes one token; False if there is none."""
        if self._at_ms is not None:
            gained = (now_ms - self._at_ms) * self._rate / 1000
            self._tokens = min(self._burst, self._tokens + gained)
        self._at_ms = now_ms
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """One that was taken is not counted after all."""
        self._tokens = min(self._burst, self._tokens + 1)
