"""Data of Othello for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import Othello

FACTS = Facts(
    twin=Othello,
    playthroughs={"start": ({}, 1), "size-6": ({"size": 6}, 313)},
    counts=[
        Count(VALUES["othello"]["positions"][0]["nodes"]),
        Count(VALUES["othello"]["six_by_six"], settings={"size": 6}),
    ],
    unit="discs",
    keys=[
        ({}, 0x68B453EB4673947E),
        ({"size": 6}, 0xDFAF43DFA655B0B8),
    ],
    refused=[
        ("X" * 64 + " x", "X or O to move"),
        ("X" * 36 + " X", "64 of X"),
        ("x" + "-" * 63 + " X", "Only X, O"),
    ],
)
