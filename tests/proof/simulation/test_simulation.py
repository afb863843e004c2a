"""The simulation: 450 games, by night 3,000, each in a world of its own; the same seed gives the
same game.

A failure names its seed: `make simulate SEEDS=1 FIRST=<seed>` plays it again.
"""

import pytest

from ...repetition import sample
from .world import play, trace

GAMES = 3000
PARTS = 20
ENOUGH = 5  # broken seeds to name; with -x one


@pytest.mark.parametrize("part", sample(range(PARTS), 3))
def test_all_invariants_hold_in_a_faulty_world(part: int, pytestconfig: pytest.Config) -> None:
    """Acknowledged moves, clocks, one history for all, hidden cards: see `judge`."""
    size, enough = GAMES // PARTS, pytestconfig.getoption("maxfail") or ENOUGH
    broken = {}
    for seed in range(part * size, (part + 1) * size):
        try:
            play(seed)
        except Exception as error:
            broken[f"seed {seed}"] = f"{type(error).__name__}: {error}"
        if len(broken) == enough:
            break
    assert not broken


@pytest.mark.parametrize("seed", [35653, 40157, 75206])
def test_seeds_that_have_found_a_fault_hold(seed: int) -> None:
    play(seed)


@pytest.mark.parametrize("seed", [0, 7, 30, 74, 242, 1334])
def test_a_seed_reproduces_the_same_game(seed: int) -> None:
    assert trace(seed) == trace(seed)
