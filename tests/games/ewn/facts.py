"""Data of EinStein würfelt nicht! for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import Ewn

FACTS = Facts(
    twin=Ewn,
    playthroughs={
        "start": ({}, 1),
        "random": ({"setup": "random"}, 2),
        "free-red-first": ({"setup": "free", "first": "red"}, 3),
    },
    counts=[Count(VALUES["ewn"]["positions"][0]["nodes"])],
    unit="win_probability",
    draws=False,
    first_control="per_move",
    keys=[
        ({}, 0x176D29D441E35C06),
        ({"first": "red", "setup": "random"}, 0xC7006909E097BE0B),
        ({"first": "red", "setup": "free"}, 0xD5CE0F049B636CF4),
    ],
    refused=[
        ("B 2 25 24", "six blue cells"),
        ("B 7 25 24 23 20 19 15 1 2 3 6 7 11", "die is 1 to 6"),
        ("B 2 26 24 23 20 19 15 1 2 3 6 7 11", "from 1 to 25"),
        ("B 2 24 24 23 20 19 15 1 2 3 6 7 11", "cell 24"),
        ("B 0 0 0 0 0 0 0 0 0 0 0 0 0", "must be a stone"),
        ("R 3 1 0 0 0 0 0 2 0 0 0 0 0", "die must be 0"),
        ("B 0 1 0 0 0 0 0 2 0 0 0 0 0", "cannot be to move"),
        ("B 0 1 0 0 0 0 0 25 0 0 0 0 0", "Both sides"),
    ],
)
