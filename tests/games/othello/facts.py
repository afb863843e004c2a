"""What the general tests should know of Othello."""

from ..facts import VALUES, Count, Facts
from .twin import Othello

FACTS = Facts(
    twin=Othello,
    playthroughs={"start": ({}, 1), "size-6": ({"size": 6}, 313)},
    counts=[
        Count(VALUES["othello"]["positions"][0]["nodes"]),
        Count(VALUES["othello"]["six_by_six"], settings={"size": 6}),
    ],
)
