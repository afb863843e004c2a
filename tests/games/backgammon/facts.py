"""Data of backgammon for the tests that run on every game."""

from ..facts import Facts
from .twin import Backgammon

FACTS = Facts(
    twin=Backgammon,
    twin_games=2,
    playthroughs={
        "start": ({}, 1),
        "match": ({"match": "3", "cube": "on"}, 2),
        "money": ({"cube": "on", "jacoby": "on", "beavers": "on"}, 3),
    },
    fuzz_rounds=350,
    unit="points",
    draws=False,
    first_control="delay",
    keys=[
        ({}, 0x7BC3000FB17EC065),
        ({"match": "7", "cube": "on"}, 0x6B79DD57802A65C1),
    ],
)
