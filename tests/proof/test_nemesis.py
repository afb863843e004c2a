"""Twenty faults, by night two hundred."""

from pathlib import Path

from ..repetition import times
from .nemesis.faults import plan
from .nemesis.trial import trial

FAULTS = times(20, 200)
SEED = 18


async def test_no_ply_is_lost_or_has_two_owners(tmp_path: Path) -> None:
    """A machine that is late with a node, just before the node dies, is late with its clock, too:
    so a few clocks may be wrong here."""
    verdict = await trial(plan(FAULTS, SEED), tmp_path, SEED)
    assert verdict.findings == []
    assert verdict.faults.total() == FAULTS
    assert verdict.moves > 100
    assert verdict.clock_errors_ms
    assert verdict.wrong_clocks <= len(verdict.clock_errors_ms) // 5, verdict.clock_errors_ms
    assert verdict.late_takeovers == 0, sorted(verdict.takeovers)[-5:]
