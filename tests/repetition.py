"""Repetitive tests use a sample of their cases in `make test` and `make check-whole`, which run
for every change, and all cases in `make nightly`, which sets NIGHTLY."""

import os
from collections.abc import Sequence
from typing import TypeVar

NIGHTLY = os.environ.get("NIGHTLY") == "1"
T = TypeVar("T")


def times(usual: int, nightly: int) -> int:
    """The number of games, seeds or examples that a test uses in this run."""
    return nightly if NIGHTLY else usual


def sample(cases: Sequence[T], usual: int) -> list[T]:
    """All cases in a nightly run; otherwise `usual` of them, evenly spaced."""
    if NIGHTLY or len(cases) <= usual:
        return list(cases)
    return [cases[index * len(cases) // usual] for index in range(usual)]
