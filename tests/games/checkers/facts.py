"""Data of checkers for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import Checkers


def without_clock(text: str) -> str:
    """The position's text without the number of plies since the last capture or man's move."""
    return text.split(":H")[0]


FACTS = Facts(
    twin=Checkers,
    twin_games=12,
    playthroughs={"start": ({}, 5)},
    counts=[Count(one["nodes"]) for one in VALUES["checkers"]["positions"]],
    unit="men",
    distinct=without_clock,
    keys=[({}, 0x473085406A0255C5)],
    refused=[
        ("", "the side to move"),
        ("X:W1:B32", "the side to move"),
        ("B:W21", "begin with W or B"),
        ("B:W21:W22", "once"),
        ("B:W21,:B1", "from 1 to 32"),
        ("B:W33:B1", "from 1 to 32"),
        ("B:W0:B1", "from 1 to 32"),
        ("B:W21,21:B1", "one square"),
        ("B:W21:B21", "one square"),
        ("B:W4:B12", "becomes a king"),
        ("B:W21:B32", "becomes a king"),
        ("B:W13,14,15,16,17,18,19,20,21,22,23,24,25:B1", "12 pieces"),
        ("B:W21:B1:H0", "1 to 80"),
        ("B:W21:B1:H81", "1 to 80"),
        ("B:W21:B1:", "1 to 80"),
    ],
)
