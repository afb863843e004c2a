"""Data of xiangqi for the tests that run on every game."""

from ..facts import VALUES, Count, Facts, without_counters
from .twin import Xiangqi

FACTS = Facts(
    twin=Xiangqi,
    twin_games=4,
    playthroughs={"start": ({}, 200), "limit-60": ({"no_capture_limit": 60}, 18)},
    counts=[Count(one["nodes"], one["fen"]) for one in VALUES["xiangqi"]["positions"]],
    fuzz_rounds=750,
    checks_by_night=("20",),
    unit="centipawns",
    distinct=without_counters,
    keys=[
        ({}, 0xB05C46156393CC81),
        ({"no_capture_limit": 60}, 0xACDA47EA1537BD2B),
    ],
)
