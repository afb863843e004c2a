"""Simulates 450 games, or 3,000 in nightly runs, with faults of disk, network and server, and
checks the invariants after every event. A seed determines everything that happens in a game.

A failure names its seed; `make simulate SEEDS=1 FIRST=<seed>` repeats it.
"""

import pytest

from ...repetition import sample
from .world import play, trace

GAMES = 3000
PARTS = 20
MAX_FAILURES = 5  # seeds to report; one with -x


@pytest.mark.parametrize("part", sample(range(PARTS), 3))
def test_invariants_hold_despite_faults(part: int, pytestconfig: pytest.Config) -> None:
    """See `judge` for the invariants."""
    size, max_failures = GAMES // PARTS, pytestconfig.getoption("maxfail") or MAX_FAILURES
    failures = {}
    for seed in range(part * size, (part + 1) * size):
        try:
            play(seed)
        except Exception as error:
            failures[f"seed {seed}"] = f"{type(error).__name__}: {error}"
        if len(failures) == max_failures:
            break
    assert not failures


@pytest.mark.parametrize("seed", [35653, 40157, 75206])
def test_formerly_failing_seeds_pass(seed: int) -> None:
    play(seed)


@pytest.mark.parametrize("seed", [0, 7, 30, 74, 242, 1334])
def test_seed_reproduces_the_same_game(seed: int) -> None:
    assert trace(seed) == trace(seed)
