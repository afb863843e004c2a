"""Speed classes of time controls, by the expected length of a game, as lichess has them. Pure."""

from typing import get_args

from zeitnot_protocol import Control, Speed

from .lag import expected_game_ms

SPEEDS = get_args(Speed)
_BELOW_S: tuple[tuple[int, Speed], ...] = (
    (30, "ultrabullet"),
    (180, "bullet"),
    (480, "blitz"),
    (1_500, "rapid"),
    (6 * 3_600, "classical"),
)
"""Each class has the games that are expected to last less than this many seconds a seat."""


def speed_of(control: Control) -> Speed:
    """The class of a time control: `base + 40 x increment`, or what corresponds to that for other
    kinds (`lag.expected_game_ms`). Without a clock, and from six hours on: `correspondence`."""
    expected_ms = expected_game_ms(control)
    if expected_ms is None or control.kind == "correspondence":
        return "correspondence"
    return next(
        (speed for seconds, speed in _BELOW_S if expected_ms < 1_000 * seconds), "correspondence"
    )
