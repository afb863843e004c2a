"""Runs the nemesis with 20 faults, or 200 in nightly runs, which also check clocks of killed
nodes."""

from pathlib import Path

import pytest

from ..repetition import NIGHTLY, times
from .nemesis.faults import Kind, plan
from .nemesis.trial import trial
from .nemesis.verdict import Verdict

FAULTS = times(20, 200)
KILLS = 12
SEED = 89  # two of its first 20 faults last longer than the timeout of a statement


async def test_no_ply_is_lost_or_has_two_owners(tmp_path: Path) -> None:
    """A few clocks may be wrong, because the clock of a node that the machine delays just before
    its death is late."""
    verdict = await trial(plan(FAULTS, SEED), tmp_path, SEED)
    assert verdict.findings == []
    assert verdict.faults.total() == FAULTS
    assert verdict.moves > 100
    assert verdict.charges
    assert len(verdict.wrong_clocks) <= len(verdict.charges) // 5, wrong_clocks(verdict)
    assert verdict.late_takeovers == 0, sorted(verdict.takeovers)[-5:]


@pytest.mark.skipif(not NIGHTLY, reason="only in nightly runs")
async def test_turns_on_killed_nodes_are_charged_their_duration(tmp_path: Path) -> None:
    verdict = await trial(plan(KILLS, SEED, (Kind.KILL,)), tmp_path, SEED)
    assert verdict.findings == []
    assert verdict.bounded > KILLS // 2
    assert verdict.long_turns > KILLS // 4
    assert len(verdict.wrong_clocks) <= verdict.bounded // 6, wrong_clocks(verdict)


def wrong_clocks(verdict: Verdict) -> str:
    """Describes the wrong clocks."""
    return "\n".join(f"{charge}" for charge in verdict.wrong_clocks)
