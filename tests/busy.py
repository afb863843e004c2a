"""Time measurements on a machine that may be busy with other work."""

from collections.abc import Callable

TRIES = 10


def holds_within_tries(measure: Callable[[], bool]) -> bool:
    """Whether the measurement succeeds in one of several tries: the machine may delay some of them,
    but a program that is too slow fails all of them."""
    return any(measure() for _ in range(TRIES))
