"""The simulation: 450 games, or 3,000 in nightly runs, each of which its seed determines.

A failure names its seed; `make simulate SEEDS=1 FIRST=<seed>` repeats it.
"""

import pytest

from ...repetition import sample
from .world import play, trace

GAMES = 3000
PARTS = 20
MAX_BROKEN = 5  # seeds to report; one with -x


@pytest.mark.parametrize("part", sample(range(PARTS), 3))
def test_all_invariants_hold_in_a_faulty_world(part: int, pytestconfig: pytest.Config) -> None:
    """See `judge` for the invariants."""
    size, max_broken = GAMES // PARTS, pytestconfig.getoption("maxfail") or MAX_BROKEN
    broken = {}
    for seed in range(part * size, (part + 1) * size):
        try:
            play(seed)
        except Exception as error:
            broken[f"seed {seed}"] = f"{type(error).__name__}: {error}"
        if len(broken) == max_broken:
            break
    assert not broken


@pytest.mark.parametrize("seed", [35653, 40157, 75206])
def test_seeds_that_once_failed(seed: int) -> None:
    play(seed)


@pytest.mark.parametrize("seed", [0, 7, 30, 74, 242, 1334])
def test_a_seed_reproduces_the_same_game(seed: int) -> None:
    assert trace(seed) == trace(seed)
