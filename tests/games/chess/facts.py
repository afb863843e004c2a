"""Data of chess for the tests that run on every game."""

from ..facts import VALUES, Count, Facts, without_counters
from .twin import Chess

FACTS = Facts(
    twin=Chess,
    twin_games=8,
    settings=[{}],
    playthroughs={"start": ({}, 52), "chess960": ({"start": 357}, 4)},
    counts=[Count(one["nodes"], one["fen"]) for one in VALUES["chess"]["positions"]],
    checks_by_night=("40",),
    unit="centipawns",
    distinct=without_counters,
    keys=[
        ({}, 0x44FD2E27C11FDD28),
    ],
)
