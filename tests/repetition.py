"""How often tests repeat what they do: a sample in `make test` and `make check-whole`, which run
for every change, and all of it in `make nightly`, which sets NIGHTLY."""

import os
from collections.abc import Sequence
from typing import TypeVar

NIGHTLY = os.environ.get("NIGHTLY") == "1"
T = TypeVar("T")


def times(usual: int, nightly: int) -> int:
    """How many games, seeds or examples a test takes now."""
    return nightly if NIGHTLY else usual


def sample(cases: Sequence[T], usual: int) -> list[T]:
    """All cases by night; else so many of them, at equal distances."""
    if NIGHTLY or len(cases) <= usual:
        return list(cases)
    return [cases[part * len(cases) // usual] for part in range(usual)]
